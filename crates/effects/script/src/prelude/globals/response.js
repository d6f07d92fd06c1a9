// `Response`.

import {
  ARangeError,
  AString,
  ATypeError,
  exec,
  expose,
  isInteger,
  seal,
  stringify,
} from "candor:primordials";
import { Body, copyOf, hasBody } from "candor:body";
import { Headers } from "candor:headers";
import { URL } from "candor:url";

/** Statuses whose answer has no body. */
const EMPTY = { __proto__: null, 101: true, 204: true, 205: true, 304: true };

/** A response as it came from somewhere. */
export let received;

/** Whether something is a response. */
export let isResponse;

export class Response extends Body {
  #status;
  #statusText;
  #headers;
  #url = "";
  #redirected = false;
  #type = "default";

  static {
    isResponse = (value) => hasBody(value) && #statusText in value;
    received = (bytes, init, url, redirected) => {
      const response = new Response(EMPTY[init.status] ? null : bytes, init);
      response.#url = url;
      response.#redirected = redirected;
      response.#type = "basic";
      return response;
    };
  }

  constructor(body = null, init = {}) {
    const status = init?.status === undefined ? 200 : Number(init.status);
    if (!isInteger(status) || status < 200 || status > 599) {
      throw new ARangeError(`\`${AString(init.status)}\` is not a status; they go from 200 to 599`);
    }
    if (EMPTY[status] && body !== null && body !== undefined) {
      throw new ATypeError(`a response with the status ${status} has no body`);
    }
    const headers = new Headers(init?.headers);
    super(body, headers);
    this.#status = status;
    this.#statusText = init?.statusText === undefined ? "" : AString(init.statusText);
    this.#headers = headers;
  }

  static json(data, init = {}) {
    const text = stringify(data);
    if (text === undefined) throw new ATypeError("the value has no JSON");
    const response = new Response(text, init);
    if (!new Headers(init?.headers).has("content-type")) {
      response.#headers.set("content-type", "application/json");
    }
    return response;
  }

  static error() {
    const response = new Response();
    response.#status = 0;
    response.#type = "error";
    return response;
  }

  static redirect(url, status = 302) {
    if (exec(/^30[12378]$/, AString(status)) === null) {
      throw new ARangeError(`\`${AString(status)}\` is not the status of a redirect`);
    }
    return new Response(null, { status, headers: { location: new URL(url).href } });
  }

  get status() {
    return this.#status;
  }

  get ok() {
    return this.#status >= 200 && this.#status < 300;
  }

  get statusText() {
    return this.#statusText;
  }

  get headers() {
    return this.#headers;
  }

  get url() {
    return this.#url;
  }

  get redirected() {
    return this.#redirected;
  }

  get type() {
    return this.#type;
  }

  clone() {
    const init = {
      status: this.#status || 200,
      statusText: this.#statusText,
      headers: this.#headers,
    };
    const copy = new Response(copyOf(this), init);
    copy.#status = this.#status;
    copy.#url = this.#url;
    copy.#redirected = this.#redirected;
    copy.#type = this.#type;
    return copy;
  }

  get [Symbol.toStringTag]() {
    return "Response";
  }
}

expose(globalThis, "Response", seal(Response));
