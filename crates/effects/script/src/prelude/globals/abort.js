// `AbortController` and `AbortSignal`.

import { ATypeError, append, expose, seal } from "candor:primordials";
import { perform } from "candor:native";
import { DOMException } from "candor:dom-exception";
import { Event, EventTarget } from "candor:events";
import { span } from "candor:timers";

/** Known to nobody else, so that nobody else can make a signal. */
const key = Symbol("signal");

/** Aborts a signal. */
export let abort;

/** A signal that is aborted with the first of several. */
export let first;

/** Runs a task when a signal is aborted, or at once if it has been. */
export let whenAborted;

export class AbortSignal extends EventTarget {
  onabort = null;
  #aborted = false;
  #reason = undefined;
  #waiting = [];

  static {
    abort = (signal, reason) => signal.#abort(reason);
    first = (signals) => {
      const either = new AbortSignal(key);
      for (let at = 0; at < signals.length; at += 1) {
        const signal = signals[at];
        whenAborted(signal, () => either.#abort(signal.#reason));
      }
      return either;
    };
    whenAborted = (signal, task) => (signal.#aborted ? task() : append(signal.#waiting, task));
  }

  constructor(given) {
    if (given !== key) throw new ATypeError("an `AbortSignal` comes from an `AbortController`");
    super();
  }

  get aborted() {
    return this.#aborted;
  }

  get reason() {
    return this.#reason;
  }

  throwIfAborted() {
    if (this.#aborted) throw this.#reason;
  }

  static abort(reason) {
    const signal = new AbortSignal(key);
    signal.#abort(reason);
    return signal;
  }

  static timeout(delay) {
    const signal = new AbortSignal(key);
    expire(signal, span(delay));
    return signal;
  }

  static any(signals) {
    return first([...signals]);
  }

  get [Symbol.toStringTag]() {
    return "AbortSignal";
  }

  #abort(reason) {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason =
      reason === undefined ? new DOMException("the operation was aborted", "AbortError") : reason;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < waiting.length; at += 1) waiting[at]();
    this.dispatchEvent(new Event("abort"));
  }
}

async function expire(signal, ms) {
  await perform("sleep", { __proto__: null, ms });
  abort(signal, new DOMException(`${ms} ms are over`, "TimeoutError"));
}

export class AbortController {
  #signal = new AbortSignal(key);

  get signal() {
    return this.#signal;
  }

  abort(reason) {
    abort(this.#signal, reason);
  }
}

expose(globalThis, "AbortSignal", seal(AbortSignal));
expose(globalThis, "AbortController", seal(AbortController));
