// `ctx`: what a tool knows of its call, and what it can answer with.

import {
  ANumber,
  AString,
  ATypeError,
  freeze,
  isFinite,
  isObject,
  seal,
  stringify,
} from "candor:primordials";
import { perform, tell } from "candor:native";
import { AbortSignal, first } from "candor:abort";
import { format, log } from "candor:console";
import { base64Bytes, bytesOf } from "candor:encoding";
import { fetch } from "candor:fetch";
import { Response } from "candor:response";
import { formOf } from "candor:schema/input";
import { sentenceOf } from "candor:schema/schema";
import { Failure } from "candor:tools/failure";

/** A response with a body of some type. */
const answer = (body, type) => new Response(body, { headers: { "content-type": type } });

/** Logging: `ctx.log("…")`, or by level. */
const at =
  (level) =>
  (...values) =>
    log(level, format(values));
const logger = Object.assign(at("info"), {
  debug: at("debug"),
  info: at("info"),
  warn: at("warning"),
  error: at("error"),
});
freeze(logger);

/** None of the methods needs `this`, so that they can be taken apart: `({ json }) => json(…)`. */
export class Context {
  constructor(invocation, env) {
    const { signal, caller, meta } = invocation;
    this.env = env;
    this.signal = signal;
    this.caller = freeze({ ...caller });
    this.meta = meta;
    this.clientInfo =
      clientIn(meta) ??
      (caller?.client === undefined ? undefined : { name: caller.client, version: "" });
    this.oauthClientId = textIn(meta, "gram.ai/oauth-client-id");
    this.fetch = (input, init) => fetch(input, withSignal(init, signal));
  }

  get log() {
    return logger;
  }

  json(data) {
    const text = stringify(data);
    if (text === undefined) {
      throw new ATypeError(`\`ctx.json\` was given \`${AString(data)}\`, which has no JSON`);
    }
    return answer(text, "application/json");
  }

  text(text) {
    return answer(AString(text), "text/plain;charset=UTF-8");
  }

  markdown(text) {
    return answer(AString(text), "text/markdown;charset=UTF-8");
  }

  html(text) {
    return answer(AString(text), "text/html;charset=UTF-8");
  }

  /** An image: its bytes, or base64 of them. */
  image(data, type = "image/png") {
    const bytes = typeof data === "string" ? base64Bytes(data) : bytesOf(data);
    if (bytes === null || bytes === undefined) {
      throw new ATypeError("an image is bytes, or base64 of them");
    }
    return answer(bytes, AString(type));
  }

  /** Ends the call: it failed, and the model reads why. */
  fail(data, options) {
    throw new Failure(data, options);
  }

  /** Tells how far the work has come. */
  progress(done, total, message) {
    const body = { __proto__: null, done: amount(done) };
    if (total !== undefined && total !== null) body.total = amount(total);
    if (message !== undefined && message !== null) body.message = AString(message);
    tell("progress", body);
  }

  /** Asks the person behind the client; `null` if they do not want to answer. */
  async elicit(message, shape = {}) {
    const form = formOf(shape, "what is asked for");
    const args = { __proto__: null, message: AString(message), schema: await form.json() };
    const reply = await perform("elicit", args);
    if (reply.action !== "accept") return null;
    const read = await form.read(reply.content ?? {});
    if (read.issues) throw new Failure(`the answer does not fit: ${sentenceOf(read.issues)}`);
    return read.value;
  }
}

function amount(value) {
  const number = ANumber(value);
  if (!isFinite(number)) throw new ATypeError(`progress is a number, not \`${AString(value)}\``);
  return number;
}

/** What a request is told, with the end of the call as one more reason to end it. */
function withSignal(init, signal) {
  const given = isObject(init) ? init : {};
  const both = given.signal instanceof AbortSignal ? first([given.signal, signal]) : signal;
  return { ...given, signal: both };
}

/** What a client says of itself in the `_meta` of a call. */
function clientIn(meta) {
  const info = meta?.["io.modelcontextprotocol/clientInfo"];
  if (!isObject(info) || typeof info.name !== "string" || info.name === "") return undefined;
  return { name: info.name, version: typeof info.version === "string" ? info.version : "" };
}

function textIn(meta, member) {
  const value = meta?.[member];
  return typeof value === "string" && value !== "" ? value : undefined;
}

seal(Context);
