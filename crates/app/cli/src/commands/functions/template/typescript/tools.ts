// The tools of __NAME__.
//
// What a tool says in `annotations` is shown to every client, and it is held to it: these two say
// that they only read and connect nowhere, so a request from them would be refused. A tool that asks
// an API names where in `hosts: ["api.example.com"]` and finds its key in `ctx.env`.

import { Toolbox, s } from "candor";

const greetings = { en: "Hello", de: "Hallo", fr: "Bonjour" };

export default new Toolbox({ name: "__NAME__", version: "0.1.0" })
  .tool({
    name: "greet",
    title: "Greet a person",
    description: "Greets a person by name, in English, German or French.",
    input: {
      name: s.string().min(1).max(100).describe("Whom to greet"),
      language: s.enum(["en", "de", "fr"]).default("en").describe("The language of the greeting"),
    },
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    execute(ctx, input) {
      return ctx.text(`${greetings[input.language]}, ${input.name}!`);
    },
  })
  .tool({
    name: "count_words",
    title: "Count words",
    description: "Counts the words of a text and says which one is the longest.",
    input: {
      text: s.string().max(100_000).describe("The text"),
    },
    output: {
      words: s.integer().describe("How many words there are"),
      longest: s.string().describe("The longest word; the first, if there are several"),
    },
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    execute(ctx, input) {
      const words = input.text.split(/\s+/).filter((word) => word !== "");
      if (words.length === 0) {
        ctx.fail("There is no word in the text.");
      }
      const longest = words.reduce((best, word) => (word.length > best.length ? word : best), "");
      return ctx.json({ words: words.length, longest });
    },
  });
