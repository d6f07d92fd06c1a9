// `Headers`: names and values, in the order of their names.

import {
  AString,
  ATypeError,
  append,
  apply,
  charCodeAt,
  copyList,
  exec,
  expose,
  isObject,
  join,
  keys,
  lower,
  seal,
  slice,
  sort,
} from "candor:primordials";
import { pairsOf } from "candor:search-params";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Names that need no look, since they are in every other call. */
const COMMON = { __proto__: null, "content-type": "content-type", "Content-Type": "content-type" };

function headerName(name) {
  const common = COMMON[name];
  if (common !== undefined) return common;
  const text = AString(name);
  if (exec(TOKEN, text) === null) throw new ATypeError(`\`${text}\` is not the name of a header`);
  return lower(text);
}

/** A value without blanks around it and without characters that none may have, as most are. */
const CLEAN = /^(?:[\x21-\xff](?:[\t\x20-\xff]*[\x21-\xff])?)?$/;

/** A value without the blanks around it. */
function headerValue(value, name) {
  const text = AString(value);
  if (exec(CLEAN, text) !== null) return text;
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(charCodeAt(text, from))) from += 1;
  while (to > from && isBlank(charCodeAt(text, to - 1))) to -= 1;
  for (let at = from; at < to; at += 1) {
    const code = charCodeAt(text, at);
    if (code === 0 || code === 10 || code === 13 || code > 255) {
      throw new ATypeError(
        `the value of the header \`${name}\` has a character that no header may have`,
      );
    }
  }
  return slice(text, from, to);
}

const isBlank = (code) => code === 32 || code === 9 || code === 10 || code === 13;

/** The names and values of headers, each value by itself. */
export let headerPairs;

export class Headers {
  /** Lists of values by name. */
  #values = { __proto__: null };

  static {
    headerPairs = (headers) => {
      const pairs = [];
      const names = keys(headers.#values);
      for (let at = 0; at < names.length; at += 1) {
        const values = headers.#values[names[at]];
        for (let index = 0; index < values.length; index += 1) {
          append(pairs, [names[at], values[index]]);
        }
      }
      return pairs;
    };
  }

  constructor(init = undefined) {
    if (init === undefined || init === null) return;
    if (!isObject(init)) {
      throw new ATypeError("headers come from an object, from pairs or from other headers");
    }
    const pairs = #values in init ? headerPairs(init) : pairsOf(init, "headers");
    for (let at = 0; at < pairs.length; at += 1) this.append(pairs[at][0], pairs[at][1]);
  }

  append(name, value) {
    const key = headerName(name);
    const text = headerValue(value, key);
    if (key in this.#values) append(this.#values[key], text);
    else this.#values[key] = [text];
  }

  delete(name) {
    delete this.#values[headerName(name)];
  }

  get(name) {
    const values = this.#values[headerName(name)];
    return values === undefined ? null : join(values, ", ");
  }

  getSetCookie() {
    return copyList(this.#values["set-cookie"] ?? []);
  }

  has(name) {
    return headerName(name) in this.#values;
  }

  set(name, value) {
    const key = headerName(name);
    this.#values[key] = [headerValue(value, key)];
  }

  forEach(task, self) {
    for (const [name, value] of this) apply(task, self, [value, name, this]);
  }

  *entries() {
    for (const name of sort(keys(this.#values))) {
      // Cookies are the one header whose values cannot be joined.
      if (name === "set-cookie") for (const value of this.#values[name]) yield [name, value];
      else yield [name, join(this.#values[name], ", ")];
    }
  }

  *keys() {
    for (const [name] of this) yield name;
  }

  *values() {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  get [Symbol.toStringTag]() {
    return "Headers";
  }
}

expose(globalThis, "Headers", seal(Headers));
