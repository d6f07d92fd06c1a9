// What a tool gives, and what a client gets.

import { call, equal, ok, test, throws } from "candor/test";

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

test("every way to answer becomes a result", async () => {
  const cases: [string, unknown][] = [
    ["json", text('{"a":[1,null]}')],
    ["markdown", text("# x")],
    ["html", text("<b>x</b>")],
    ["image", { content: [{ type: "image", data: "AQID", mimeType: "image/png" }] }],
    ["image64", { content: [{ type: "image", data: "AQID", mimeType: "image/webp" }] }],
    ["audio", { content: [{ type: "audio", data: "CQ==", mimeType: "audio/wav" }] }],
    ["svg", text("<svg/>")],
    ["value", text('{"at":"1970-01-01T00:00:00.000Z"}')],
    ["text", text("plain")],
    ["number", text("42")],
    ["null", text("null")],
    ["nothing", { content: [] }],
    ["thenable", text("later")],
    ["added", text("added")],
    [
      "whole",
      {
        content: [
          { type: "text", text: "a" },
          { type: "image", data: "/w==", mimeType: "image/gif" },
          { type: "resource_link", uri: "https://a.example", name: "a" },
        ],
      },
    ],
  ];
  for (const [tool, expected] of cases) {
    const { content, isError, text: said } = await call(tool);
    equal({ content }, expected, tool);
    ok(!isError, `${tool}: ${said}`);
  }
});

test("what goes wrong is an error that says so", async () => {
  const cases = [
    ["fail", "out of luck"],
    ["failData", '{"code":7}'],
    ["failure", "foreseen"],
    ["response", "thrown"],
    ["refused", "not here"],
    ["empty", "the tool answered with the status 503"],
    ["odd", "[object Object]"],
    [
      "zip",
      "the tool answered with bytes of the type `application/zip`; a result holds text, images and sounds",
    ],
    ["symbol", "TypeError: the tool `symbol` returned symbol, which has no JSON"],
    [
      "bytes",
      "TypeError: the tool `bytes` returned bytes; return `ctx.image(bytes, type)` or text",
    ],
    ["half", "TypeError: `content[0]` in the result of the tool `half` has no `data`"],
    [
      "unstructured",
      "TypeError: the tool `unstructured` has an output schema, so it must return an object, or `ctx.json` of one",
    ],
  ];
  for (const [tool, said] of cases) {
    const result = await call(tool!);
    equal([result.isError, result.text], [true, said], tool);
  }
});

test("a mistake is told with its place in the program", async () => {
  const { isError, text } = await call("bug");
  ok(isError);
  ok(/^TypeError: .*'name'.* \(tools\.ts:\d+:\d+\)$/.test(text), text);
});

test("the input is held to its schema", async () => {
  equal((await call("echo", { text: "a", times: 3 })).text, "aaa");
  equal((await call("echo", { text: "a" })).text, "a");
  const result = await call("echo", { txt: "a", times: 0 });
  ok(result.isError);
  equal(
    result.text,
    "the arguments do not fit: `text`: is missing; `times`: must be at least 1, not 0; `txt`: is not known; did you mean `text`?",
  );
});

test("the output is held to its schema", async () => {
  const good = await call("structured", { sum: 3 });
  equal([good.structured, good.json, good.isError], [{ sum: 3, unit: "m" }, { sum: 3 }, false]);
  const bad = await call("structured", { sum: "x" });
  ok(bad.isError);
  equal(
    bad.text,
    "TypeError: the result of `structured` does not fit its output schema: `sum`: must be a number, not `x`",
  );
  equal(bad.structured, undefined);
});

test("a call knows its variables and its caller, and nothing of the call before", async () => {
  const meta = { "io.modelcontextprotocol/clientInfo": { name: "tester" } };
  const first = await call(
    "env",
    {},
    { env: { KEY: "v" }, caller: { principal: "ada", client: "c" }, meta },
  );
  equal(first.json, {
    ctx: { KEY: "v" },
    process: { KEY: "v" },
    caller: { principal: "ada", client: "c" },
    meta,
    client: { name: "tester", version: "" },
  });
  await call("litter", {}, { env: { KEY: "v" } });
  equal((await call("env", {}, { env: { OTHER: "w" } })).json, {
    ctx: { OTHER: "w" },
    process: { OTHER: "w" },
    caller: {},
  });
});

test("there is no tool of another name", async () => {
  await throws(() => call("nobody"), "`nobody`");
});

test("assertions fail when they should", async () => {
  const failed = async (run: () => unknown, said: string) => {
    const error = await throws(run, said);
    equal(error.name, "AssertionError");
  };
  await failed(() => equal(1, 2), "1 is not 2");
  await failed(
    () => equal({ a: 1 }, { a: 1, b: 2 }, "both"),
    "both: { a: 1 } is not { a: 1, b: 2 }",
  );
  await failed(() => equal([1], { 0: 1, length: 1 }), "is not");
  await failed(() => equal(0, -0), "0 is not -0");
  await failed(() => equal(new Map([[1, 2]]), new Map([[1, 3]])), "is not");
  await failed(() => equal(new Set([1]), new Set([2])), "is not");
  await failed(() => equal(new Date(1), new Date(2)), "is not");
  await failed(() => equal(new Error("a"), new Error("b")), "is not");
  await failed(() => ok(""), '"" is not true');
  await failed(() => throws(() => 1), "nothing was thrown");
  await failed(() => throws(() => Promise.reject(new Error("a")), /b/), "does not match");
});
