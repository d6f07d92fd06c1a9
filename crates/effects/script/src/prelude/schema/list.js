// `s.array()` and `s.record()`.

import {
  ATypeError,
  append,
  defineProperty,
  isArray,
  isObject,
  keys,
  seal,
} from "candor:primordials";
import { Schema, isSchema, jsonOf, quote, readValue, within } from "candor:schema/schema";
import { whole } from "candor:schema/text";

export class ArraySchema extends Schema {
  #item;

  constructor(item, keywords = { type: "array" }, absence = undefined) {
    super(keywords, absence);
    this.#item = item;
  }

  copy(keywords, absence) {
    return new ArraySchema(this.#item, keywords, absence);
  }

  /** At least so many items. */
  min(length) {
    return this.with({ minItems: whole(length) });
  }

  /** At most so many items. */
  max(length) {
    return this.with({ maxItems: whole(length) });
  }

  json(keywords) {
    const { type, ...rest } = keywords;
    return { type, items: jsonOf(this.#item), ...rest };
  }

  read(value, path, problems) {
    if (!isArray(value)) {
      problems.add(path, `must be a list, not ${quote(value)}`);
      return value;
    }
    const { minItems, maxItems } = this.keywords;
    if (value.length < minItems) {
      problems.add(path, `must have at least ${minItems} items, not ${value.length}`);
    }
    if (value.length > maxItems) {
      problems.add(path, `must have at most ${maxItems} items, not ${value.length}`);
      return value;
    }
    const read = [];
    for (let at = 0; at < value.length; at += 1) {
      append(read, readValue(this.#item, value[at], within(path, at), problems));
    }
    return read;
  }
}

export class RecordSchema extends Schema {
  #value;

  constructor(value, keywords = { type: "object" }, absence = undefined) {
    super(keywords, absence);
    this.#value = value;
  }

  copy(keywords, absence) {
    return new RecordSchema(this.#value, keywords, absence);
  }

  json(keywords) {
    const { type, ...rest } = keywords;
    return { type, additionalProperties: jsonOf(this.#value), ...rest };
  }

  read(value, path, problems) {
    if (!isObject(value) || isArray(value)) {
      problems.add(path, `must be an object, not ${quote(value)}`);
      return value;
    }
    const read = {};
    const names = keys(value);
    for (let at = 0; at < names.length; at += 1) {
      const inner = readValue(this.#value, value[names[at]], within(path, names[at]), problems);
      put(read, names[at], inner);
    }
    return read;
  }
}

/** Gives an object a member of any name, `__proto__` included. */
export function put(object, name, value) {
  const shape = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
  defineProperty(object, name, shape);
}

/** The schema of a list. */
export function array(item) {
  if (!isSchema(item)) {
    throw new ATypeError("`s.array` takes the schema of an item, such as `s.string()`");
  }
  return new ArraySchema(item);
}

/** The schema of an object with members of any name. */
export function record(value) {
  if (!isSchema(value)) {
    throw new ATypeError("`s.record` takes the schema of a value, such as `s.number()`");
  }
  return new RecordSchema(value);
}

seal(ArraySchema);
seal(RecordSchema);
