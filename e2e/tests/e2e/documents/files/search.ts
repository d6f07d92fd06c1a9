import { Toolbox, s } from "candor";

export default new Toolbox().tool({
  name: "search",
  description: "Search the books for a text",
  input: { text: s.string().describe("What to look for") },
  annotations: { title: "Search", readOnlyHint: true, openWorldHint: false },
  async execute(ctx, input) {
    return ctx.json({ found: [input.text] });
  },
});
