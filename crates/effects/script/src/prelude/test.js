// `candor/test`: tests that call the tools of a program.

import {
  AMap,
  AString,
  ATypeError,
  AnError,
  append,
  collect,
  exec,
  isError,
  isObject,
  mapGet,
  mapHas,
  mapSet,
  parse,
  split,
  stringify,
} from "candor:primordials";
import { answerWith } from "candor:fetch";
import { inspect } from "candor:inspect";
import { perform } from "candor:native";
import { isResponse, Response } from "candor:response";
import { isSame } from "candor:same";
import { call as callTool, calling, reset } from "candor:tools/turn";

const tests = new AMap();
const names = [];
let answers = [];

/** Adds a test. It passes unless its function throws. */
export function test(name, run) {
  if (typeof name !== "string" || name === "") throw new ATypeError("a test needs a name");
  if (typeof run !== "function") throw new ATypeError(`the test \`${name}\` needs a function`);
  if (mapHas(tests, name)) throw new ATypeError(`two tests have the name \`${name}\``);
  mapSet(tests, name, run);
  append(names, name);
}

/** The names of the tests, in the order in which they were added. */
export const testNames = () => names;

/** Runs one test. */
export async function runTest(name) {
  const run = mapGet(tests, name);
  if (run === undefined) throw new AnError(`no test has the name \`${name}\``);
  answers = [];
  answerWith(answerFor);
  try {
    await run();
  } finally {
    answerWith(undefined);
    answers = [];
    reset();
  }
}

/** Calls a tool, as a client would. */
export async function call(tool, input = {}, options = {}) {
  // A client can send nothing but JSON, and gets nothing else.
  const given = parse(stringify(input));
  const { env = {}, caller = {}, meta } = options;
  const result = parse(stringify(await callTool(tool, given, { env, caller, meta })));
  let text = "";
  for (let at = 0; at < result.content.length; at += 1) {
    if (result.content[at].type === "text") {
      text += (text === "" ? "" : "\n") + result.content[at].text;
    }
  }
  return {
    text,
    json: jsonIn(text),
    content: result.content,
    structured: result.structuredContent,
    isError: result.isError === true,
  };
}

/** The value of a text that is JSON. */
function jsonIn(text) {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Says what is answered to requests; gives the list of those that came. */
export function respond(pattern, answer = {}) {
  const requests = [];
  // The latest comes first, so that a test can say something else later on.
  answers = [{ __proto__: null, fits: matcher(pattern), answer, requests }, ...answers];
  return requests;
}

/** Whether a request fits: `https://api.example.com/*`, `POST https://…`, or a regular expression. */
function matcher(pattern) {
  if (isObject(pattern) && pattern instanceof RegExp) {
    return (request) => exec(pattern, request.url) !== null;
  }
  const parts = split(AString(pattern), " ");
  const method = parts.length === 2 ? parts[0] : undefined;
  const pieces = collect(split(parts[parts.length - 1], "*"), escape);
  const source = new RegExp(`^${pieces.join(".*")}$`, "s");
  return (request) =>
    (method === undefined || method === request.method) && exec(source, request.url) !== null;
}

const escape = (text) => text.replace(/[\\^$.|?+()[\]{}]/g, "\\$&");

async function answerFor(request, args) {
  const tool = calling();
  // A tool is held to what it says here, too: what it may not send is not answered.
  if (tool !== undefined) await perform("judge", { tool, request: args });
  for (let at = 0; at < answers.length; at += 1) {
    const { fits, answer, requests } = answers[at];
    if (!fits(request)) continue;
    const { method, url } = request;
    append(requests, {
      method,
      url,
      headers: Object.fromEntries(request.headers),
      body: await request.clone().text(),
    });
    return responseOf(typeof answer === "function" ? await answer(request) : answer);
  }
  return undefined;
}

function responseOf(answer) {
  if (isResponse(answer)) return answer.clone();
  const { status = 200, json, text, headers } = answer ?? {};
  if (json !== undefined) return Response.json(json, { status, headers });
  return new Response(text ?? null, { status, headers });
}

/** Fails unless two values are alike, member by member. */
export function equal(actual, expected, message) {
  if (isSame(actual, expected)) return;
  fail(message, `${inspect(actual)} is not ${inspect(expected)}`);
}

/** Fails unless a value is true, or something like it. */
export function ok(value, message) {
  if (!value) fail(message, `${inspect(value)} is not true`);
}

/** Fails unless a function throws; gives what it threw. */
export async function throws(run, pattern) {
  let thrown;
  try {
    await run();
  } catch (error) {
    thrown = { error };
  }
  if (thrown === undefined) fail(undefined, "nothing was thrown");
  const said = isError(thrown.error) ? AString(thrown.error.message) : AString(thrown.error);
  const fits =
    pattern === undefined ||
    (typeof pattern === "string" ? said.includes(pattern) : exec(pattern, said) !== null);
  if (!fits) fail(undefined, `\`${said}\` was thrown, which does not match ${inspect(pattern)}`);
  return thrown.error;
}

function fail(message, why) {
  const error = new AnError(message === undefined ? why : `${message}: ${why}`);
  error.name = "AssertionError";
  throw error;
}
