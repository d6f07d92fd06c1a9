// `URLSearchParams`: the pairs of a query.

import {
  AString,
  ATypeError,
  append,
  apply,
  bytesSlice,
  expose,
  fromCharCode,
  includes,
  indexOf,
  isObject,
  keys,
  seal,
  slice,
  sort,
  split,
  startsWith,
  toText,
  upper,
  viewLength,
} from "candor:primordials";
import { utf8Decode, utf8Encode } from "candor:native";

/** Reads the pairs of `a=1&b=2`. */
function parsePairs(text) {
  const pairs = [];
  const parts = split(text, "&");
  for (let at = 0; at < parts.length; at += 1) {
    if (parts[at] === "") continue;
    const equals = indexOf(parts[at], "=");
    const name = equals < 0 ? parts[at] : slice(parts[at], 0, equals);
    const value = equals < 0 ? "" : slice(parts[at], equals + 1);
    append(pairs, [decode(name), decode(value)]);
  }
  return pairs;
}

/** Takes `+` and percent signs back. What only looks like one is left as it is. */
function decode(text) {
  const bytes = utf8Encode(text);
  let out = 0;
  for (let at = 0; at < viewLength(bytes); at += 1) {
    let byte = bytes[at];
    if (byte === 0x2b) byte = 0x20;
    else if (byte === 0x25) {
      const code = hex(bytes[at + 1]) * 16 + hex(bytes[at + 2]);
      if (code === code) {
        byte = code;
        at += 2;
      }
    }
    bytes[out] = byte;
    out += 1;
  }
  return utf8Decode(bytesSlice(bytes, 0, out), false);
}

function hex(byte) {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NaN;
}

function encode(text) {
  const bytes = utf8Encode(text);
  let encoded = "";
  for (let at = 0; at < viewLength(bytes); at += 1) {
    const byte = bytes[at];
    const plain =
      (byte >= 0x30 && byte <= 0x39) ||
      (byte >= 0x41 && byte <= 0x5a) ||
      (byte >= 0x61 && byte <= 0x7a) ||
      byte === 0x2a ||
      byte === 0x2d ||
      byte === 0x2e ||
      byte === 0x5f;
    if (plain) encoded += fromCharCode(byte);
    else if (byte === 0x20) encoded += "+";
    else encoded += `%${byte < 16 ? "0" : ""}${upper(toText(byte, 16))}`;
  }
  return encoded;
}

/** Whether something is a list of pairs rather than a record. */
const isIterable = (value) => isObject(value) && typeof value[Symbol.iterator] === "function";

/** Pairs out of whatever the constructors of the web take for pairs. */
export function pairsOf(init, what) {
  const pairs = [];
  if (isIterable(init)) {
    for (const pair of init) {
      const both = isIterable(pair) ? [...pair] : [];
      if (both.length !== 2) {
        throw new ATypeError(`each of the ${what} is a pair of a name and a value`);
      }
      append(pairs, [AString(both[0]), AString(both[1])]);
    }
    return pairs;
  }
  const names = keys(init);
  for (let at = 0; at < names.length; at += 1) append(pairs, [names[at], AString(init[names[at]])]);
  return pairs;
}

/** Has changes of a query told to somebody. */
export let link;

/** Replaces the pairs of a query by those of another. */
export let refill;

export class URLSearchParams {
  #pairs;
  /** Whom a change is told to: the `URL` whose query this is. */
  #changed = undefined;

  static {
    link = (params, changed) => (params.#changed = changed);
    refill = (params, text) => (params.#pairs = parsePairs(text));
  }

  constructor(init = "") {
    if (isObject(init)) this.#pairs = pairsOf(init, "parameters");
    else {
      const text = AString(init);
      this.#pairs = parsePairs(startsWith(text, "?") ? slice(text, 1) : text);
    }
  }

  get size() {
    return this.#pairs.length;
  }

  append(name, value) {
    append(this.#pairs, [AString(name), AString(value)]);
    this.#tell();
  }

  delete(name, value) {
    this.#keep(
      (pair) => pair[0] !== AString(name) || (value !== undefined && pair[1] !== AString(value)),
    );
    this.#tell();
  }

  get(name) {
    const all = this.getAll(name);
    return all.length === 0 ? null : all[0];
  }

  getAll(name) {
    const values = [];
    const wanted = AString(name);
    for (let at = 0; at < this.#pairs.length; at += 1) {
      if (this.#pairs[at][0] === wanted) append(values, this.#pairs[at][1]);
    }
    return values;
  }

  has(name, value) {
    const all = this.getAll(name);
    return value === undefined ? all.length > 0 : includes(all, AString(value));
  }

  set(name, value) {
    let found = false;
    this.#keep((pair) => {
      if (pair[0] !== AString(name)) return true;
      if (found) return false;
      found = true;
      pair[1] = AString(value);
      return true;
    });
    if (!found) append(this.#pairs, [AString(name), AString(value)]);
    this.#tell();
  }

  sort() {
    sort(this.#pairs, (one, other) => (one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0));
    this.#tell();
  }

  forEach(task, self) {
    for (let at = 0; at < this.#pairs.length; at += 1) {
      apply(task, self, [this.#pairs[at][1], this.#pairs[at][0], this]);
    }
  }

  *entries() {
    for (let at = 0; at < this.#pairs.length; at += 1) {
      yield [this.#pairs[at][0], this.#pairs[at][1]];
    }
  }

  *keys() {
    for (let at = 0; at < this.#pairs.length; at += 1) yield this.#pairs[at][0];
  }

  *values() {
    for (let at = 0; at < this.#pairs.length; at += 1) yield this.#pairs[at][1];
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  toString() {
    let text = "";
    for (let at = 0; at < this.#pairs.length; at += 1) {
      const pair = this.#pairs[at];
      text += `${at === 0 ? "" : "&"}${encode(pair[0])}=${encode(pair[1])}`;
    }
    return text;
  }

  get [Symbol.toStringTag]() {
    return "URLSearchParams";
  }

  #keep(wanted) {
    const kept = [];
    for (let at = 0; at < this.#pairs.length; at += 1) {
      if (wanted(this.#pairs[at])) append(kept, this.#pairs[at]);
    }
    this.#pairs = kept;
  }

  #tell() {
    if (this.#changed !== undefined) this.#changed(this.toString());
  }
}

expose(globalThis, "URLSearchParams", seal(URLSearchParams));
