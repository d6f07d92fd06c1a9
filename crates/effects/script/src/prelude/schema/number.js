// `s.number()` and `s.integer()`.

import { ARangeError, isFinite, isInteger, seal } from "candor:primordials";
import { Schema, quote } from "candor:schema/schema";

export class NumberSchema extends Schema {
  constructor(keywords = { type: "number" }, absence = undefined) {
    super(keywords, absence);
  }

  /** Not less than this. */
  min(least) {
    return this.with({ minimum: bound(least) });
  }

  /** Not more than this. */
  max(most) {
    return this.with({ maximum: bound(most) });
  }

  read(value, path, problems) {
    const { type, minimum, maximum } = this.keywords;
    if (typeof value !== "number" || !isFinite(value)) {
      problems.add(path, `must be a number, not ${quote(value)}`);
      return value;
    }
    if (type === "integer" && !isInteger(value)) {
      problems.add(path, `must be a whole number, not ${quote(value)}`);
    }
    if (value < minimum) problems.add(path, `must be at least ${minimum}, not ${value}`);
    if (value > maximum) problems.add(path, `must be at most ${maximum}, not ${value}`);
    return value;
  }
}

function bound(number) {
  if (typeof number === "number" && isFinite(number)) return number;
  throw new ARangeError(`a bound is a number, not ${quote(number)}`);
}

seal(NumberSchema);
