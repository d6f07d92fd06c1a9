// Schemas that choose: `s.boolean()`, `s.enum()`, `s.literal()`, `s.union()` and `s.any()`.

import {
  ATypeError,
  append,
  collect,
  copyList,
  freeze,
  includes,
  isArray,
  isObject,
  join,
  seal,
} from "candor:primordials";
import { suggestion } from "candor:schema/nearest";
import { Problems, Schema, isSchema, jsonOf, quote } from "candor:schema/schema";

export class AnySchema extends Schema {
  constructor(keywords = {}, absence = undefined) {
    super(keywords, absence);
  }
}

export class BooleanSchema extends Schema {
  constructor(keywords = { type: "boolean" }, absence = undefined) {
    super(keywords, absence);
  }

  read(value, path, problems) {
    if (typeof value !== "boolean") {
      problems.add(path, `must be \`true\` or \`false\`, not ${quote(value)}`);
    }
    return value;
  }
}

/** One of some values; also of just one. */
export class EnumSchema extends Schema {
  read(value, path, problems) {
    const { enum: values = [this.keywords.const] } = this.keywords;
    if (includes(values, value)) return value;
    const words = [];
    for (let at = 0; at < values.length; at += 1) {
      if (typeof values[at] === "string") append(words, values[at]);
    }
    const near = typeof value === "string" ? suggestion(value, words) : "";
    const known = join(collect(values, quote), ", ");
    problems.add(
      path,
      `must be ${values.length === 1 ? known : `one of ${known}`}, not ${quote(value)}${near}`,
    );
    return value;
  }
}

/** The schema of one of some values. */
export function oneOf(values) {
  if (!isArray(values) || values.length === 0) {
    throw new ATypeError("`s.enum` takes a list of values, at least one");
  }
  for (let at = 0; at < values.length; at += 1) simple(values[at]);
  const type = typeof values[0];
  const alike = collect(values, (value) => typeof value);
  const same =
    type !== "object" &&
    !includes(
      collect(alike, (one) => one === type),
      false,
    );
  const copy = freeze(copyList(values));
  return new EnumSchema(same ? { type, enum: copy } : { enum: copy });
}

/** The schema of one value. */
export function literal(value) {
  simple(value);
  return new EnumSchema({ const: value });
}

/** A value that can be compared and written as JSON. */
function simple(value) {
  if (
    isObject(value) ||
    typeof value === "function" ||
    typeof value === "symbol" ||
    typeof value === "bigint" ||
    value === undefined
  ) {
    throw new ATypeError(`${quote(value)} is not a text, a number, a boolean or \`null\``);
  }
}

export class UnionSchema extends Schema {
  #options;

  constructor(options, keywords = {}, absence = undefined) {
    super(keywords, absence);
    this.#options = options;
  }

  copy(keywords, absence) {
    return new UnionSchema(this.#options, keywords, absence);
  }

  json(keywords) {
    return { anyOf: collect(this.#options, jsonOf), ...keywords };
  }

  /** The first that fits counts. If none does, what is wrong is told by the one that came nearest. */
  read(value, path, problems) {
    let nearest;
    for (let at = 0; at < this.#options.length; at += 1) {
      const found = new Problems();
      const read = this.#options[at].read(value, path, found);
      if (found.list.length === 0) return read;
      if (nearest === undefined || found.list.length < nearest.list.length) nearest = found;
    }
    for (let at = 0; at < nearest.list.length; at += 1) append(problems.list, nearest.list[at]);
    return value;
  }
}

/** The schema of whatever fits one of several. */
export function union(options) {
  if (!isArray(options) || options.length === 0 || includes(collect(options, isSchema), false)) {
    throw new ATypeError("`s.union` takes a list of schemas of `s`, at least one");
  }
  return new UnionSchema(copyList(options));
}

seal(AnySchema);
seal(BooleanSchema);
seal(EnumSchema);
seal(UnionSchema);
