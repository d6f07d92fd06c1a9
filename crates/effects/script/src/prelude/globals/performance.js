// `performance.now` and `queueMicrotask`.

import { AString, ATypeError, expose, freeze } from "candor:primordials";
import { now } from "candor:native";

const start = now();

expose(globalThis, "performance", freeze({ now: () => now() - start, timeOrigin: Date.now() }));

/** What the task throws is an unhandled rejection. */
async function later(task) {
  await undefined;
  task();
}

expose(globalThis, "queueMicrotask", function queueMicrotask(task) {
  if (typeof task !== "function") {
    throw new ATypeError(`a microtask is a function, and this is \`${AString(task)}\``);
  }
  later(task);
});
