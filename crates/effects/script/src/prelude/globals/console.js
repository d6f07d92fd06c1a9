// `console`: every line goes to the log of the call.

import {
  AMap,
  ANumber,
  AString,
  append,
  charCodeAt,
  expose,
  floor,
  isArray,
  isObject,
  join,
  keys,
  mapDelete,
  mapGet,
  mapSet,
  max,
  padEnd,
  replace,
  slice,
  stringify,
  trunc,
} from "candor:primordials";
import { now, tell } from "candor:native";
import { clip, inspect } from "candor:inspect";
import { framesOf } from "candor:place";

/** A table with more rows than this is not worth reading. */
const ROWS = 100;

let indent = "";
const counts = new AMap();
const starts = new AMap();

/** Says something at a level of the log. */
export function log(level, text) {
  const lines = indent === "" ? text : indent + replace(text, "\n", `\n${indent}`);
  tell("log", { __proto__: null, level, text: clip(lines) });
}

/** Forgets what a call left behind. */
export function resetConsole() {
  indent = "";
}

/** Values as one text: the first may say how the others are shown (`%s`, `%d`, `%j` …). */
export function format(values) {
  if (values.length === 0) return "";
  let used = 1;
  let text = typeof values[0] === "string" ? values[0] : inspect(values[0]);
  if (typeof values[0] === "string" && values.length > 1) {
    text = "";
    const pattern = values[0];
    for (let at = 0; at < pattern.length; at += 1) {
      const mark = pattern[at] === "%" ? pattern[at + 1] : undefined;
      if (mark === "%") text += "%";
      else if (mark === undefined || !isMark(mark) || used >= values.length) {
        text += pattern[at];
        continue;
      } else text += fill(mark, values[used++]);
      at += 1;
    }
  }
  for (; used < values.length; used += 1) {
    const value = values[used];
    text += ` ${typeof value === "string" ? value : inspect(value)}`;
  }
  return text;
}

function isMark(mark) {
  return (
    mark === "s" ||
    mark === "d" ||
    mark === "i" ||
    mark === "f" ||
    mark === "j" ||
    mark === "o" ||
    mark === "O" ||
    mark === "c"
  );
}

function fill(mark, value) {
  switch (mark) {
    case "s":
      return typeof value === "string" ? value : inspect(value);
    case "d":
      return typeof value === "bigint"
        ? `${value}n`
        : AString(isObject(value) ? NaN : ANumber(value));
    case "i":
      return typeof value === "bigint"
        ? `${value}n`
        : AString(isObject(value) ? NaN : trunc(ANumber(value)));
    case "f":
      return AString(typeof value === "symbol" ? NaN : ANumber(value));
    case "j":
      return jsonText(value);
    case "c":
      return "";
    default:
      return inspect(value);
  }
}

function jsonText(value) {
  try {
    return stringify(value) ?? "undefined";
  } catch {
    return "[Circular]";
  }
}

const at =
  (level) =>
  (...values) =>
    log(level, format(values));

const methods = {
  log: at("info"),
  info: at("info"),
  debug: at("debug"),
  warn: at("warning"),
  error: at("error"),

  trace(...values) {
    const frames = framesOf(new Error());
    let text = `Trace: ${format(values)}`;
    for (let index = 0; index < frames.length; index += 1) {
      text += `\n    at ${frames[index].place}`;
    }
    log("debug", text);
  },

  assert(condition, ...values) {
    if (condition) return;
    log("error", values.length === 0 ? "Assertion failed" : `Assertion failed: ${format(values)}`);
  },

  dir(value) {
    log("info", inspect(value));
  },

  table(rows) {
    log("info", isObject(rows) ? tableText(rows) : inspect(rows));
  },

  group(...values) {
    if (values.length > 0) log("info", format(values));
    if (indent.length < 40) indent += "  ";
  },

  groupEnd() {
    indent = slice(indent, 2);
  },

  count(label = "default") {
    const name = AString(label);
    const count = (mapGet(counts, name) ?? 0) + 1;
    mapSet(counts, name, count);
    log("info", `${name}: ${count}`);
  },

  countReset(label = "default") {
    mapDelete(counts, AString(label));
  },

  time(label = "default") {
    mapSet(starts, AString(label), now());
  },

  timeLog(label = "default", ...values) {
    lapse(AString(label), values);
  },

  timeEnd(label = "default") {
    lapse(AString(label), []);
    mapDelete(starts, AString(label));
  },
};
methods.groupCollapsed = methods.group;

function lapse(name, values) {
  const start = mapGet(starts, name);
  if (start === undefined) {
    log("warning", `no timer has the name \`${name}\``);
    return;
  }
  const took = `${name}: ${floor((now() - start) * 1000) / 1000} ms`;
  log("info", values.length === 0 ? took : `${took} ${format(values)}`);
}

/** Rows of objects as aligned columns, in the order in which their members first appear. */
function tableText(rows) {
  const names = isArray(rows) ? undefined : keys(rows);
  const count = names === undefined ? rows.length : names.length;
  const columns = [""];
  const lines = [];
  for (let index = 0; index < count && index < ROWS; index += 1) {
    const key = names === undefined ? index : names[index];
    const row = rows[key];
    const cells = { __proto__: null, "": AString(key) };
    const members = isObject(row) ? keys(row) : ["Values"];
    for (let member = 0; member < members.length; member += 1) {
      const column = members[member];
      if (cells[column] !== undefined) continue;
      cells[column] = inspect(isObject(row) ? row[column] : row);
      if (!known(columns, column)) append(columns, column);
    }
    append(lines, cells);
  }
  return aligned(columns, lines) + (count > ROWS ? `\n… ${count - ROWS} more` : "");
}

function known(columns, column) {
  for (let index = 0; index < columns.length; index += 1) {
    if (columns[index] === column) return true;
  }
  return false;
}

function aligned(columns, lines) {
  const head = { __proto__: null };
  for (let index = 0; index < columns.length; index += 1) head[columns[index]] = columns[index];
  const rows = [head];
  for (let index = 0; index < lines.length; index += 1) append(rows, lines[index]);
  const texts = [];
  for (let row = 0; row < rows.length; row += 1) {
    const cells = [];
    for (let index = 0; index < columns.length; index += 1) {
      let width = 0;
      for (let other = 0; other < rows.length; other += 1) {
        width = max(width, (rows[other][columns[index]] ?? "").length);
      }
      append(cells, padEnd(rows[row][columns[index]] ?? "", width));
    }
    append(texts, trimEnd(join(cells, "  ")));
  }
  return join(texts, "\n");
}

function trimEnd(text) {
  let end = text.length;
  while (end > 0 && charCodeAt(text, end - 1) === 32) end -= 1;
  return slice(text, 0, end);
}

// Loggers put functions of their own here, so it is not frozen. Nothing of ours calls them.
expose(globalThis, "console", methods);
