// The smallest prelude: a program exports functions, and each is a tool.

import "candor:inner";

const native = globalThis.__native;
const { parse, stringify } = JSON;
const tests = [];
let tools;
let cancelled;

globalThis.__driver = {
  describe: async (namespace) => {
    tools = namespace.default;
    if (tools === undefined) throw new Error("no tools are exported");
    const remarks = namespace.remark === undefined ? [] : [{ sentence: namespace.remark }];
    return stringify({ tools: Object.keys(tools).map((name) => ({ name })), remarks });
  },
  call: async (tool, input, context) => {
    const stop = new Promise((_, reject) => {
      cancelled = reject;
    });
    const done = tools[tool](parse(input), native, parse(context), stop);
    return stringify({ result: (await done) ?? null });
  },
  read: async (uri, context) => stringify({ uri, context: parse(context) }),
  cancel: (reason) => cancelled(new Error(reason)),
  tests: () => stringify(tools.tests.map((test) => test.name)),
  runTest: async (name) => tools.tests.find((test) => test.name === name)(),
};
