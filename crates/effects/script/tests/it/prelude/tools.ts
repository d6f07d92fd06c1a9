// A program with one tool for each way to answer.

import { Failure, Toolbox, s } from "candor";

const more = new Toolbox().tool({
  name: "added",
  description: "Comes from elsewhere",
  execute: () => "added",
});

const answers = new Toolbox({ name: "answers", version: "1.0.0" })
  .tool({
    name: "echo",
    title: "Echo",
    description: "Gives back what it got",
    input: { text: s.string().describe("What to say"), times: s.integer().min(1).default(1) },
    annotations: { readOnlyHint: true, "x-own": { kept: true } },
    tags: ["talk"],
    hosts: ["api.example.com"],
    safePosts: ["https://api.example.com/search"],
    meta: { "example.com/level": 3 },
    execute: (ctx, input) => ctx.text(input.text.repeat(input.times)),
  })
  .tool({ name: "json", execute: (ctx) => ctx.json({ a: [1, null] }) })
  .tool({ name: "markdown", execute: ({ markdown }) => markdown("# x") })
  .tool({ name: "html", execute: ({ html }) => html("<b>x</b>") })
  .tool({ name: "image", execute: (ctx) => ctx.image(new Uint8Array([1, 2, 3])) })
  .tool({ name: "image64", execute: (ctx) => ctx.image("AQID", "image/webp") })
  .tool({
    name: "audio",
    execute: () => new Response(new Uint8Array([9]), { headers: { "content-type": "audio/wav" } }),
  })
  .tool({
    name: "svg",
    execute: (ctx) => ctx.image(new TextEncoder().encode("<svg/>"), "image/svg+xml"),
  })
  .tool({
    name: "zip",
    execute: () =>
      new Response(new Uint8Array([0xff]), { headers: { "content-type": "application/zip" } }),
  })
  .tool({ name: "value", execute: () => ({ at: new Date(0), none: undefined }) })
  .tool({ name: "text", execute: async () => "plain" })
  .tool({ name: "number", execute: () => 42 })
  .tool({ name: "nothing", execute: () => {} })
  .tool({ name: "null", execute: () => null })
  .tool({
    name: "thenable",
    execute: () => ({ then: (resolve: (value: string) => void) => resolve("later") }),
  })
  .tool({ name: "symbol", execute: () => Symbol("x") })
  .tool({ name: "bytes", execute: () => new Uint8Array(3) })
  .tool({
    name: "whole",
    execute: () => ({
      content: [
        { type: "text", text: "a" },
        { type: "image", data: new Uint8Array([255]), mimeType: "image/gif" },
        { type: "resource_link", uri: "https://a.example", name: "a" },
      ],
      _meta: { k: 1 },
      isError: false,
    }),
  })
  .tool({ name: "half", execute: () => ({ content: [{ type: "image", mimeType: "image/gif" }] }) })
  .tool({ name: "refused", execute: () => new Response("not here", { status: 404 }) })
  .tool({ name: "empty", execute: () => new Response(null, { status: 503 }) })
  .tool({ name: "fail", execute: (ctx) => ctx.fail("out of luck") })
  .tool({ name: "failData", execute: (ctx) => ctx.fail({ code: 7 }) })
  .tool({
    name: "failure",
    execute: () => {
      throw new Failure("foreseen");
    },
  })
  .tool({
    name: "response",
    execute: () => Promise.reject(new Response("thrown", { status: 200 })),
  })
  .tool({
    name: "bug",
    execute: (): number => {
      const nobody: any = undefined;
      return nobody.name;
    },
  })
  .tool({
    name: "odd",
    execute: () => {
      throw { not: "an error" };
    },
  })
  .tool({
    name: "structured",
    input: { sum: s.any() },
    output: { sum: s.integer(), unit: s.string().default("m") },
    execute: (ctx, { sum }) => ctx.json({ sum }),
  })
  .tool({ name: "unstructured", output: { sum: s.integer() }, execute: () => "3" as any })
  .tool({
    name: "env",
    execute: (ctx) => ({
      ctx: ctx.env,
      process: { ...process.env },
      caller: ctx.caller,
      meta: ctx.meta,
      client: ctx.clientInfo,
    }),
  })
  .tool({
    name: "litter",
    execute: () => {
      (process.env as any).LEFT = "behind";
      Reflect.preventExtensions(process.env);
    },
  })
  .extend(more);

export default answers;
