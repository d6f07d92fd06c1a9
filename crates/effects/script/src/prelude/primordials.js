// The language as it was before anybody else's code ran.
//
// A program may change prototypes, on purpose or through some library. What is ours goes on to
// work, for this call and the next: it calls the functions kept here, appends to lists without
// setters, and never walks an array with the iterator that everybody can replace. It says `return
// await` where returning a promise would do, since that would be a call of the promise's `then`.

const { apply, construct, defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;
const { getPrototypeOf, ownKeys, preventExtensions } = Reflect;

/** A method as a function that takes `this` first. */
const free =
  (method) =>
  (self, ...rest) =>
    apply(method, self, rest);

export { apply, construct, defineProperty, deleteProperty, getOwnPropertyDescriptor };
export { getPrototypeOf, ownKeys };

export const { parse, stringify } = JSON;
export const { freeze, hasOwn, keys } = Object;
export const { isArray } = Array;
export const { isInteger, isFinite } = Number;
export const { floor, max, min, trunc } = Math;
export const isView = ArrayBuffer.isView;
export const AString = String;
export const ANumber = Number;
export const AMap = Map;
export const ASet = Set;
export const APromise = Promise;
export const ADate = Date;
export const AnError = Error;
export const ATypeError = TypeError;
export const ARangeError = RangeError;
export const Bytes = Uint8Array;

/** What the engine throws when it can do no more, such as for want of memory. */
export const EngineError = globalThis.InternalError;

export const join = free(Array.prototype.join);
export const sort = free(Array.prototype.sort);
export const mapGet = free(Map.prototype.get);
export const mapSet = free(Map.prototype.set);
export const mapHas = free(Map.prototype.has);
export const mapDelete = free(Map.prototype.delete);
export const mapClear = free(Map.prototype.clear);
export const mapEach = free(Map.prototype.forEach);
export const mapSize = free(getOwnPropertyDescriptor(Map.prototype, "size").get);
export const setAdd = free(Set.prototype.add);
export const setHas = free(Set.prototype.has);
export const setDelete = free(Set.prototype.delete);
export const setEach = free(Set.prototype.forEach);
export const exec = free(RegExp.prototype.exec);
export const slice = free(String.prototype.slice);
export const indexOf = free(String.prototype.indexOf);
export const startsWith = free(String.prototype.startsWith);
export const endsWith = free(String.prototype.endsWith);
export const trim = free(String.prototype.trim);
export const lower = free(String.prototype.toLowerCase);
export const upper = free(String.prototype.toUpperCase);
export const padStart = free(String.prototype.padStart);
export const padEnd = free(String.prototype.padEnd);
export const repeat = free(String.prototype.repeat);
export const charCodeAt = free(String.prototype.charCodeAt);
export const fromCharCode = String.fromCharCode;
export const codePointAt = free(String.prototype.codePointAt);
export const toText = free(Number.prototype.toString);
export const sourceOf = free(Function.prototype.toString);
export const stackGetter = getOwnPropertyDescriptor(Error.prototype, "stack")?.get;
export const tagOf = free(Object.prototype.toString);
export const isoDate = free(Date.prototype.toISOString);
export const timeOf = free(Date.prototype.getTime);

const typedArray = getPrototypeOf(Uint8Array.prototype);
export const viewBuffer = free(getOwnPropertyDescriptor(typedArray, "buffer").get);
export const viewOffset = free(getOwnPropertyDescriptor(typedArray, "byteOffset").get);
export const viewLength = free(getOwnPropertyDescriptor(typedArray, "byteLength").get);
export const viewTag = free(getOwnPropertyDescriptor(typedArray, Symbol.toStringTag).get);
export const bytesSet = free(typedArray.set);
export const bytesSlice = free(typedArray.slice);
const dataView = DataView.prototype;
export const dataViewBuffer = free(getOwnPropertyDescriptor(dataView, "buffer").get);
export const dataViewOffset = free(getOwnPropertyDescriptor(dataView, "byteOffset").get);
export const dataViewLength = free(getOwnPropertyDescriptor(dataView, "byteLength").get);
export const bufferLength = free(getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength").get);
export const bufferSlice = free(ArrayBuffer.prototype.slice);

/** Puts a value at the end of a list, past whatever setters `Array.prototype` has got. */
export function append(list, value) {
  defineProperty(list, list.length, {
    __proto__: null,
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** A list with what a function makes of each item. */
export function collect(list, make) {
  const made = [];
  for (let at = 0; at < list.length; at += 1) append(made, make(list[at], at));
  return made;
}

/** Another list with the same items. */
export const copyList = (list) => collect(list, (item) => item);

/** Whether one of a list's items is this one. */
export function includes(list, item) {
  for (let at = 0; at < list.length; at += 1) if (list[at] === item) return true;
  return false;
}

/** The pieces of a text between each two of a mark. */
export function split(text, mark) {
  const pieces = [];
  let from = 0;
  for (;;) {
    const at = indexOf(text, mark, from);
    if (at < 0) break;
    append(pieces, slice(text, from, at));
    from = at + mark.length;
  }
  append(pieces, slice(text, from));
  return pieces;
}

/** A text in which every occurrence of one is another. */
export const replace = (text, mark, other) => join(split(text, mark), other);

/** Whether something is an object that can have members. */
export const isObject = (value) => typeof value === "object" && value !== null;

const objects = Object.prototype;

/** Whether something is an object that nobody has made a class for. */
export function isPlain(value) {
  if (!isObject(value) || isArray(value)) return false;
  const prototype = getPrototypeOf(value);
  return prototype === null || prototype === objects;
}

const { isError: isNativeError } = Error;

/** Whether something is an error of the language, or of a class that descends from its errors. */
export const isError = (value) => isNativeError(value);

/** Defines what everybody can see and replace, as a global of the platform is. */
export function expose(target, name, value) {
  const shape = { __proto__: null, value, writable: true, enumerable: false, configurable: true };
  defineProperty(target, name, shape);
}

/** Freezes a class, its statics and its methods, so that whoever calls them calls ours. */
export function seal(type) {
  freeze(type.prototype);
  return freeze(type);
}

/**
 * Makes sure of what no function kept here could: that `await` of our promises is never turned into
 * a call of somebody's `then`, that our templates are put together by nobody else (the engine calls
 * `concat` for them), and that nothing is added to what all objects and lists inherit, such as a
 * setter for the first item, which the engine itself would run into.
 */
export function lock() {
  preventExtensions(Object.prototype);
  preventExtensions(Array.prototype);
  const fixed = { __proto__: null, writable: false, configurable: false };
  defineProperty(Promise.prototype, "constructor", fixed);
  defineProperty(Promise.prototype, "then", fixed);
  defineProperty(String.prototype, "concat", fixed);
}
