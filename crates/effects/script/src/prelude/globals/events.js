// `Event` and `EventTarget`, as far as an `AbortSignal` needs them.

import {
  AString,
  ATypeError,
  append,
  apply,
  copyList,
  expose,
  isObject,
  seal,
} from "candor:primordials";
import { log } from "candor:console";
import { inspect } from "candor:inspect";

/** Says whom an event is for. */
let aim;

/** Whether an event shall reach nobody else. */
let isStopped;

export class Event {
  #type;
  #target = null;
  #cancelable;
  #prevented = false;
  #stopped = false;

  static {
    aim = (event, target) => (event.#target = target);
    isStopped = (event) => event.#stopped;
  }

  constructor(type, init = {}) {
    this.#type = AString(type);
    this.#cancelable = Boolean(init?.cancelable);
  }

  get type() {
    return this.#type;
  }

  get target() {
    return this.#target;
  }

  get currentTarget() {
    return this.#target;
  }

  get cancelable() {
    return this.#cancelable;
  }

  get defaultPrevented() {
    return this.#prevented;
  }

  preventDefault() {
    if (this.#cancelable) this.#prevented = true;
  }

  stopPropagation() {}

  stopImmediatePropagation() {
    this.#stopped = true;
  }
}

export class EventTarget {
  #listeners = [];

  addEventListener(type, listener, options) {
    if (listener === null || listener === undefined) return;
    if (typeof listener !== "function" && !isObject(listener)) {
      throw new ATypeError(`a listener is a function, and this is \`${AString(listener)}\``);
    }
    const signal = isObject(options) ? options.signal : undefined;
    if (signal?.aborted) return;
    const name = AString(type);
    for (let at = 0; at < this.#listeners.length; at += 1) {
      if (this.#listeners[at].name === name && this.#listeners[at].listener === listener) return;
    }
    // A new list, since somebody may be walking the old one.
    this.#listeners = copyList(this.#listeners);
    append(this.#listeners, {
      __proto__: null,
      name,
      listener,
      once: Boolean(isObject(options) && options.once),
    });
    if (signal) signal.addEventListener("abort", () => this.removeEventListener(name, listener));
  }

  removeEventListener(type, listener) {
    const name = AString(type);
    const kept = [];
    for (let at = 0; at < this.#listeners.length; at += 1) {
      const known = this.#listeners[at];
      if (known.name !== name || known.listener !== listener) append(kept, known);
    }
    this.#listeners = kept;
  }

  dispatchEvent(event) {
    aim(event, this);
    const handler = this[`on${event.type}`];
    if (typeof handler === "function") attend(() => apply(handler, this, [event]));
    const listeners = this.#listeners;
    for (let at = 0; at < listeners.length && !isStopped(event); at += 1) {
      const known = listeners[at];
      if (known.name !== event.type) continue;
      if (known.once) this.removeEventListener(known.name, known.listener);
      attend(() =>
        typeof known.listener === "function"
          ? apply(known.listener, this, [event])
          : known.listener.handleEvent(event),
      );
    }
    return !event.defaultPrevented;
  }
}

/** Lets a listener run. One that throws is reported, and does not keep the others from it. */
function attend(task) {
  try {
    task();
  } catch (error) {
    log("error", `a listener threw: ${inspect(error)}`);
  }
}

expose(globalThis, "Event", seal(Event));
expose(globalThis, "EventTarget", seal(EventTarget));
