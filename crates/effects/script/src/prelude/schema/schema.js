// What all schemas of `s` have in common.
//
// A schema is the keywords of its JSON Schema, which are also what a value is held to: there is one
// truth, and what a model is told is what is checked. Schemas never change; each method makes
// another one. They are standard schemas (`~standard`), so they work wherever those do.

import {
  AString,
  ATypeError,
  append,
  freeze,
  isArray,
  isObject,
  join,
  keys,
  seal,
  slice,
} from "candor:primordials";

/** More problems than this are not told. */
const MOST = 10;

/** The keywords of a schema, as JSON Schema. */
export let jsonOf;

/** Whether a value may be left out, and what then stands for it. */
export let absenceOf;

/** Whether something is a schema of `s`. */
export let isSchema;

export class Schema {
  #keywords;
  /** `undefined` if the value has to be there; else `{ value }`, what stands for it. */
  #absence;

  static {
    jsonOf = (schema) => schema.json(schema.#keywords);
    absenceOf = (schema) => schema.#absence;
    isSchema = (value) => isObject(value) && #keywords in value;
  }

  constructor(keywords, absence) {
    this.#keywords = freeze(keywords);
    this.#absence = absence;
  }

  /** Says what the value is, for the model. */
  describe(text) {
    if (typeof text !== "string") throw new ATypeError("`describe` takes a text");
    return this.with({ description: text });
  }

  /** Lets the value be left out. */
  optional() {
    return this.copy(this.#keywords, { __proto__: null, value: undefined });
  }

  /** Lets the value be left out, and says what then stands for it. */
  default(value) {
    const problems = new Problems();
    this.read(value, undefined, problems);
    if (problems.list.length > 0) {
      throw new ATypeError(`the default does not fit: ${problems.sentence()}`);
    }
    return this.copy({ ...this.#keywords, default: value }, { __proto__: null, value });
  }

  /** Lets the value be `null`. */
  nullable() {
    return new NullableSchema(this);
  }

  /** The same schema with more keywords. */
  with(more) {
    return this.copy({ ...this.#keywords, ...more }, this.#absence);
  }

  /** A schema of this kind with other keywords. */
  copy(keywords, absence) {
    return new this.constructor(keywords, absence);
  }

  /** The keywords that this schema is held to. */
  get keywords() {
    return this.#keywords;
  }

  /** The JSON Schema that the keywords make. */
  json(keywords) {
    return { ...keywords };
  }

  /** Reads a value: what becomes of it is returned, and what is wrong with it told. */
  read(value) {
    return value;
  }

  /** This schema as the JSON Schema that a model sees. */
  toJSONSchema() {
    return jsonOf(this);
  }

  /** Reads a value; throws if it does not fit. */
  parse(value) {
    const problems = new Problems();
    const read = readValue(this, value, undefined, problems);
    if (problems.list.length > 0) throw new ATypeError(problems.sentence());
    return read;
  }

  get "~standard"() {
    return {
      version: 1,
      vendor: "candor",
      validate: (value) => {
        const problems = new Problems();
        const read = readValue(this, value, undefined, problems);
        return problems.list.length > 0 ? { issues: problems.list } : { value: read };
      },
      jsonSchema: { input: () => jsonOf(this), output: () => jsonOf(this) },
    };
  }
}

/** What is wrong with a value. */
export class Problems {
  list = [];

  /** Notes that something does not fit. */
  add(path, text) {
    if (this.list.length >= MOST) return;
    append(this.list, { message: text, path: stepsOf(path) });
  }

  /** All of it. */
  sentence() {
    return sentenceOf(this.list);
  }
}

/** The path of a member or an item of something. The root has none. */
export const within = (path, step) => ({ __proto__: null, path, step });

/** A path as the list of its steps. */
function stepsOf(path) {
  if (path === undefined) return [];
  const steps = stepsOf(path.path);
  append(steps, path.step);
  return steps;
}

/** The issues of a standard schema as one sentence: `city`: is missing; `days[0]`: must be … */
export function sentenceOf(issues) {
  const texts = [];
  for (let at = 0; at < issues.length && at < MOST; at += 1) {
    const path = pathText(issues[at].path ?? []);
    append(
      texts,
      path === "" ? AString(issues[at].message) : `\`${path}\`: ${AString(issues[at].message)}`,
    );
  }
  return join(texts, "; ");
}

/** Steps as `filters[0].name`. */
function pathText(steps) {
  let text = "";
  for (let at = 0; at < steps.length; at += 1) {
    const step = isObject(steps[at]) ? steps[at].key : steps[at];
    if (typeof step === "number") text += `[${step}]`;
    else text += text === "" ? AString(step) : `.${AString(step)}`;
  }
  return text;
}

/** Reads a value that may be absent. */
export function readValue(schema, value, path, problems) {
  const absence = absenceOf(schema);
  if (value === undefined && absence !== undefined) return copyOf(absence.value);
  if (value === undefined) {
    problems.add(path, "is missing");
    return undefined;
  }
  return schema.read(value, path, problems);
}

/** A default that the handler may change without changing the schema. */
function copyOf(value) {
  if (isArray(value)) {
    const copy = [];
    for (let at = 0; at < value.length; at += 1) append(copy, copyOf(value[at]));
    return copy;
  }
  if (!isObject(value)) return value;
  const copy = {};
  const names = keys(value);
  for (let at = 0; at < names.length; at += 1) copy[names[at]] = copyOf(value[names[at]]);
  return copy;
}

/** A value as it is quoted in a problem. */
export function quote(value) {
  if (value === null) return "`null`";
  if (isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  const text = typeof value === "string" ? value : AString(value);
  return `\`${text.length > 60 ? `${slice(text, 0, 60)}…` : text}\``;
}

class NullableSchema extends Schema {
  #inner;

  constructor(inner, keywords = {}, absence = undefined) {
    super(keywords, absence);
    this.#inner = inner;
  }

  copy(keywords, absence) {
    return new NullableSchema(this.#inner, keywords, absence);
  }

  json(keywords) {
    const inner = jsonOf(this.#inner);
    const simple =
      typeof inner.type === "string" && inner.enum === undefined && inner.const === undefined;
    const both = simple
      ? { ...inner, type: [inner.type, "null"] }
      : { anyOf: [inner, { type: "null" }] };
    return { ...both, ...keywords };
  }

  read(value, path, problems) {
    return value === null ? null : this.#inner.read(value, path, problems);
  }
}

seal(Schema);
seal(NullableSchema);
seal(Problems);
