// `s.string()`.

import { ARangeError, ATypeError, codePointAt, exec, isInteger, seal } from "candor:primordials";
import { urlParse } from "candor:native";
import { Schema, quote } from "candor:schema/schema";

/** The formats that are checked. Others are for the model only. */
const FORMATS = {
  __proto__: null,
  email: (text) => exec(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, text) !== null,
  uri: (text) => urlParse(text) !== null,
  uuid: (text) =>
    exec(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, text) !== null,
  date: (text) => exec(/^\d{4}-\d{2}-\d{2}$/, text) !== null && isDay(text),
  "date-time": (text) =>
    exec(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i, text) !== null &&
    isDay(text.slice(0, 10)),
};

/** Whether the calendar has such a day: one that has not comes back as another. */
function isDay(text) {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === text;
}

export class StringSchema extends Schema {
  #pattern;

  constructor(keywords = { type: "string" }, absence = undefined) {
    super(keywords, absence);
    if (keywords.pattern !== undefined) this.#pattern = new RegExp(keywords.pattern, "u");
  }

  /** At least so many characters. */
  min(length) {
    return this.with({ minLength: whole(length) });
  }

  /** At most so many characters. */
  max(length) {
    return this.with({ maxLength: whole(length) });
  }

  /** Text that a regular expression finds something in. */
  pattern(expression) {
    const source = expression instanceof RegExp ? expression.source : expression;
    if (typeof source !== "string") throw new ATypeError("`pattern` takes a regular expression");
    if (expression instanceof RegExp && exec(/[imsy]/, expression.flags) !== null) {
      throw new ATypeError(
        `the flags of \`${expression}\` cannot be said in JSON Schema; write it without them`,
      );
    }
    return this.with({ pattern: source });
  }

  /** Text of some format of JSON Schema, such as `date` or `uuid`. */
  format(name) {
    return this.with({ format: `${name}` });
  }

  email() {
    return this.format("email");
  }

  url() {
    return this.format("uri");
  }

  read(value, path, problems) {
    if (typeof value !== "string") {
      problems.add(path, `must be a text, not ${quote(value)}`);
      return value;
    }
    const { minLength, maxLength, pattern, format } = this.keywords;
    const length = characters(value);
    if (length < minLength) {
      problems.add(path, `must have at least ${minLength} characters, not ${length}`);
    }
    if (length > maxLength) {
      problems.add(path, `must have at most ${maxLength} characters, not ${length}`);
    }
    if (this.#pattern !== undefined && exec(this.#pattern, value) === null) {
      problems.add(path, `must match \`${pattern}\`, which ${quote(value)} does not`);
    }
    if (FORMATS[format] !== undefined && !FORMATS[format](value)) {
      problems.add(path, `must be of the format \`${format}\`, which ${quote(value)} is not`);
    }
    return value;
  }
}

/** How many characters a text has, as JSON Schema counts them. */
function characters(text) {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = codePointAt(text, at);
    if (code > 0xffff) at += 1;
    count += 1;
  }
  return count;
}

/** A number of things. */
export function whole(number) {
  if (isInteger(number) && number >= 0) return number;
  throw new ARangeError(`a length is a whole number from 0 on, not ${quote(number)}`);
}

seal(StringSchema);
