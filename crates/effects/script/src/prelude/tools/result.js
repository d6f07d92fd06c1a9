// What a tool gave, as a `CallToolResult`.

import {
  AMap,
  ATypeError,
  append,
  exec,
  freeze,
  isArray,
  isObject,
  isPlain,
  lower,
  mapGet,
  mapSet,
  mapSize,
  parse,
  split,
  stringify,
  trim,
} from "candor:primordials";
import { base64Encode, utf8Decode, utf8Encode } from "candor:native";
import { peek } from "candor:body";
import { bytesOf } from "candor:encoding";
import { isResponse } from "candor:response";
import { sentenceOf } from "candor:schema/schema";
import { Failure } from "candor:tools/failure";

/** Types that are text, whatever their first half says. */
const TEXT = /^text\/|\b(?:json|xml|yaml|yml|toml|javascript|graphql|csv|urlencoded)\b/;
const MEDIA = /^(image|audio)\//;

const textContent = (text) => ({ type: "text", text });

/** A result that says what went wrong. */
export function failed(text) {
  return { __proto__: null, content: [textContent(text)], isError: true };
}

/** The result of what a tool returned, or threw as a response. */
export async function resultOf(value, tool) {
  const result = isResponse(value) ? fromResponse(value) : fromValue(value, tool.name);
  if (tool.output === undefined || result.isError) return result;
  return await structured(result, value, tool);
}

function fromResponse(response) {
  const kind = kindOf(response.headers.get("content-type") ?? "");
  if (kind.isWhole) return wholeResult(parse(textIn(response)), "the function");
  const result = { __proto__: null, content: contentIn(response, kind) };
  if (!response.ok) {
    result.isError = true;
    if (result.content.length === 0) {
      append(result.content, textContent(`the tool answered with the status ${response.status}`));
    }
  }
  return result;
}

/** The body of a response as a text, or as bytes if its type is none of texts. */
export function bodyOf(response) {
  const type = response.headers.get("content-type") ?? "text/plain";
  const { text, bytes } = peek(response);
  if (text !== undefined || bytes === undefined || kindOf(type).isText) {
    return { type, text: textIn(response) };
  }
  return { type, bytes };
}

/** The text of a body. */
function textIn(response) {
  const { text, bytes } = peek(response);
  return text ?? (bytes === undefined ? "" : utf8Decode(bytes, false));
}

/** What is known of types of content that have been seen. */
const kinds = new AMap();

/** What a type of content means for a result. */
function kindOf(type) {
  const known = mapGet(kinds, type);
  if (known !== undefined) return known;
  const essence = lower(trim(split(type, ";")[0]));
  const media = essence === "image/svg+xml" ? null : exec(MEDIA, essence);
  const kind = freeze({
    __proto__: null,
    essence,
    media: media === null ? undefined : media[1],
    isText: essence === "" || exec(TEXT, essence) !== null,
    // How Gram says that the body is a result of the protocol already.
    isWhole: exec(/;\s*mcp=tools_call\b/, type) !== null,
  });
  if (mapSize(kinds) < 50) mapSet(kinds, type, kind);
  return kind;
}

function contentIn(response, { essence, media, isText }) {
  const { text, bytes } = peek(response);
  if (text === undefined && bytes === undefined) return [];
  if (media !== undefined) {
    return [{ type: media, data: base64Encode(bytes ?? utf8Encode(text)), mimeType: essence }];
  }
  if (text !== undefined || isText) return [textContent(textIn(response))];
  try {
    return [textContent(utf8Decode(bytes, true))];
  } catch {
    throw new Failure(
      `the tool answered with bytes of the type \`${essence}\`; a result holds text, images and sounds`,
    );
  }
}

function fromValue(value, name) {
  if (value === undefined) return { __proto__: null, content: [] };
  if (typeof value === "string") return { __proto__: null, content: [textContent(value)] };
  if (isPlain(value) && isContentList(value.content)) {
    return wholeResult(value, `the tool \`${name}\``);
  }
  if (bytesOf(value) !== undefined) {
    throw new ATypeError(
      `the tool \`${name}\` returned bytes; return \`ctx.image(bytes, type)\` or text`,
    );
  }
  const text = stringify(value);
  if (text === undefined) {
    throw new ATypeError(`the tool \`${name}\` returned ${typeof value}, which has no JSON`);
  }
  return { __proto__: null, content: [textContent(text)] };
}

/** Whether somebody wrote content as the protocol has it. */
function isContentList(content) {
  if (!isArray(content)) return false;
  for (let at = 0; at < content.length; at += 1) {
    if (!isObject(content[at]) || typeof content[at].type !== "string") return false;
  }
  return true;
}

/** A result that the author wrote whole. What is wrong in it is said, since no client would. */
function wholeResult(given, who) {
  if (!isObject(given) || !isContentList(given.content)) {
    throw new ATypeError(`the result of ${who} has no list \`content\``);
  }
  const result = { __proto__: null, ...given, content: [] };
  for (let at = 0; at < given.content.length; at += 1) {
    append(result.content, checked(given.content[at], `content[${at}]`, who));
  }
  if (result.isError === false || result.isError === undefined) delete result.isError;
  else result.isError = Boolean(result.isError);
  return result;
}

/** One piece of content; bytes become base64. */
function checked(item, place, who) {
  const lack = (member) =>
    new ATypeError(`\`${place}\` in the result of ${who} has no \`${member}\``);
  switch (item.type) {
    case "text":
      if (typeof item.text !== "string") throw lack("text");
      return item;
    case "image":
    case "audio": {
      if (typeof item.mimeType !== "string") throw lack("mimeType");
      const bytes = typeof item.data === "string" ? undefined : bytesOf(item.data);
      if (bytes === undefined && typeof item.data !== "string") throw lack("data");
      return bytes === undefined ? item : { ...item, data: base64Encode(bytes) };
    }
    case "resource":
      if (!isObject(item.resource)) throw lack("resource");
      return item;
    case "resource_link":
      if (typeof item.uri !== "string") throw lack("uri");
      return item;
    default:
      return item;
  }
}

/** Adds what the output schema promises, and holds the tool to it. */
async function structured(result, value, tool) {
  const given = result.structuredContent ?? dataOf(result, value);
  if (!isPlain(given)) {
    throw new ATypeError(
      `the tool \`${tool.name}\` has an output schema, so it must return an object, or \`ctx.json\` of one`,
    );
  }
  const read = await tool.output.read(given);
  if (read.issues) {
    throw new ATypeError(
      `the result of \`${tool.name}\` does not fit its output schema: ${sentenceOf(read.issues)}`,
    );
  }
  return { __proto__: null, ...result, structuredContent: read.value };
}

/** The JSON that a result was made of. */
function dataOf(result, value) {
  const only = result.content.length === 1 ? result.content[0] : undefined;
  if (only?.type !== "text" || typeof value === "string") return undefined;
  try {
    return parse(only.text);
  } catch {
    return undefined;
  }
}
