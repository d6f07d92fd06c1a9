// Text and bytes: `TextEncoder`, `TextDecoder`, `atob`, `btoa`.

import {
  ARangeError,
  AString,
  ATypeError,
  Bytes,
  bufferLength,
  bytesSet,
  bytesSlice,
  charCodeAt,
  dataViewBuffer,
  dataViewLength,
  dataViewOffset,
  endsWith,
  exec,
  expose,
  fromCharCode,
  isObject,
  isView,
  lower,
  min,
  padEnd,
  seal,
  slice,
  tagOf,
  trim,
  viewBuffer,
  viewLength,
  viewOffset,
  viewTag,
} from "candor:primordials";
import { base64Decode, base64Encode, utf8Decode, utf8Encode } from "candor:native";
import { DOMException } from "candor:dom-exception";

/** The bytes of a buffer or of a view of one, not copied; nothing for anything else. */
export function bytesOf(value) {
  if (!isObject(value)) return undefined;
  if (isView(value)) {
    return viewTag(value) === undefined
      ? new Bytes(dataViewBuffer(value), dataViewOffset(value), dataViewLength(value))
      : new Bytes(viewBuffer(value), viewOffset(value), viewLength(value));
  }
  if (tagOf(value) !== "[object ArrayBuffer]") return undefined;
  try {
    bufferLength(value);
  } catch {
    return undefined;
  }
  return new Bytes(value);
}

class TextEncoder {
  get encoding() {
    return "utf-8";
  }

  encode(text = "") {
    return utf8Encode(AString(text));
  }

  encodeInto(text, target) {
    const bytes = utf8Encode(AString(text));
    let written = min(viewLength(bytes), viewLength(target));
    // A character is written whole or not at all.
    while (written < viewLength(bytes) && written > 0 && (bytes[written] & 0xc0) === 0x80)
      written -= 1;
    const part = bytesSlice(bytes, 0, written);
    bytesSet(target, part);
    return { read: utf8Decode(part, false).length, written };
  }
}

const UTF8 = /^(?:utf-?8|unicode-1-1-utf-8|unicode11utf8|unicode20utf8|x-unicode20utf8)$/;

class TextDecoder {
  #fatal;
  #keepsMark;
  #rest = new Bytes(0);
  #begun = false;

  constructor(label = "utf-8", options = {}) {
    if (exec(UTF8, lower(trim(AString(label)))) === null) {
      throw new ARangeError(
        `the encoding \`${AString(label)}\` is not known here; only \`utf-8\` is`,
      );
    }
    this.#fatal = Boolean(options?.fatal);
    this.#keepsMark = Boolean(options?.ignoreBOM);
  }

  get encoding() {
    return "utf-8";
  }

  get fatal() {
    return this.#fatal;
  }

  get ignoreBOM() {
    return this.#keepsMark;
  }

  decode(input = new Bytes(0), options = {}) {
    const given = bytesOf(input);
    if (given === undefined) {
      throw new ATypeError("only an `ArrayBuffer` or a view of one can be decoded");
    }
    let bytes = joined(this.#rest, given);
    this.#rest = new Bytes(0);
    if (options?.stream) {
      const whole = viewLength(bytes) - unfinished(bytes);
      this.#rest = bytesSlice(bytes, whole);
      bytes = bytesSlice(bytes, 0, whole);
    }
    let text = this.#read(bytes);
    if (!this.#begun && !this.#keepsMark && charCodeAt(text, 0) === 0xfeff) text = slice(text, 1);
    this.#begun = Boolean(options?.stream) && (this.#begun || text !== "");
    return text;
  }

  #read(bytes) {
    try {
      return utf8Decode(bytes, this.#fatal);
    } catch {
      throw new ATypeError("the bytes are not UTF-8");
    }
  }
}

function joined(first, second) {
  if (viewLength(first) === 0) return second;
  const bytes = new Bytes(viewLength(first) + viewLength(second));
  bytesSet(bytes, first);
  bytesSet(bytes, second, viewLength(first));
  return bytes;
}

/** How many bytes at the end are the beginning of a character whose rest is still to come. */
function unfinished(bytes) {
  const length = viewLength(bytes);
  for (let back = 1; back <= min(3, length); back += 1) {
    const byte = bytes[length - back];
    if ((byte & 0xc0) === 0x80) continue;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needs > back ? back : 0;
  }
  return 0;
}

expose(globalThis, "TextEncoder", seal(TextEncoder));
expose(globalThis, "TextDecoder", seal(TextDecoder));

expose(globalThis, "btoa", function btoa(text) {
  const binary = AString(text);
  const bytes = new Bytes(binary.length);
  for (let at = 0; at < binary.length; at += 1) {
    const code = charCodeAt(binary, at);
    if (code > 255) {
      throw new DOMException(
        "`btoa` takes characters up to U+00FF; encode the text first",
        "InvalidCharacterError",
      );
    }
    bytes[at] = code;
  }
  return base64Encode(bytes);
});

expose(globalThis, "atob", function atob(text) {
  const bytes = base64Bytes(AString(text));
  if (bytes === null) throw new DOMException("the text is not base64", "InvalidCharacterError");
  let binary = "";
  for (let at = 0; at < viewLength(bytes); at += 1) binary += fromCharCode(bytes[at]);
  return binary;
});

/** What base64 stands for, with or without blanks and padding; `null` if it is none. */
export function base64Bytes(text) {
  let compact = withoutBlanks(text);
  if (compact.length % 4 === 0 && endsWith(compact, "=")) {
    compact = slice(compact, 0, endsWith(compact, "==") ? -2 : -1);
  }
  if (compact.length % 4 === 1 || exec(BASE64, compact) === null) return null;
  return base64Decode(padEnd(compact, compact.length + ((4 - (compact.length % 4)) % 4), "="));
}

const BASE64 = /^[A-Za-z0-9+/]*$/;

function withoutBlanks(text) {
  let kept = "";
  for (let at = 0; at < text.length; at += 1) {
    const code = charCodeAt(text, at);
    if (code !== 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13) kept += text[at];
  }
  return kept;
}
