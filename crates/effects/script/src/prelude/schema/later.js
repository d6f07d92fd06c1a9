// Values that are there now, or later.

import { append, isObject } from "candor:primordials";

/** Makes something of values when all of them are there: at once if they are, else a promise. */
export function whenAll(values, make) {
  for (let at = 0; at < values.length; at += 1) {
    if (isObject(values[at]) && typeof values[at].then === "function") return later(values, make);
  }
  return make(values);
}

async function later(values, make) {
  const ready = [];
  for (let at = 0; at < values.length; at += 1) append(ready, await values[at]);
  return make(ready);
}
