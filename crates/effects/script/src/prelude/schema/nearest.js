// Which known word somebody may have meant.

import { append, floor, lower, min } from "candor:primordials";

/** Longer words are not compared; nobody misspells them by a letter or two. */
const LONGEST = 64;

/** The one of some words that a misspelt word is nearest to; nothing if none is near. */
export function nearest(word, words) {
  let best;
  // Of a word of one or two letters nobody can tell.
  let least = floor(word.length / 3) + 1;
  for (let at = 0; at < words.length; at += 1) {
    const away = distance(lower(word), lower(words[at]));
    if (away < least) {
      least = away;
      best = words[at];
    }
  }
  return best;
}

/** `; did you mean …?` if there is such a word. */
export function suggestion(word, words) {
  const near = nearest(word, words);
  return near === undefined ? "" : `; did you mean \`${near}\`?`;
}

/** How many letters have to be changed, added, left out or swapped. */
function distance(one, other) {
  if (one.length > LONGEST || other.length > LONGEST) return LONGEST;
  let before = [];
  let row = [];
  for (let at = 0; at <= other.length; at += 1) append(row, at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let cost = min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) cost = min(cost, before[j - 2] + 1);
      append(next, cost);
    }
    before = row;
    row = next;
  }
  return row[other.length];
}
