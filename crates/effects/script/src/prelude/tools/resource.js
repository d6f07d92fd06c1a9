// One resource, as its author wrote it.

import { ATypeError, freeze, includes, isPlain, keys, parse, stringify } from "candor:primordials";
import { base64Encode } from "candor:native";
import { bytesOf } from "candor:encoding";
import { isResponse } from "candor:response";
import { suggestion } from "candor:schema/nearest";
import { environment } from "candor:tools/invoke";
import { bodyOf } from "candor:tools/result";

/** What a definition can say. */
const MEMBERS = ["name", "uri", "title", "description", "mimeType", "meta", "content"];

/** Members that are texts. */
const TEXTS = ["title", "description", "mimeType"];

/** Checks a definition and takes it over. What is wrong is thrown, with the author's line on the stack. */
export function defineResource(given, settings) {
  if (!isPlain(given)) {
    throw new ATypeError("a resource is an object with `uri`, `name` and `content`");
  }
  const { uri, name, content } = given;
  if (typeof uri !== "string" || uri === "") throw new ATypeError("a resource needs a `uri`");
  const what = (member) => `\`${member}\` of the resource \`${uri}\``;
  if (typeof name !== "string" || name === "") throw new ATypeError(`${what("name")} is missing`);
  if (content === undefined) throw new ATypeError(`${what("content")} is missing`);
  checkMembers(given, uri, settings);
  const resource = { __proto__: null, ...settings, uri, name, content };
  for (let at = 0; at < TEXTS.length; at += 1) {
    const value = given[TEXTS[at]];
    if (value !== undefined && typeof value !== "string") {
      throw new ATypeError(`${what(TEXTS[at])} must be a text`);
    }
    resource[TEXTS[at]] = value;
  }
  if (given.meta !== undefined) {
    if (!isPlain(given.meta)) throw new ATypeError(`${what("meta")} must be an object`);
    resource.meta = parse(stringify(given.meta));
  }
  return freeze(resource);
}

function checkMembers(given, uri, settings) {
  const names = keys(given);
  for (let at = 0; at < names.length; at += 1) {
    if (includes(MEMBERS, names[at])) continue;
    const sentence = `the resource \`${uri}\` has a member \`${names[at]}\` that is not known${suggestion(names[at], MEMBERS)}`;
    if (!settings.lenient) throw new ATypeError(sentence);
    settings.remark(sentence);
  }
}

/** The definition in the words of `resources/list`. */
export function describeResource({ uri, name, title, description, mimeType, meta }) {
  return { uri, name, title, description, mimeType, _meta: meta };
}

/** What is in a resource: a `ReadResourceResult`. */
export async function readResource(resource, invocation) {
  const { content } = resource;
  if (typeof content !== "function") return contentsOf(resource, content);
  const context = new resource.context(invocation, await environment(resource, invocation));
  return contentsOf(resource, await content(context));
}

/** Content as its author gave it: a text, bytes, a response, or anything that has JSON. */
export function contentsOf({ uri, mimeType }, value) {
  const { type, text, bytes } = partsOf(uri, value);
  const item = { uri, mimeType: mimeType ?? type };
  if (text === undefined) item.blob = base64Encode(bytes);
  else item.text = text;
  return { __proto__: null, contents: [item] };
}

function partsOf(uri, value) {
  if (typeof value === "string") return { type: "text/plain", text: value };
  if (isResponse(value)) {
    if (!value.ok) throw new ATypeError(`the resource \`${uri}\` answered ${value.status}`);
    return bodyOf(value);
  }
  const bytes = bytesOf(value);
  if (bytes !== undefined) return { type: "application/octet-stream", bytes };
  const text = stringify(value);
  if (text === undefined) {
    throw new ATypeError(`the content of the resource \`${uri}\` is ${typeof value}, which has no JSON`);
  }
  return { type: "application/json", text };
}
