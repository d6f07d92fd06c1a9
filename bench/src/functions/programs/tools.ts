// The functions as a program for Candor.

import { Toolbox, s } from "candor";
import { area, bill } from "./work.ts";

const input = {
  width: s.number().describe("The width"),
  height: s.number().describe("The height"),
  label: s.string().describe("What it is called"),
};

const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export default new Toolbox({ name: "bench", version: "1.0.0" })
  .tool({
    name: "area",
    title: "Area",
    description: "Multiplies two numbers.",
    input,
    annotations,
    execute: (ctx, { width, height, label }) => ctx.json(area(width, height, label)),
  })
  .tool({
    name: "bill",
    title: "Bill",
    description: "Multiplies two numbers and adds up a list of orders.",
    input,
    annotations,
    execute: (ctx, { width, height, label }) => ctx.json(bill(width, height, label)),
  });
