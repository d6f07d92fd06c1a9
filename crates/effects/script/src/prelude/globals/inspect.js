// How values look in a log: much like in Node, within bounds.

import {
  AMap,
  ASet,
  AString,
  append,
  exec,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  indexOf,
  isArray,
  isError,
  isObject,
  isView,
  isoDate,
  join,
  mapEach,
  mapSize,
  min,
  ownKeys,
  repeat,
  setAdd,
  setDelete,
  setEach,
  setHas,
  slice,
  sourceOf,
  startsWith,
  stringify,
  tagOf,
  timeOf,
} from "candor:primordials";
import { framesOf, messageOf } from "candor:place";

/** How deep, how many items of each, and how much text at all. */
const DEPTH = 4;
const ITEMS = 100;
const TEXT = 16_384;

/** A line longer than this is broken up. */
const WIDTH = 80;

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const mapTag = "[object Map]";
const setTag = "[object Set]";

/** A value as text. */
export function inspect(value) {
  return clip(show(value, 0, { __proto__: null, seen: new ASet(), left: TEXT }));
}

/** A text that is not too long. */
export function clip(text) {
  return text.length <= TEXT
    ? text
    : `${slice(text, 0, TEXT)}… (${text.length - TEXT} more characters)`;
}

function show(value, depth, state) {
  switch (typeof value) {
    case "string":
      return spend(state, stringify(value.length > TEXT ? `${slice(value, 0, TEXT)}…` : value));
    case "bigint":
      return spend(state, `${value}n`);
    case "number":
      return spend(state, value === 0 && 1 / value < 0 ? "-0" : `${value}`);
    case "function":
      return spend(state, functionText(value));
    case "object":
      return value === null ? "null" : showObject(value, depth, state);
    default:
      return spend(state, AString(value));
  }
}

/** Counts text against what may be shown, so that a huge value is not walked to its end. */
function spend(state, text) {
  state.left -= text.length;
  return text;
}

function functionText(value) {
  const name = ownText(value, "name");
  const kind = startsWith(sourceOf(value), "class") ? "class" : "Function";
  return name === "" ? `[${kind} (anonymous)]` : `[${kind}: ${name}]`;
}

/** A member that is text, unless it is computed. */
function ownText(value, key) {
  const member = getOwnPropertyDescriptor(value, key);
  return member !== undefined && typeof member.value === "string" ? member.value : "";
}

function showObject(value, depth, state) {
  if (setHas(state.seen, value)) return "[Circular]";
  setAdd(state.seen, value);
  try {
    return special(value) ?? showMembers(value, depth, state);
  } catch (error) {
    return `[unreadable: ${messageOf(error)}]`;
  } finally {
    setDelete(state.seen, value);
  }
}

/** Values that have a notation of their own. */
function special(value) {
  if (isError(value)) return errorText(value);
  switch (tagOf(value)) {
    case "[object Date]":
      return dateText(value);
    case "[object RegExp]":
      return AString(value);
    case "[object Number]":
    case "[object String]":
    case "[object Boolean]":
      return `[${slice(tagOf(value), 8, -1)}: ${AString(value)}]`;
    case "[object Promise]":
      return "Promise {}";
    default:
      return undefined;
  }
}

function dateText(value) {
  const time = timeOf(value);
  return time === time ? isoDate(value) : "Invalid Date";
}

/** What an error says and where it was made; then why. */
function errorText(error) {
  let text = messageOf(error);
  const frames = framesOf(error);
  for (let at = 0; at < frames.length; at += 1) {
    const { name, place } = frames[at];
    text += name === undefined ? `\n    at ${place}` : `\n    at ${name} (${place})`;
  }
  const cause = getOwnPropertyDescriptor(error, "cause");
  if (cause !== undefined && isError(cause.value) && cause.value !== error) {
    text += `\n  because of ${messageOf(cause.value)}`;
  }
  return text;
}

function showMembers(value, depth, state) {
  const name = className(value);
  if (depth >= DEPTH) return isArray(value) ? "[Array]" : `[${name || "Object"}]`;
  const parts = [];
  let open = "{";
  let close = "}";
  let label = name === "Object" ? "" : name === "" ? "[Object: null prototype]" : name;
  const tag = tagOf(value);
  if (isArray(value) || isView(value)) {
    open = "[";
    close = "]";
    label = isArray(value) && name === "Array" ? "" : `${name}(${value.length ?? 0})`;
    items(value, parts, depth, state);
  } else if (tag === mapTag && value instanceof AMap) {
    label = `${name}(${mapSize(value)})`;
    mapEach(value, (item, key) => {
      if (room(parts, state)) {
        append(parts, `${show(key, depth + 1, state)} => ${show(item, depth + 1, state)}`);
      }
    });
  } else if (tag === setTag && value instanceof ASet) {
    setEach(value, (item) => {
      if (room(parts, state)) append(parts, show(item, depth + 1, state));
    });
    label = name;
  }
  if (!isView(value)) members(value, parts, depth, state);
  return layOut(label, open, close, parts, depth);
}

/** Whether there is room for one more part. */
function room(parts, state) {
  return parts.length < ITEMS && state.left > 0;
}

function items(list, parts, depth, state) {
  const shown = min(list.length ?? 0, ITEMS);
  for (let at = 0; at < shown && state.left > 0; at += 1) {
    append(parts, isView(list) || hasOwn(list, at) ? show(list[at], depth + 1, state) : "<empty>");
  }
  if (list.length > parts.length) append(parts, `… ${list.length - parts.length} more`);
}

function members(value, parts, depth, state) {
  const names = ownKeys(value);
  const from = parts.length;
  for (let at = 0; at < names.length; at += 1) {
    const key = names[at];
    const member = getOwnPropertyDescriptor(value, key);
    if (member === undefined || !member.enumerable) continue;
    if (isArray(value) && typeof key === "string" && exec(/^\d+$/, key) !== null) continue;
    if (parts.length - from >= ITEMS || state.left <= 0) {
      append(parts, `… ${names.length - at} more`);
      return;
    }
    append(parts, spend(state, `${keyText(key)}: `) + memberText(member, depth, state));
  }
}

function keyText(key) {
  if (typeof key === "symbol") return `[${AString(key)}]`;
  return exec(IDENTIFIER, key) === null ? stringify(key) : key;
}

function memberText(member, depth, state) {
  if (hasOwn(member, "value")) return show(member.value, depth + 1, state);
  if (member.get === undefined) return "[Setter]";
  return member.set === undefined ? "[Getter]" : "[Getter/Setter]";
}

/** The name of a value's class; nothing if it has none. */
function className(value) {
  let prototype = getPrototypeOf(value);
  while (isObject(prototype)) {
    const type = getOwnPropertyDescriptor(prototype, "constructor")?.value;
    if (typeof type === "function") return ownText(type, "name");
    prototype = getPrototypeOf(prototype);
  }
  return "";
}

function layOut(label, open, close, parts, depth) {
  const before = label === "" ? open : `${label} ${open}`;
  if (parts.length === 0) return before + close;
  const line = join(parts, ", ");
  if (line.length + depth * 2 <= WIDTH && indexOf(line, "\n") < 0) {
    return `${before} ${line} ${close}`;
  }
  const indent = repeat("  ", depth + 1);
  return `${before}\n${indent}${join(parts, `,\n${indent}`)}\n${repeat("  ", depth)}${close}`;
}
