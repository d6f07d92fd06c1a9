// Where in a program something happened.

import {
  ANumber,
  AString,
  append,
  apply,
  exec,
  getOwnPropertyDescriptor,
  isError,
  split,
  stackGetter,
  startsWith,
} from "candor:primordials";
import { column } from "candor:native";

/** `    at run (lib/util.ts:12:5)`, and the same without a name. */
const FRAME = /^\s*at (?:(.*) \()?(.+?):(\d+)(?::(\d+))?\)?$/;

/** The innermost place of the program itself in an error's stack, as `hello.ts:12:5`. */
export function placeOf(error) {
  const frames = framesOf(error);
  return frames.length === 0 ? undefined : frames[0].place;
}

/** The frames of the program itself in an error's stack, the innermost first. */
export function framesOf(error) {
  const frames = [];
  const lines = split(stackOf(error), "\n");
  for (let at = 0; at < lines.length && frames.length < 20; at += 1) {
    const found = exec(FRAME, lines[at]);
    if (found === null || isOurs(found[2])) continue;
    append(frames, {
      __proto__: null,
      name: found[1],
      place: placeText(found[2], found[3], found[4]),
    });
  }
  return frames;
}

/** A place as editors write it. */
function placeText(file, line, byte) {
  if (byte === undefined) return `${file}:${line}`;
  return `${file}:${line}:${column(file, ANumber(line), ANumber(byte))}`;
}

/** An error's stack, if it has one that can be read. */
export function stackOf(error) {
  try {
    if (!isError(error)) return "";
    const own = getOwnPropertyDescriptor(error, "stack");
    const stack = own === undefined ? apply(stackGetter, error, []) : own.value;
    return typeof stack === "string" ? stack : "";
  } catch {
    return "";
  }
}

/** Whether a frame is one of this framework or of the engine. */
function isOurs(file) {
  return startsWith(file, "candor:") || startsWith(file, "<") || file === "native";
}

/** What an error says, whatever was thrown. */
export function messageOf(error) {
  try {
    if (!isError(error)) return AString(error);
    const name = AString(error.name);
    const message = AString(error.message);
    if (message === "") return name;
    return name === "Error" || name === "Failure" ? message : `${name}: ${message}`;
  } catch {
    return "something that cannot be shown was thrown";
  }
}
