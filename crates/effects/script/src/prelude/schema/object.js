// `s.object()`.

import {
  ATypeError,
  append,
  hasOwn,
  includes,
  isArray,
  isObject,
  isPlain,
  keys,
  seal,
} from "candor:primordials";
import { suggestion } from "candor:schema/nearest";
import { put } from "candor:schema/list";
import {
  Schema,
  absenceOf,
  isSchema,
  jsonOf,
  quote,
  readValue,
  within,
} from "candor:schema/schema";

export class ObjectSchema extends Schema {
  #shape;
  #names;

  constructor(shape, keywords = { type: "object" }, absence = undefined) {
    super(keywords, absence);
    this.#shape = shape;
    this.#names = keys(shape);
  }

  copy(keywords, absence) {
    return new ObjectSchema(this.#shape, keywords, absence);
  }

  json(keywords) {
    const properties = {};
    const required = [];
    for (let at = 0; at < this.#names.length; at += 1) {
      const name = this.#names[at];
      put(properties, name, jsonOf(this.#shape[name]));
      if (absenceOf(this.#shape[name]) === undefined) append(required, name);
    }
    const { type, ...rest } = keywords;
    const json = { type, properties };
    if (required.length > 0) json.required = required;
    return { ...json, additionalProperties: false, ...rest };
  }

  read(value, path, problems) {
    if (!isObject(value) || isArray(value)) {
      problems.add(path, `must be an object, not ${quote(value)}`);
      return value;
    }
    const read = {};
    for (let at = 0; at < this.#names.length; at += 1) {
      const name = this.#names[at];
      const given = hasOwn(value, name) ? value[name] : undefined;
      const inner = readValue(this.#shape[name], given, within(path, name), problems);
      if (inner !== undefined) put(read, name, inner);
    }
    const given = keys(value);
    for (let at = 0; at < given.length; at += 1) {
      if (includes(this.#names, given[at])) continue;
      problems.add(within(path, given[at]), `is not known${suggestion(given[at], this.#names)}`);
    }
    return read;
  }
}

/** The schema of an object with these members and no others. */
export function object(shape) {
  if (!isPlain(shape)) {
    throw new ATypeError("`s.object` takes an object with a schema for each member");
  }
  const copy = { __proto__: null };
  const names = keys(shape);
  for (let at = 0; at < names.length; at += 1) {
    if (!isSchema(shape[names[at]])) {
      throw new ATypeError(
        `the member \`${names[at]}\` is not a schema of \`s\`, such as \`s.string()\``,
      );
    }
    copy[names[at]] = shape[names[at]];
  }
  return new ObjectSchema(copy);
}

seal(ObjectSchema);
