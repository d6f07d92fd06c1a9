// `URL`. The worker parses, by the rules of the web; this is how it looks.

import { AString, ATypeError, expose, parse, seal, slice, startsWith } from "candor:primordials";
import { urlParse, urlSet } from "candor:native";
import { URLSearchParams, link, refill } from "candor:search-params";

/** The parts of a URL; `null` if it is none. */
function partsOf(input, base) {
  const parts =
    base === undefined ? urlParse(AString(input)) : urlParse(AString(input), AString(base));
  return parts === null || parts === undefined ? null : parse(parts);
}

export class URL {
  #parts;
  #params = undefined;

  constructor(input, base) {
    const parts = partsOf(input, base);
    if (parts === null) {
      const beside = base === undefined ? "" : ` with the base \`${AString(base)}\``;
      throw new ATypeError(`\`${AString(input)}\`${beside} is not a URL`);
    }
    this.#parts = parts;
  }

  static canParse(input, base) {
    return partsOf(input, base) !== null;
  }

  static parse(input, base) {
    return URL.canParse(input, base) ? new URL(input, base) : null;
  }

  get searchParams() {
    if (this.#params === undefined) {
      this.#params = new URLSearchParams(this.#parts.search);
      link(this.#params, (query) => this.#set("search", query));
    }
    return this.#params;
  }

  get href() {
    return this.#parts.href;
  }

  set href(value) {
    const parts = partsOf(value);
    if (parts === null) throw new ATypeError(`\`${AString(value)}\` is not a URL`);
    this.#parts = parts;
    this.#refill();
  }

  get origin() {
    return this.#parts.origin;
  }

  toString() {
    return this.#parts.href;
  }

  toJSON() {
    return this.#parts.href;
  }

  get [Symbol.toStringTag]() {
    return "URL";
  }

  #set(part, value) {
    this.#parts = parse(urlSet(this.#parts.href, part, AString(value)));
  }

  #refill() {
    if (this.#params === undefined) return;
    const query = this.#parts.search;
    refill(this.#params, startsWith(query, "?") ? slice(query, 1) : query);
  }

  static {
    // The parts that can be read and set, all in the same way.
    const names = [
      "protocol",
      "username",
      "password",
      "host",
      "hostname",
      "port",
      "pathname",
      "search",
      "hash",
    ];
    for (const name of names) {
      Object.defineProperty(URL.prototype, name, {
        get() {
          return this.#parts[name];
        },
        set(value) {
          this.#set(name, value);
          if (name === "search") this.#refill();
        },
        enumerable: true,
        configurable: true,
      });
    }
  }
}

expose(globalThis, "URL", seal(URL));
