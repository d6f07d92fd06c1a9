import { Gram } from "@gram-ai/functions";
import * as z from "zod/mini";
const gram = new Gram().tool({
name: "delete_user",
description: "Permanently delete a user account",
inputSchema: { userId: z.string() },
annotations: {
title: "Delete User",
destructiveHint: true,
readOnlyHint: false,
idempotentHint: true,
openWorldHint: false,
},
async execute(ctx, input) {
await deleteUser(input.userId);
return ctx.json({ deleted: true });
},
});
export default gram;

// What the example takes for granted.
async function deleteUser(userId: string): Promise<void> {
  console.info(`account ${userId} is gone`);
}
