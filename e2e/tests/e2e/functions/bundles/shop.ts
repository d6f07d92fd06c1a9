// A program for Gram: two groups of tools, variables with a schema, and results of every kind.
import { Gram, assert } from "@gram-ai/functions";
import * as z from "zod/mini";

const prices = new Gram({ envSchema: { CURRENCY: z.optional(z.string()) } }).tool({
  name: "get_price",
  description: "Tells what something costs",
  inputSchema: {
    item: z.string().check(z.minLength(1)),
    count: z.optional(z.int().check(z.gte(1), z.lte(100))),
  },
  annotations: {
    title: "Price of an item",
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  async execute(ctx, input) {
    assert(input.item !== "moon", { error: "the moon is not for sale" }, { status: 404 });
    return ctx.json({ price: 3 * (input.count ?? 1), currency: ctx.env.CURRENCY ?? "none" });
  },
});

const orders = new Gram()
  .tool({
    name: "cancel_order",
    description: "Cancels an order",
    inputSchema: { order: z.object({ id: z.string(), lines: z.array(z.number()) }) },
    annotations: { title: "Cancel an order", destructiveHint: true },
    async execute(ctx, input) {
      if (input.order.lines.length === 0) ctx.fail({ error: "there is nothing to cancel" });
      return ctx.text(`cancelled ${input.order.id}`);
    },
  })
  .tool({
    name: "describe_shop",
    description: "Describes the shop",
    inputSchema: {},
    annotations: { readOnlyHint: true },
    async execute(ctx) {
      return ctx.markdown("# A shop");
    },
  });

export default prices.extend(orders);
