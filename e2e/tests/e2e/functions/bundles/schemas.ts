// One schema, said in every way.
import { Toolbox, s } from "candor";
import * as z from "zod";
import * as m from "zod/mini";

const ways = {
  own: {
    name: s.string().min(1).max(20).describe("Its name"),
    size: s.integer().min(0).max(10).optional(),
    colour: s.enum(["red", "blue"]),
    tags: s.array(s.string()).default([]),
    place: s.object({ shelf: s.number(), left: s.boolean().optional() }),
  },
  classic: {
    name: z.string().min(1).max(20).describe("Its name"),
    size: z.int().min(0).max(10).optional(),
    colour: z.enum(["red", "blue"]),
    tags: z.array(z.string()).default([]),
    place: z.object({ shelf: z.number(), left: z.boolean().optional() }),
  },
  mini: {
    name: m.string().check(m.minLength(1), m.maxLength(20)).register(m.globalRegistry, { description: "Its name" }),
    size: m.optional(m.int().check(m.gte(0), m.lte(10))),
    colour: m.enum(["red", "blue"]),
    tags: m._default(m.array(m.string()), []),
    place: m.object({ shelf: m.number(), left: m.optional(m.boolean()) }),
  },
  whole: z.object({
    name: z.string().min(1).max(20).describe("Its name"),
    size: z.int().min(0).max(10).optional(),
    colour: z.enum(["red", "blue"]),
    tags: z.array(z.string()).default([]),
    place: z.object({ shelf: z.number(), left: z.boolean().optional() }),
  }),
  json: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, maxLength: 20, description: "Its name" },
      size: { type: "integer", minimum: 0, maximum: 10 },
      colour: { type: "string", enum: ["red", "blue"] },
      tags: { type: "array", items: { type: "string" }, default: [] },
      place: {
        type: "object",
        properties: { shelf: { type: "number" }, left: { type: "boolean" } },
        required: ["shelf"],
      },
    },
    required: ["name", "colour", "place"],
  },
};

const box = new Toolbox();
for (const [name, inputSchema] of Object.entries(ways)) {
  box.tool({
    name,
    description: "Gives back what it was given.",
    inputSchema: inputSchema as any,
    execute: (ctx, input) => ctx.json(input),
  });
}
export default box;
