// `s`: what a schema says, and what it lets through.

import { s } from "candor";
import { equal, test, throws } from "candor/test";

test("schemas are JSON Schema", () => {
  const cases = [
    [s.string(), { type: "string" }],
    [
      s.string().min(1).max(9).pattern(/^a/).describe("An a"),
      { type: "string", minLength: 1, maxLength: 9, pattern: "^a", description: "An a" },
    ],
    [s.string().email(), { type: "string", format: "email" }],
    [s.string().url(), { type: "string", format: "uri" }],
    [s.number().min(0.5).max(2), { type: "number", minimum: 0.5, maximum: 2 }],
    [s.integer().default(3), { type: "integer", default: 3 }],
    [s.boolean(), { type: "boolean" }],
    [s.any(), {}],
    [s.enum(["a", "b"]), { type: "string", enum: ["a", "b"] }],
    [s.enum(["a", 1, null]), { enum: ["a", 1, null] }],
    [s.literal("x"), { const: "x" }],
    [s.array(s.string()).min(1), { type: "array", items: { type: "string" }, minItems: 1 }],
    [s.record(s.number()), { type: "object", additionalProperties: { type: "number" } }],
    [s.union([s.string(), s.number()]), { anyOf: [{ type: "string" }, { type: "number" }] }],
    [s.string().nullable(), { type: ["string", "null"] }],
    [
      s.enum(["a"]).nullable().describe("d"),
      { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }], description: "d" },
    ],
    [
      s.object({ a: s.string(), b: s.number().optional(), c: s.boolean().default(true) }),
      {
        type: "object",
        properties: {
          a: { type: "string" },
          b: { type: "number" },
          c: { type: "boolean", default: true },
        },
        required: ["a"],
        additionalProperties: false,
      },
    ],
    [s.object({}), { type: "object", properties: {}, additionalProperties: false }],
  ];
  for (const [schema, json] of cases) equal(schema.toJSONSchema(), json);
});

test("what fits is read", () => {
  const shape = s.object({
    name: s.string(),
    days: s.integer().default(1),
    tags: s.array(s.enum(["x", "y"])).optional(),
    inner: s.object({ on: s.boolean().nullable() }).optional(),
    any: s.any().optional(),
  });
  equal(shape.parse({ name: "ü" }), { name: "ü", days: 1 });
  equal(shape.parse({ name: "", days: 2, tags: ["x"], inner: { on: null }, any: [1] }), {
    name: "",
    days: 2,
    tags: ["x"],
    inner: { on: null },
    any: [1],
  });
  equal(s.union([s.integer(), s.literal("all")]).parse("all"), "all");
  equal(s.record(s.integer()).parse(JSON.parse('{"__proto__": 1}'))["__proto__"], 1);
  equal(s.string().min(1).max(1).parse("😀"), "😀");
  equal(s.string().format("date").parse("2024-02-29"), "2024-02-29");
  equal(
    s.string().format("date-time").parse("2024-02-29T10:00:00.5+01:00"),
    "2024-02-29T10:00:00.5+01:00",
  );
});

test("what does not fit is told, all at once and with its place", async () => {
  const refused = async (schema, value, said) =>
    equal((await throws(() => schema.parse(value))).message, said);
  await refused(s.string(), 5, "must be a text, not `5`");
  await refused(s.string(), undefined, "is missing");
  await refused(s.string().min(2), "a", "must have at least 2 characters, not 1");
  await refused(s.string().pattern("^a$"), "b", "must match `^a$`, which `b` does not");
  await refused(s.string().email(), "a@b", "must be of the format `email`, which `a@b` is not");
  await refused(s.string().url(), "x", "must be of the format `uri`, which `x` is not");
  await refused(
    s.string().format("date"),
    "2023-02-29",
    "must be of the format `date`, which `2023-02-29` is not",
  );
  await refused(s.number(), NaN, "must be a number, not `NaN`");
  await refused(s.number(), "1", "must be a number, not `1`");
  await refused(s.integer(), 1.5, "must be a whole number, not `1.5`");
  await refused(s.integer().min(1).max(3), 4, "must be at most 3, not 4");
  await refused(s.boolean(), null, "must be `true` or `false`, not `null`");
  await refused(
    s.enum(["metric", "imperial"]),
    "metrik",
    "must be one of `metric`, `imperial`, not `metrik`; did you mean `metric`?",
  );
  await refused(s.literal(1), 2, "must be `1`, not `2`");
  await refused(s.array(s.string()).max(1), ["a", "b"], "must have at most 1 items, not 2");
  await refused(s.array(s.string()), {}, "must be a list, not an object");
  await refused(s.record(s.number()), [1], "must be an object, not a list");
  await refused(
    s.union([s.integer(), s.object({ a: s.integer(), b: s.integer() })]),
    "x",
    "must be a number, not `x`",
  );
  const shape = s.object({ city: s.string(), filters: s.array(s.object({ name: s.string() })) });
  await refused(
    shape,
    { citi: "x", filters: [{ name: "a" }, { name: 1, more: 2 }] },
    "`city`: is missing; `filters[1].name`: must be a text, not `1`; `filters[1].more`: is not known; " +
      "`citi`: is not known; did you mean `city`?",
  );
  await refused(
    s.array(s.integer()),
    Array(50).fill("x"),
    Array.from({ length: 10 }, (_, at) => `\`[${at}]\`: must be a number, not \`x\``).join("; "),
  );
});

test("schemas never change, and defaults are not shared", () => {
  const base = s.string();
  base.min(5).optional();
  equal(base.toJSONSchema(), { type: "string" });
  const list = s.object({ a: s.array(s.integer()).default([1]) });
  list.parse({}).a.push(2);
  equal(list.parse({}), { a: [1] });
});

test("what makes no sense cannot be written", async () => {
  for (const [write, said] of [
    [() => s.enum([]), "at least one"],
    [() => s.enum("abc"), "a list of values"],
    [() => s.literal({}), "an object"],
    [() => s.array("x"), "`s.array`"],
    [() => s.array(String), "`s.array`"],
    [() => s.object({ a: "string" }), "the member `a`"],
    [() => s.union([1]), "`s.union`"],
    [() => s.string().min(-1), "`-1`"],
    [() => s.number().max("3"), "`3`"],
    [() => s.string().default(3), "the default does not fit"],
    [() => s.string().pattern(/a/i), "flags"],
    [() => s.string().pattern("("), undefined],
    [() => s.string().describe(3), "`describe`"],
  ]) {
    await throws(write, said);
  }
});

test("a schema is a standard schema", () => {
  const standard = s.object({ a: s.integer() })["~standard"];
  equal([standard.version, standard.vendor], [1, "candor"]);
  equal(standard.validate({ a: 1 }), { value: { a: 1 } });
  equal(standard.validate({ a: "x" }), {
    issues: [{ message: "must be a number, not `x`", path: ["a"] }],
  });
});
