// The first module of a worker: it puts everything in place and gives the worker its handles.
//
// `describe` takes the namespace of the entry and promises JSON of its tools and resources; `call`
// and `read` take and promise JSON; `cancel` tells the running call that nobody waits for it; `tests` and `runTest`
// are for a program's tests.

import "candor:globals";
import { freeze, lock, parse, stringify } from "candor:primordials";
import { runTest, testNames } from "candor:test";
import { call, cancel, read, reset, take } from "candor:tools/turn";

globalThis.__driver = freeze({
  __proto__: null,
  describe: async (namespace) => stringify(await take(namespace)),
  call: async (tool, input, context) => {
    reset();
    return stringify(await call(tool, parse(input), parse(context)));
  },
  read: async (uri, context) => {
    reset();
    return stringify(await read(uri, parse(context)));
  },
  cancel,
  tests: () => stringify(testNames()),
  runTest,
});

delete globalThis.__native;
lock();
