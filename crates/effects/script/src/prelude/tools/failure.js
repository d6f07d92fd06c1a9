// What a tool throws when it could not do what was asked.

import { AString, AnError, isObject, seal, stringify } from "candor:primordials";

/** A failure that the author foresaw. The model reads what it says, and nothing else of it. */
export class Failure extends AnError {
  constructor(data, options) {
    super(textOf(data), options);
    this.data = data;
  }

  get name() {
    return "Failure";
  }
}

/** A text as it is; anything else as JSON. */
export function textOf(data) {
  if (!isObject(data)) return AString(data);
  return stringify(data) ?? AString(data);
}

seal(Failure);
