// Schemas that others made: zod 4 and whatever else is a standard schema.

import {
  ATypeError,
  collect,
  isArray,
  isObject,
  keys,
  parse,
  slice,
  startsWith,
  stringify,
} from "candor:primordials";
import { put } from "candor:schema/list";

/** Whether something is a schema by the standard, or of zod. */
export function isForeign(value) {
  return (
    (isObject(value) || typeof value === "function") &&
    (isObject(value["~standard"]) || isObject(value._zod))
  );
}

/** Whether something is a schema of zod 3, which knows no JSON Schema. */
export function isZod3(value) {
  return (
    isObject(value) &&
    isObject(value._def) &&
    typeof value._def.typeName === "string" &&
    !isObject(value._zod)
  );
}

/** Reads a value: `{ value }` or `{ issues }`, now or later. */
export function readForeign(schema, value) {
  return schema["~standard"].validate(value);
}

/** Whether a value of this schema can be left out. */
export function isOptional(schema) {
  if (isObject(schema._zod)) return schema._zod.optin !== undefined;
  const read = readForeign(schema, undefined);
  return isObject(read) && !isArray(read.issues) && typeof read.then !== "function";
}

/**
 * The JSON Schema of what may be given. Most schemas can say it themselves, at once. Those of
 * `zod/mini` cannot, so the zod that the program has is asked, and the first time it is a promise.
 */
export function foreignJson(schema, what) {
  const told = schema["~standard"]?.jsonSchema;
  if (isObject(told) && typeof told.input === "function") {
    return bare(told.input({ target: "draft-2020-12" }));
  }
  if (!isObject(schema._zod)) {
    throw new ATypeError(
      `${what} is a schema that has no JSON Schema; write it with \`s\`, zod 4 or as JSON Schema`,
    );
  }
  if (converter !== undefined) return bare(converter(schema, { io: "input" }));
  if (typeof schema.toJSONSchema === "function") return bare(schema.toJSONSchema({ io: "input" }));
  return convertedJson(schema, what);
}

async function convertedJson(schema, what) {
  converter ??= (await part("zod/v4/core")) ?? (await part("zod"));
  if (converter !== undefined) return bare(converter(schema, { io: "input" }));
  throw new ATypeError(
    `${what} is a schema of zod, but there is no zod 4 in \`node_modules\` to write it as JSON Schema; ` +
      "run `npm install zod`, or use `s` of `candor`",
  );
}

/** `toJSONSchema` of the program's zod, once it was asked for. */
let converter;

async function part(specifier) {
  try {
    const { toJSONSchema } = await import(specifier);
    return typeof toJSONSchema === "function" ? toJSONSchema : undefined;
  } catch {
    return undefined;
  }
}

/** A schema without what only libraries read, as plain JSON. */
function bare(json) {
  const plain = parse(stringify(json));
  delete plain.$schema;
  delete plain["~standard"];
  return plain;
}

/** The JSON Schema of a part, with references that are right where it is put. */
export function moved(json, pointer) {
  if (isArray(json)) return collect(json, (item) => moved(item, pointer));
  if (!isObject(json)) return json;
  const copy = {};
  const names = keys(json);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at];
    const isLink = name === "$ref" && typeof json[name] === "string" && startsWith(json[name], "#");
    put(copy, name, isLink ? `#${pointer}${slice(json[name], 1)}` : moved(json[name], pointer));
  }
  return copy;
}
