// `process.env`: the variables of the call, and nothing else of Node's `process`.

import {
  AString,
  defineProperty,
  deleteProperty,
  expose,
  freeze,
  keys,
  ownKeys,
} from "candor:primordials";

const variables = {};

/** Puts a value where anybody can read it and nobody can make it stay. */
function put(target, name, value) {
  return defineProperty(target, name, {
    __proto__: null,
    value: AString(value),
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/**
 * One object for all calls, since programs keep it (`const { env } = process`). A program may write
 * to it; what it writes is gone with the call, and it cannot be frozen.
 */
const env = new Proxy(variables, {
  __proto__: null,
  set: (target, name, value) => put(target, name, value),
  defineProperty: (target, name, shape) => put(target, name, shape.value),
  preventExtensions: () => false,
  setPrototypeOf: () => false,
});

/** Has `process.env` show the variables of a call. */
export function setVariables(given) {
  const old = ownKeys(variables);
  for (let at = 0; at < old.length; at += 1) deleteProperty(variables, old[at]);
  const names = keys(given);
  for (let at = 0; at < names.length; at += 1) put(variables, names[at], given[names[at]]);
}

export const process = freeze({ env });

expose(globalThis, "process", process);
