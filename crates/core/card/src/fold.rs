//! Shortening of long values.

use crate::card::FoldedValue;
use crate::quote::{CutPoints, clip, cost};

/// Values longer than this are shortened, in characters.
const LONG: usize = 600;

/// The number of characters shown of the beginning and the end.
const HEAD: usize = 400;
const TAIL: usize = 100;

/// The maximum size of a value stored in full, in bytes.
const WHOLE_MAX: usize = 64 * 1024;

/// The size of a value's display if the card has no room left, in bytes.
const LEAST: usize = 90;

/// The space for values and descriptions on a card beyond the minimum of every line, in bytes.
const ROOM: usize = 256 * 1024;

/// A value to be shortened.
pub(crate) struct FoldRequest<'a> {
    /// The readable form.
    pub(crate) readable: String,
    /// Its length in characters.
    pub(crate) characters: usize,
    /// Its fingerprint, which is taken only if it is needed.
    pub(crate) sha256: &'a dyn Fn(&str) -> String,
}

/// The room on a card.
pub(crate) struct CardBudget {
    left: usize,
}

// === impl CardBudget ===

impl CardBudget {
    pub(crate) fn new() -> Self {
        Self { left: ROOM }
    }

    /// Reserves the space for `text`, if available.
    pub(crate) fn take(&mut self, text: &str) -> bool {
        let left = self.left.checked_sub(cost(text));
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// The displayed part of a value and, if it was shortened, facts about the rest.
    pub(crate) fn fold(&mut self, long: FoldRequest<'_>) -> (String, Option<FoldedValue>) {
        let FoldRequest {
            readable,
            characters,
            sha256,
        } = long;
        let length = readable.chars().count();
        if length <= LONG && (cost(&readable) <= LEAST || self.take(&readable)) {
            return (readable, None);
        }
        let mut shown = both_ends(&readable, length);
        if length <= LONG || !self.take(&shown) {
            shown = beginning(&readable, length);
        }
        let sha256 = sha256(&readable);
        let whole = (readable.len() <= WHOLE_MAX && self.take(&readable)).then_some(readable);
        let folded = FoldedValue {
            whole,
            characters,
            sha256,
        };
        (shown, Some(folded))
    }
}

/// The first and the last of a readable text, with how much is left out.
fn both_ends(text: &str, length: usize) -> String {
    let head = head(text, HEAD);
    let tail = tail(&text[head.len()..], TAIL);
    let shown = head.chars().count() + tail.chars().count();
    format!("{head}{}{tail}", left_out(length - shown))
}

/// The least that is shown.
fn beginning(text: &str, length: usize) -> String {
    let clipped = clip(text, LEAST);
    let head = clipped.trim_end_matches('…');
    format!("{head}{}", left_out(length - head.chars().count()))
}

fn left_out(characters: usize) -> String {
    format!("⟨{characters} characters left out⟩")
}

/// At most the first `most` characters.
fn head(text: &str, most: usize) -> &str {
    let limit = text
        .char_indices()
        .nth(most)
        .map_or(text.len(), |(at, _)| at);
    let end = CutPoints::new(text).take_while(|at| *at <= limit).last();
    &text[..end.unwrap_or(0)]
}

/// At most the last `most` characters.
fn tail(text: &str, most: usize) -> &str {
    let from = text.char_indices().rev().nth(most.saturating_sub(1));
    let mut start = from.map_or(0, |(at, _)| at);
    // After an odd number of backslashes comes the escaped character.
    let backslashes = text[..start]
        .bytes()
        .rev()
        .take_while(|byte| *byte == b'\\');
    if backslashes.count() % 2 == 1 {
        start += text[start..].chars().next().map_or(0, char::len_utf8);
    }
    // A bracket that closes before one opens was opened before.
    if let Some(at) = text[start..].find(['⟨', '⟩'])
        && text[start + at..].starts_with('⟩')
    {
        start += at + '⟩'.len_utf8();
    }
    &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(room: &mut CardBudget, text: &str) -> (String, Option<FoldedValue>) {
        room.fold(FoldRequest {
            readable: text.to_owned(),
            characters: text.chars().count(),
            sha256: &|_| "digest".to_owned(),
        })
    }

    #[test]
    fn short_values_stay_as_they_are() {
        let text = "é".repeat(LONG);
        assert_eq!(folded(&mut CardBudget::new(), &text), (text, None));
    }

    #[test]
    fn long_values_show_both_ends_and_keep_the_whole() {
        let text = format!("{}{}", "a".repeat(1000), "z".repeat(1000));
        let (shown, folded) = folded(&mut CardBudget::new(), &text);
        let expect = format!(
            "{}⟨1500 characters left out⟩{}",
            "a".repeat(HEAD),
            "z".repeat(TAIL)
        );
        assert_eq!(shown, expect);
        assert_eq!(folded.expect("folded").whole, Some(text));
    }

    #[test]
    fn nothing_is_cut_in_two_at_either_end() {
        let code = "⟨U+0000 NULL⟩";
        let text = format!("{}{}", "a".repeat(HEAD - 3), code.repeat(200));
        let (shown, _) = folded(&mut CardBudget::new(), &text);
        let middle = shown.replace(code, "");
        let (_, rest) = middle.split_once('⟨').expect("a gap");
        assert!(rest.ends_with(" characters left out⟩"), "{shown}");

        for backslashes in [700, 701] {
            let text = format!("{}n", "\\".repeat(backslashes));
            let (shown, _) = folded(&mut CardBudget::new(), &text);
            let (head, tail) = shown.split_once('⟨').expect("a gap");
            let tail = tail.split_once('⟩').expect("a gap").1;
            assert_eq!(head.len() % 2, 0);
            assert_eq!(tail.len() % 2, (backslashes + 1) % 2);
        }
    }

    #[test]
    fn when_there_is_no_room_little_is_shown() {
        let mut room = CardBudget { left: 0 };
        let (shown, known) = folded(&mut room, &"x".repeat(500));
        assert_eq!(
            shown,
            format!("{}⟨413 characters left out⟩", "x".repeat(87))
        );
        assert_eq!(known.expect("folded").whole, None);
        assert_eq!(folded(&mut room, "short"), ("short".to_owned(), None));
    }

    #[test]
    fn what_is_too_long_is_not_kept() {
        let (_, known) = folded(&mut CardBudget::new(), &"x".repeat(WHOLE_MAX + 1));
        let known = known.expect("folded");
        assert_eq!((known.whole, known.characters), (None, WHOLE_MAX + 1));
    }
}
