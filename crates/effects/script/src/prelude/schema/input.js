// What an author may write for a schema, and what we make of it.
//
// It can be a shape (a schema for each member), a schema of `s`, of zod 4 or of any library that
// keeps to the standard, or plain JSON Schema.

import {
  ATypeError,
  append,
  hasOwn,
  includes,
  isArray,
  isObject,
  isPlain,
  keys,
  parse,
  replace,
  stringify,
} from "candor:primordials";
import {
  foreignJson,
  isForeign,
  isOptional,
  isZod3,
  moved,
  readForeign,
} from "candor:schema/foreign";
import { whenAll } from "candor:schema/later";
import { put } from "candor:schema/list";
import { object } from "candor:schema/object";
import { absenceOf, isSchema, jsonOf } from "candor:schema/schema";

/** How to say what can be written. */
const FORMS = "a shape such as `{ city: s.string() }`, a schema of `s` or zod 4, or JSON Schema";

/**
 * Makes a form of what an author wrote: `json()` gives its JSON Schema and `read(value)`
 * `{ value }` or `{ issues }`, both now or later. JSON Schema reads nothing: the gateway has
 * compared the value with it before.
 */
export function formOf(given, what) {
  if (isSchema(given)) return ownForm(given);
  if (isZod3(given)) throw zod3(what);
  if (isForeign(given)) return foreignForm(given, what);
  if (!isPlain(given)) throw new ATypeError(`${what} must be ${FORMS}`);
  const names = keys(given);
  const schemas = [];
  for (let at = 0; at < names.length; at += 1) {
    if (isZod3(given[names[at]])) throw zod3(`the member \`${names[at]}\` of ${what}`);
    if (isSchema(given[names[at]]) || isForeign(given[names[at]])) append(schemas, names[at]);
  }
  if (schemas.length === 0 && names.length > 0) return jsonForm(given, what);
  if (schemas.length === names.length) return shapeForm(given, names, what);
  for (let at = 0; at < names.length; at += 1) {
    if (includes(schemas, names[at])) continue;
    throw new ATypeError(
      `the member \`${names[at]}\` of ${what} is not a schema; ${what} must be ${FORMS}`,
    );
  }
}

const zod3 = (what) =>
  new ATypeError(`${what} is a schema of zod 3; use zod 4 (\`npm install zod@4\`)`);

function ownForm(schema) {
  return form(() => jsonOf(schema), schema["~standard"].validate);
}

function foreignForm(schema, what) {
  return form(
    () => foreignJson(schema, what),
    (value) => readForeign(schema, value),
  );
}

const form = (json, read) => ({ __proto__: null, json, read });

/** JSON Schema as the author wrote it. It has to be JSON, and that of an object. */
function jsonForm(given, what) {
  let json;
  try {
    json = parse(stringify(given));
  } catch (cause) {
    throw new ATypeError(`${what} is not JSON`, { cause });
  }
  if (
    json.type !== "object" &&
    !hasOwn(json, "$ref") &&
    !hasOwn(json, "allOf") &&
    !hasOwn(json, "anyOf")
  ) {
    throw new ATypeError(`${what} must be ${FORMS} with \`type: "object"\``);
  }
  return form(
    () => json,
    (value) => ({ value }),
  );
}

function shapeForm(shape, names, what) {
  let own = 0;
  for (let at = 0; at < names.length; at += 1) if (isSchema(shape[names[at]])) own += 1;
  if (own === names.length) return ownForm(object(shape));
  const schemas = { __proto__: null };
  for (let at = 0; at < names.length; at += 1) schemas[names[at]] = shape[names[at]];
  return form(
    () => shapeJson(schemas, names, what),
    (value) => readShape(schemas, names, value),
  );
}

function shapeJson(schemas, names, what) {
  const parts = [];
  for (let at = 0; at < names.length; at += 1) {
    const part = formOf(schemas[names[at]], `the member \`${names[at]}\` of ${what}`);
    append(parts, part.json());
  }
  return whenAll(parts, (jsons) => {
    const properties = {};
    const required = [];
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at];
      const pointer = `/properties/${replace(replace(name, "~", "~0"), "/", "~1")}`;
      put(properties, name, moved(jsons[at], pointer));
      if (!mayBeAbsent(schemas[name])) append(required, name);
    }
    const json = { type: "object", properties };
    if (required.length > 0) json.required = required;
    return json;
  });
}

/** Whether a member can be left out. */
function mayBeAbsent(schema) {
  return isSchema(schema) ? absenceOf(schema) !== undefined : isOptional(schema);
}

/** Reads member by member. What no member is for is left out, as zod does it. */
async function readShape(schemas, names, value) {
  if (!isObject(value) || isArray(value)) {
    return { issues: [{ message: "must be an object", path: [] }] };
  }
  const read = {};
  const issues = [];
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at];
    const outcome = await readForeign(schemas[name], hasOwn(value, name) ? value[name] : undefined);
    if (outcome.issues) relate(outcome.issues, name, issues);
    else if (outcome.value !== undefined || hasOwn(value, name)) put(read, name, outcome.value);
  }
  return issues.length > 0 ? { issues } : { value: read };
}

/** Adds the issues of a member, with the way to it. */
function relate(found, name, issues) {
  for (let at = 0; at < found.length; at += 1) {
    const path = [name];
    const inner = found[at].path ?? [];
    for (let step = 0; step < inner.length; step += 1) append(path, inner[step]);
    append(issues, { message: found[at].message, path });
  }
}
