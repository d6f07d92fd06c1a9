// `fetch`: the host sends the request, if the tool may.

import {
  APromise,
  AString,
  ATypeError,
  AnError,
  defineProperty,
  expose,
  isError,
  split,
} from "candor:primordials";
import { base64Decode, base64Encode, perform } from "candor:native";
import { stackOf } from "candor:place";
import { peek } from "candor:body";
import { whenAborted } from "candor:abort";
import { Headers, headerPairs } from "candor:headers";
import { Request } from "candor:request";
import { received } from "candor:response";

/** Who answers requests instead of the host; tests put themselves here. */
const stand = { __proto__: null, in: undefined };

/**
 * Has a function answer requests: it gets a `Request`, also as the host takes it, and gives a
 * `Response`, or nothing to pass.
 */
export function answerWith(answer) {
  stand.in = answer;
}

export function fetch(input, init) {
  // The stack is taken now, while the caller is on it.
  const origin = new AnError();
  return send(input, init, origin);
}

async function send(input, init, origin) {
  const request = new Request(input, init);
  request.signal.throwIfAborted();
  const answer = stand.in === undefined ? undefined : await stand.in(request, argsOf(request));
  if (answer !== undefined) return answer;
  const reply = await unlessAborted(request.signal, perform("fetch", argsOf(request)), origin);
  const headers = new Headers();
  for (let at = 0; at < reply.headers.length; at += 1) tryAppend(headers, reply.headers[at]);
  const bytes = base64Decode(reply.body_base64 ?? "");
  const parts = {
    __proto__: null,
    status: reply.status,
    statusText: reply.status_text ?? "",
    headers,
  };
  return received(bytes, parts, reply.url, reply.url !== split(request.url, "#")[0]);
}

/** A server may send a header that no program may make; it is left out. */
function tryAppend(headers, pair) {
  try {
    headers.append(pair[0], pair[1]);
  } catch {
    // The rest of the response is still good.
  }
}

/** The request as the host takes it. */
function argsOf(request) {
  const { text, bytes } = peek(request);
  const args = {
    __proto__: null,
    method: request.method,
    url: request.url,
    headers: headerPairs(request.headers),
    redirect: request.redirect,
  };
  if (text !== undefined) args.body_text = text;
  else if (bytes !== undefined) args.body_base64 = base64Encode(bytes);
  return args;
}

/** What comes first: the reply, or that nobody wants it any more. */
function unlessAborted(signal, reply, origin) {
  return new APromise((resolve, reject) => {
    whenAborted(signal, () => reject(signal.reason));
    settle(reply, resolve, (error) => reject(refusal(error, origin)));
  });
}

async function settle(reply, resolve, reject) {
  let value;
  try {
    value = await reply;
  } catch (error) {
    return reject(error);
  }
  return resolve(value);
}

/** The host's sentence as the error that `fetch` rejects with, at the place of the call. */
function refusal(error, origin) {
  const message = isError(error) ? AString(error.message) : AString(error);
  const refused = new ATypeError(message);
  defineProperty(refused, "stack", {
    __proto__: null,
    value: stackOf(origin),
    writable: true,
    enumerable: false,
    configurable: true,
  });
  return refused;
}

expose(globalThis, "fetch", fetch);
