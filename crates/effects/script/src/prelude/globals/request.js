// `Request`.

import { AString, ATypeError, exec, expose, seal, upper } from "candor:primordials";
import { AbortController, AbortSignal } from "candor:abort";
import { Body, copyOf, hasBody } from "candor:body";
import { Headers } from "candor:headers";
import { URL } from "candor:url";

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Methods whose case does not matter. */
const USUAL = /^(?:DELETE|GET|HEAD|OPTIONS|POST|PUT)$/;

function methodOf(given) {
  const text = AString(given);
  if (exec(TOKEN, text) === null || exec(/^(?:CONNECT|TRACE|TRACK)$/i, text) !== null) {
    throw new ATypeError(`\`${text}\` is not a method that a request can have`);
  }
  return exec(USUAL, upper(text)) === null ? text : upper(text);
}

function urlOf(given) {
  const url = new URL(given instanceof URL ? given.href : AString(given));
  if (url.username !== "" || url.password !== "") {
    throw new ATypeError(
      "a URL with a name and a password cannot be fetched; send an `Authorization` header",
    );
  }
  return url.href;
}

function redirectOf(given) {
  const text = AString(given);
  if (text === "follow" || text === "error" || text === "manual") return text;
  throw new ATypeError(`\`redirect\` is \`follow\`, \`error\` or \`manual\`, not \`${text}\``);
}

/** Whether something is a request. */
export let isRequest;

export class Request extends Body {
  #url;
  #method;
  #headers;
  #redirect;
  #signal;

  static {
    isRequest = (value) => hasBody(value) && #method in value;
  }

  constructor(input, init = {}) {
    const from = isRequest(input) ? input : undefined;
    const url = from === undefined ? urlOf(input) : from.#url;
    const method = init?.method === undefined ? (from?.#method ?? "GET") : methodOf(init.method);
    const headers = new Headers(init?.headers ?? from?.#headers);
    const body = init?.body ?? (from === undefined ? null : copyOf(from));
    if (body !== null && (method === "GET" || method === "HEAD")) {
      throw new ATypeError(`a \`${method}\` request has no body`);
    }
    super(body, headers);
    this.#url = url;
    this.#method = method;
    this.#headers = headers;
    this.#redirect =
      init?.redirect === undefined ? (from?.#redirect ?? "follow") : redirectOf(init.redirect);
    this.#signal = signalOf(init?.signal === undefined ? from?.#signal : init.signal);
  }

  get url() {
    return this.#url;
  }

  get method() {
    return this.#method;
  }

  get headers() {
    return this.#headers;
  }

  get redirect() {
    return this.#redirect;
  }

  get signal() {
    return this.#signal;
  }

  clone() {
    return new Request(this);
  }

  get [Symbol.toStringTag]() {
    return "Request";
  }
}

function signalOf(given) {
  if (given === undefined || given === null) return new AbortController().signal;
  if (!(given instanceof AbortSignal)) throw new ATypeError("`signal` is an `AbortSignal`");
  return given;
}

expose(globalThis, "Request", seal(Request));
