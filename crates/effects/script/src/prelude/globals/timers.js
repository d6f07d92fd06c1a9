// Timers. The host waits; what a timer runs, runs here.

import {
  AMap,
  ANumber,
  AString,
  ATypeError,
  apply,
  expose,
  mapClear,
  mapDelete,
  mapGet,
  mapSet,
} from "candor:primordials";
import { perform } from "candor:native";

/** The longest wait that the platforms know. */
const LONGEST = 2_147_483_647;

/** The timers that have not been cleared, by number. */
const timers = new AMap();
let last = 0;

function start(task, delay, args, repeats) {
  if (typeof task !== "function") {
    throw new ATypeError(`a timer runs a function, and this is \`${AString(task)}\``);
  }
  const id = (last += 1);
  const timer = { __proto__: null, task, ms: span(delay), args, repeats };
  mapSet(timers, id, timer);
  run(id, timer);
  return id;
}

/** Milliseconds that can be waited for. */
export function span(delay) {
  const ms = ANumber(delay);
  return ms > 0 ? (ms < LONGEST ? ms : LONGEST) : 0;
}

/**
 * Waits, and runs the task unless the timer has been cleared. What the task throws nobody catches:
 * it is an unhandled rejection, as it would be an uncaught exception elsewhere.
 */
async function run(id, timer) {
  do {
    await perform("sleep", { __proto__: null, ms: timer.repeats && timer.ms < 1 ? 1 : timer.ms });
    if (mapGet(timers, id) !== timer) return;
    if (!timer.repeats) mapDelete(timers, id);
    apply(timer.task, undefined, timer.args);
  } while (mapGet(timers, id) === timer);
}

/** Forgets the timers of a call that is over. */
export function resetTimers() {
  mapClear(timers);
}

const clear = (id) => void mapDelete(timers, ANumber(id));

expose(globalThis, "setTimeout", function setTimeout(task, delay, ...args) {
  return start(task, delay, args, false);
});
expose(globalThis, "setInterval", function setInterval(task, delay, ...args) {
  return start(task, delay, args, true);
});
expose(globalThis, "clearTimeout", function clearTimeout(id) {
  clear(id);
});
expose(globalThis, "clearInterval", function clearInterval(id) {
  clear(id);
});
