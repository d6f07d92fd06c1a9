// `s`: schemas that are short to write, that a model can read and that a value is held to.

import { freeze } from "candor:primordials";
import { AnySchema, BooleanSchema, literal, oneOf, union } from "candor:schema/choice";
import { array, record } from "candor:schema/list";
import { NumberSchema } from "candor:schema/number";
import { object } from "candor:schema/object";
import { StringSchema } from "candor:schema/text";

export const s = freeze({
  string: () => new StringSchema(),
  number: () => new NumberSchema(),
  integer: () => new NumberSchema({ type: "integer" }),
  boolean: () => new BooleanSchema(),
  any: () => new AnySchema(),
  enum: oneOf,
  literal,
  array,
  record,
  object,
  union,
});
