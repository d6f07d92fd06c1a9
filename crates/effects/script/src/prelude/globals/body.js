// What a request and a response have in common: a body, read once.
//
// There are no streams here. A body is text or bytes that are there as a whole, and `body` is
// `null` even if there is one: read it with `text`, `json`, `arrayBuffer` or `bytes`.

import {
  AString,
  ATypeError,
  Bytes,
  bytesSlice,
  charCodeAt,
  isObject,
  parse,
  seal,
  slice,
  viewBuffer,
} from "candor:primordials";
import { utf8Decode, utf8Encode } from "candor:native";
import { bytesOf } from "candor:encoding";
import { URLSearchParams } from "candor:search-params";

const PLAIN = "text/plain;charset=UTF-8";

/** What somebody gave for a body: its text or its bytes, and the type that it has by nature. */
function contentOf(init) {
  if (init === null || init === undefined) {
    return { __proto__: null, text: undefined, bytes: undefined, type: null };
  }
  if (typeof init === "string") {
    return { __proto__: null, text: init, bytes: undefined, type: PLAIN };
  }
  if (init instanceof URLSearchParams) {
    const type = "application/x-www-form-urlencoded;charset=UTF-8";
    return { __proto__: null, text: init.toString(), bytes: undefined, type };
  }
  const bytes = bytesOf(init);
  if (bytes !== undefined) {
    return { __proto__: null, text: undefined, bytes: bytesSlice(bytes), type: null };
  }
  if (isObject(init) && isPlainObject(init)) {
    throw new ATypeError("a body is text or bytes; give an object as `JSON.stringify(object)`");
  }
  return { __proto__: null, text: AString(init), bytes: undefined, type: PLAIN };
}

/** An object whose text would be `[object Object]`, which nobody means. */
const isPlainObject = (value) => AString(value) === "[object Object]";

/** Whether something is a request or a response. */
export let hasBody;

/** The body as text or bytes, whether it has been read or not: `{ text, bytes }`. */
export let peek;

export class Body {
  #text;
  #bytes;
  #used = false;

  static {
    hasBody = (value) => isObject(value) && #used in value;
    peek = (body) => ({ __proto__: null, text: body.#text, bytes: body.#bytes });
  }

  /** Takes the body over, and gives it the type that it has by nature if nobody said another. */
  constructor(init, headers) {
    const { text, bytes, type } = contentOf(init);
    this.#text = text;
    this.#bytes = bytes;
    if (type !== null && !headers.has("content-type")) headers.set("content-type", type);
  }

  get body() {
    return null;
  }

  get bodyUsed() {
    return this.#used;
  }

  async text() {
    this.#use();
    if (this.#text !== undefined) return this.#text;
    const text = this.#bytes === undefined ? "" : utf8Decode(this.#bytes, false);
    return charCodeAt(text, 0) === 0xfeff ? slice(text, 1) : text;
  }

  async json() {
    const text = await this.text();
    try {
      return parse(text);
    } catch (cause) {
      const begin = text.length > 60 ? `${slice(text, 0, 60)}…` : text;
      throw new SyntaxError(`the body is no JSON, it begins with \`${begin}\``, { cause });
    }
  }

  async arrayBuffer() {
    return viewBuffer(await this.bytes());
  }

  async bytes() {
    this.#use();
    if (this.#text !== undefined) return utf8Encode(this.#text);
    return this.#bytes === undefined ? new Bytes(0) : bytesSlice(this.#bytes);
  }

  async formData() {
    throw new ATypeError("forms cannot be read here; use `text`, `json`, `arrayBuffer` or `bytes`");
  }

  async blob() {
    throw new ATypeError("there are no blobs here; use `bytes` or `arrayBuffer`");
  }

  #use() {
    if (this.#used) throw new ATypeError("the body has been read already; read a `clone()` of it");
    if (this.#text !== undefined || this.#bytes !== undefined) this.#used = true;
  }
}

/** What stands in for the body of another, so that both can be read. */
export function copyOf(body) {
  if (body.bodyUsed) {
    throw new ATypeError("the body has been read already, so there is nothing to clone");
  }
  const { text, bytes } = peek(body);
  return text ?? bytes ?? null;
}
seal(Body);
