// Replaces every function that can be replaced by one that looks who calls it.

import { Toolbox, s } from "candor";

const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } =
  Reflect;
const { indexOf, slice } = String.prototype;
const RealError = Error;

let found = "";
let looking = false;

/** Notes a call that one of our modules made: the second frame is the caller's. */
function look(label) {
  if (looking) return;
  looking = true;
  const stack = new RealError().stack;
  const first = apply(indexOf, stack, ["\n"]);
  const second = apply(indexOf, stack, ["\n", first + 1]);
  const third = apply(indexOf, stack, ["\n", second + 1]);
  const caller = apply(slice, stack, [second + 1, third]);
  if (apply(indexOf, caller, ["candor:"]) >= 0) found += label + " <- " + caller + "\n";
  looking = false;
}

function spy(real, label) {
  if (typeof real !== "function") return real;
  return function (...args) {
    look(label);
    return new.target ? construct(real, args, new.target) : apply(real, this, args);
  };
}

function watch(owner, key, label) {
  const member = getOwnPropertyDescriptor(owner, key);
  if (!member.configurable || key === "constructor") return;
  // Classes are left: what matters is what they and their instances do.
  if (typeof member.value === "function" && member.value.prototype && owner === globalThis) return;
  if ("value" in member) {
    if (typeof member.value === "function") {
      defineProperty(owner, key, { ...member, value: spy(member.value, label) });
    }
    return;
  }
  defineProperty(owner, key, {
    ...member,
    get: spy(member.get, label + " get"),
    set: spy(member.set, label + " set"),
  });
}

const iterator = getPrototypeOf([][Symbol.iterator]());
const worlds = {
  globalThis,
  JSON,
  Math,
  Reflect,
  Object,
  Array,
  String,
  Number,
  Promise,
  Date,
  Response,
  URL,
  AbortSignal,
  console,
  "array iterator": iterator,
  iterator: getPrototypeOf(iterator),
  "typed array": getPrototypeOf(Uint8Array.prototype),
};
const classes = {
  Object,
  Function,
  Array,
  String,
  Number,
  Boolean,
  Symbol,
  BigInt,
  Map,
  Set,
  WeakMap,
  Promise,
  RegExp,
  Date,
  Error,
  TypeError,
  Uint8Array,
  ArrayBuffer,
  DataView,
  URL,
  URLSearchParams,
  Headers,
  Request,
  Response,
  AbortSignal,
  AbortController,
  EventTarget,
  Event,
  TextEncoder,
  TextDecoder,
};

const names = ownKeys(worlds);
const types = ownKeys(classes);
for (let at = 0; at < types.length; at += 1) {
  const { prototype } = classes[types[at]];
  const keys = ownKeys(prototype);
  for (let key = 0; key < keys.length; key += 1) {
    watch(prototype, keys[key], types[at] + "#" + String(keys[key]));
  }
}
for (let at = 0; at < names.length; at += 1) {
  const world = worlds[names[at]];
  const keys = ownKeys(world);
  for (let key = 0; key < keys.length; key += 1) {
    watch(world, keys[key], names[at] + "." + String(keys[key]));
  }
}

export default new Toolbox()
  .tool({
    name: "json",
    input: {
      x: s.string().default("d"),
      l: s.array(s.integer()).optional(),
      o: s.object({ e: s.enum(["q"]) }).optional(),
    },
    execute: (ctx, input) => ctx.json(input),
  })
  .tool({ name: "output", output: { ok: s.boolean() }, execute: () => ({ ok: true }) })
  .tool({
    name: "throws",
    execute() {
      throw new Error("boom");
    },
  })
  .tool({ name: "fails", execute: (ctx) => ctx.fail({ a: 1 }) })
  .tool({
    name: "talks",
    execute(ctx) {
      ctx.progress(1, 2, "half");
      ctx.log("%s", 1, { a: [1, { b: 2 }] });
      console.log([1, 2, 3], new Map([[1, 2]]), new Set([1]), new Error("q"), new Date(0));
      console.table([{ a: 1 }]);
      return "talked";
    },
  })
  .tool({
    name: "waits",
    execute: () => new Promise((done) => setTimeout(() => done("waited"), 1)),
  })
  .tool({
    name: "fetches",
    execute: (ctx) =>
      ctx.fetch("https://a.example/x?y=1", {
        method: "POST",
        body: "x",
        headers: { a: "b" },
        signal: new AbortController().signal,
      }),
  })
  .tool({
    name: "asks",
    execute: async (ctx) => (await ctx.elicit("Which?", { size: s.enum(["M", "L"]) })).size,
  })
  // A list of pairs is walked as its owner likes, so this one is noticed.
  .tool({ name: "control", execute: () => new URLSearchParams([["a", "b"]]).toString() })
  .tool({
    name: "report",
    execute() {
      const report = found;
      found = "";
      return report;
    },
  });
