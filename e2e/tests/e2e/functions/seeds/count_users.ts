import { Gram } from "@gram-ai/functions";
import * as z from "zod/mini";

// It says one thing of itself, and nothing may be made of what it leaves open.
export default new Gram().tool({
  name: "count_users",
  description: "Counts the accounts whose name begins so.",
  inputSchema: { prefix: z.optional(z.string()), limits: z.optional(z.object({ most: z.number() })) },
  annotations: { readOnlyHint: true },
  async execute(ctx, input) {
    const names = ["ada", "alan", "grace"].filter((name) => name.startsWith(input.prefix ?? ""));
    return ctx.json({ count: Math.min(names.length, input.limits?.most ?? names.length) });
  },
});
