// Tests of __NAME__: `candor functions test __NAME__.ts` runs them.

import { call, equal, ok, test } from "candor/test";

test("greets in the language that was asked for", async () => {
  const answer = await call("greet", { name: "Ada", language: "de" });
  equal(answer.text, "Hallo, Ada!");
});

test("greets in English otherwise", async () => {
  const answer = await call("greet", { name: "Ada" });
  equal(answer.text, "Hello, Ada!");
});

test("counts words", async () => {
  const answer = await call("count_words", { text: "tools that say what they do" });
  equal(answer.json, { words: 6, longest: "tools" });
});

test("says so where there is nothing to count", async () => {
  const answer = await call("count_words", { text: " \n " });
  ok(answer.isError, "an error was expected");
});
