// `DOMException`, the error of the web's interfaces.

import { AString, AnError, expose, seal } from "candor:primordials";

/** The names that have a number, from the time when errors had numbers. */
const CODES = {
  __proto__: null,
  NotSupportedError: 9,
  InvalidStateError: 11,
  SyntaxError: 12,
  InvalidAccessError: 15,
  NetworkError: 19,
  AbortError: 20,
  QuotaExceededError: 22,
  TimeoutError: 23,
  DataCloneError: 25,
  InvalidCharacterError: 5,
};

export class DOMException extends AnError {
  #name;

  constructor(message = "", options = "Error") {
    super(AString(message), typeof options === "object" && options !== null ? options : undefined);
    const name = typeof options === "object" && options !== null ? options.name : options;
    this.#name = name === undefined ? "Error" : AString(name);
  }

  get name() {
    return this.#name;
  }

  get code() {
    return CODES[this.#name] ?? 0;
  }

  get [Symbol.toStringTag]() {
    return "DOMException";
  }
}

expose(globalThis, "DOMException", seal(DOMException));
