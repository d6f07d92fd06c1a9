// One tool, as its author wrote it.

import {
  ATypeError,
  collect,
  freeze,
  includes,
  isArray,
  isPlain,
  keys,
  parse,
  stringify,
} from "candor:primordials";
import { formOf } from "candor:schema/input";
import { whenAll } from "candor:schema/later";
import { suggestion } from "candor:schema/nearest";

/** What a definition can say. */
const MEMBERS = [
  "name",
  "title",
  "description",
  "input",
  "inputSchema",
  "output",
  "outputSchema",
  "annotations",
  "tags",
  "hosts",
  "safePosts",
  "meta",
  "execute",
];

/** Checks a definition and takes it over. What is wrong is thrown, with the author's line on the stack. */
export function defineTool(given, settings) {
  if (!isPlain(given)) {
    throw new ATypeError("a tool is an object with `name`, `description` and `execute`");
  }
  const { name, execute } = given;
  if (typeof name !== "string" || name === "") throw new ATypeError("a tool needs a `name`");
  const what = (member) => `\`${member}\` of the tool \`${name}\``;
  if (typeof execute !== "function") throw new ATypeError(`${what("execute")} must be a function`);
  checkMembers(given, name, settings);
  const input = either(given, "input", "inputSchema", what);
  const output = either(given, "output", "outputSchema", what);
  return freeze({
    __proto__: null,
    ...settings,
    name,
    title: text(given, "title", what),
    description: text(given, "description", what),
    input: input === undefined ? formOf({}, what("input")) : formOf(given[input], what(input)),
    output: output === undefined ? undefined : formOf(given[output], what(output)),
    annotations: json(given, "annotations", what),
    meta: json(given, "meta", what),
    tags: texts(given, "tags", what),
    hosts: texts(given, "hosts", what),
    safePosts: texts(given, "safePosts", what),
    execute: (context, value) => given.execute(context, value),
  });
}

/** A misspelt member would be lost without a word, and with it perhaps a promise. */
function checkMembers(given, name, settings) {
  const names = keys(given);
  for (let at = 0; at < names.length; at += 1) {
    if (includes(MEMBERS, names[at])) continue;
    const sentence = `the tool \`${name}\` has a member \`${names[at]}\` that is not known${suggestion(names[at], MEMBERS)}`;
    if (!settings.lenient) throw new ATypeError(sentence);
    settings.remark(sentence, name);
  }
}

/** Which of two names for the same thing was used. */
function either(given, one, other, what) {
  if (given[one] === undefined) return given[other] === undefined ? undefined : other;
  if (given[other] === undefined) return one;
  throw new ATypeError(`${what(one)} and ${what(other)} say the same; write one of them`);
}

function text(given, member, what) {
  const value = given[member];
  if (value === undefined || typeof value === "string") return value;
  throw new ATypeError(`${what(member)} must be a text`);
}

function texts(given, member, what) {
  const value = given[member];
  if (value === undefined) return undefined;
  if (
    !isArray(value) ||
    includes(
      collect(value, (item) => typeof item === "string"),
      false,
    )
  ) {
    throw new ATypeError(`${what(member)} must be a list of texts`);
  }
  return freeze(collect(value, (item) => item));
}

/** An object as the author wrote it, unknown members too. */
function json(given, member, what) {
  const value = given[member];
  if (value === undefined) return undefined;
  if (!isPlain(value)) throw new ATypeError(`${what(member)} must be an object`);
  return parse(stringify(value));
}

/**
 * The definition as JSON, in the words of `tools/list`: at once if its schemas can be written at
 * once, else a promise. What the author left out is left out.
 */
export function describeTool(tool) {
  const schemas = [tool.input.json(), tool.output?.json(), tool.variables?.json()];
  return whenAll(schemas, (ready) => described(tool, ready[0], ready[1], ready[2]));
}

function described(tool, input, output, variables) {
  const json = {
    name: tool.name,
    title: tool.title ?? titleIn(tool.annotations),
    description: tool.description,
    inputSchema: input,
  };
  if (output !== undefined) json.outputSchema = output;
  const rest = ["annotations", "tags", "hosts", "safePosts", "meta"];
  for (let at = 0; at < rest.length; at += 1) {
    if (tool[rest[at]] !== undefined) json[rest[at]] = tool[rest[at]];
  }
  if (variables !== undefined) json.variables = variablesIn(variables);
  return json;
}

/** The title that stands among the annotations. */
export function titleIn(annotations) {
  const title = annotations?.title;
  return typeof title === "string" ? title : undefined;
}

/** What is said about each variable. */
function variablesIn(schema) {
  const variables = {};
  const names = keys(schema.properties ?? {});
  for (let at = 0; at < names.length; at += 1) {
    const { description } = schema.properties[names[at]];
    variables[names[at]] = description === undefined ? {} : { description };
  }
  return variables;
}
