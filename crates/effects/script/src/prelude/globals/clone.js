// `structuredClone`: a copy of data, cycles and all.

import {
  ADate,
  AMap,
  ASet,
  AString,
  AnError,
  bufferSlice,
  construct,
  dataViewBuffer,
  dataViewLength,
  dataViewOffset,
  defineProperty,
  expose,
  hasOwn,
  isArray,
  isError,
  isObject,
  isView,
  keys,
  mapEach,
  mapGet,
  mapHas,
  mapSet,
  setAdd,
  setEach,
  slice,
  tagOf,
  timeOf,
  viewBuffer,
  viewOffset,
  viewTag,
} from "candor:primordials";
import { DOMException } from "candor:dom-exception";

/** Deeper than this is refused rather than ended by the stack. */
const DEPTH = 200;

const ERRORS = {
  __proto__: null,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

function refuse(what) {
  return new DOMException(`${what} cannot be cloned`, "DataCloneError");
}

function copy(value, known, depth) {
  if (typeof value === "function") throw refuse("a function");
  if (typeof value === "symbol") throw refuse("a symbol");
  if (!isObject(value)) return value;
  if (mapHas(known, value)) return mapGet(known, value);
  if (depth > DEPTH) throw refuse(`a value more than ${DEPTH} levels deep`);
  if (isArray(value)) {
    return copyMembers(value, keep(known, value, new Array(value.length)), known, depth);
  }
  if (isError(value)) return copyError(value, known, depth);
  if (isView(value)) return keep(known, value, copyView(value, known, depth));
  return copyTagged(value, known, depth);
}

/** Remembers which copy stands for which value, for cycles and for what is there twice. */
function keep(known, value, made) {
  mapSet(known, value, made);
  return made;
}

function copyTagged(value, known, depth) {
  switch (tagOf(value)) {
    case "[object Date]":
      return keep(known, value, new ADate(timeOf(value)));
    case "[object RegExp]":
      return keep(known, value, new RegExp(value.source, value.flags));
    case "[object ArrayBuffer]":
      return keep(known, value, bufferSlice(value, 0));
    case "[object Number]":
    case "[object String]":
    case "[object Boolean]":
    case "[object BigInt]":
      return keep(known, value, Object(value.valueOf()));
    case "[object Map]": {
      const made = keep(known, value, new AMap());
      mapEach(value, (item, key) =>
        mapSet(made, copy(key, known, depth + 1), copy(item, known, depth + 1)),
      );
      return made;
    }
    case "[object Set]": {
      const made = keep(known, value, new ASet());
      setEach(value, (item) => setAdd(made, copy(item, known, depth + 1)));
      return made;
    }
    case "[object Promise]":
    case "[object WeakMap]":
    case "[object WeakSet]":
    case "[object WeakRef]":
      throw refuse(`a ${slice(tagOf(value), 8, -1)}`);
    default:
      return copyMembers(value, keep(known, value, {}), known, depth);
  }
}

function copyMembers(value, made, known, depth) {
  const names = keys(value);
  for (let at = 0; at < names.length; at += 1) {
    defineProperty(made, names[at], {
      __proto__: null,
      value: copy(value[names[at]], known, depth + 1),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return made;
}

function copyError(value, known, depth) {
  const type = ERRORS[AString(value.name)] ?? AnError;
  const made = keep(known, value, new type(AString(value.message)));
  for (const member of ["stack", "cause"]) {
    if (!hasOwn(value, member)) continue;
    const copied = copy(value[member], known, depth + 1);
    defineProperty(made, member, {
      __proto__: null,
      value: copied,
      writable: true,
      configurable: true,
    });
  }
  return made;
}

function copyView(value, known, depth) {
  const kind = viewTag(value);
  if (kind === undefined) {
    const buffer = copy(dataViewBuffer(value), known, depth + 1);
    return new DataView(buffer, dataViewOffset(value), dataViewLength(value));
  }
  const buffer = copy(viewBuffer(value), known, depth + 1);
  return construct(TYPES[kind], [buffer, viewOffset(value), value.length]);
}

const TYPES = { __proto__: null };
for (const name of [
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
  "Float16Array",
  "Float32Array",
  "Float64Array",
  "BigInt64Array",
  "BigUint64Array",
]) {
  TYPES[name] = globalThis[name];
}

expose(globalThis, "structuredClone", function structuredClone(value, options) {
  if (isObject(options) && isArray(options.transfer) && options.transfer.length > 0) {
    throw refuse("what is to be transferred");
  }
  return copy(value, new AMap(), 0);
});
