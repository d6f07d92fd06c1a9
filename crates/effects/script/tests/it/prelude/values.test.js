// Text, bytes, numbers, clones, timers and signals.

import { equal, ok, test, throws } from "candor/test";

test("text becomes bytes and comes back", () => {
  const encoder = new TextEncoder();
  for (const text of ["", "abc", "ü€😀", "\0", "\ufeffx"]) {
    equal(new TextDecoder("utf-8", { ignoreBOM: true }).decode(encoder.encode(text)), text);
  }
  equal(encoder.encode("\ud800"), new Uint8Array([0xef, 0xbf, 0xbd]));
  const target = new Uint8Array(4);
  equal(encoder.encodeInto("aü€", target), { read: 2, written: 3 });
  equal(target, new Uint8Array([0x61, 0xc3, 0xbc, 0]));
});

test("bytes that are no text are told, if that is asked for", async () => {
  const bad = new Uint8Array([0x61, 0xff]);
  equal(new TextDecoder().decode(bad), "a\ufffd");
  await throws(() => new TextDecoder("utf8", { fatal: true }).decode(bad), "not UTF-8");
  await throws(() => new TextDecoder("latin1"), "`latin1`");
  await throws(() => new TextDecoder().decode("text"), "ArrayBuffer");
  equal(new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])), "a");
  equal(new TextDecoder().decode(new DataView(new Uint8Array([0x61, 0x62]).buffer, 1)), "b");
});

test("a text can come in pieces", () => {
  const bytes = new TextEncoder().encode("ü€😀");
  const decoder = new TextDecoder();
  let text = "";
  for (const byte of bytes) text += decoder.decode(new Uint8Array([byte]), { stream: true });
  equal(text + decoder.decode(), "ü€😀");
});

test("base64 is read leniently and written strictly", async () => {
  for (const [text, coded] of [
    ["", ""],
    ["a", "YQ=="],
    ["\xff\x00ü", "/wD8"],
    ["hello", "aGVsbG8="],
  ]) {
    equal(btoa(text), coded);
    equal(atob(coded), text);
    equal(atob(coded.replace(/=+$/, "")), text);
  }
  equal(atob(" aGVs\nbG8= "), "hello");
  for (const bad of ["a", "aGVsbG8=x", "ü", "a-b_", "=", "aGVsb==="]) {
    await throws(() => atob(bad), "not base64");
  }
  await throws(() => btoa("€"), "U+00FF");
});

test("random numbers are random", async () => {
  ok(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(
      crypto.randomUUID(),
    ),
  );
  ok(crypto.randomUUID() !== crypto.randomUUID());
  const numbers = new Uint32Array(16);
  ok(crypto.getRandomValues(numbers) === numbers && new Set(numbers).size > 8);
  await throws(() => crypto.getRandomValues(new Float64Array(1)), "integers");
  equal(
    (await throws(() => crypto.getRandomValues(new Uint8Array(65537)))).name,
    "QuotaExceededError",
  );
});

test("digests are those of the standard", async () => {
  const hex = async (name, text) =>
    [...new Uint8Array(await crypto.subtle.digest(name, new TextEncoder().encode(text)))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
  equal(
    await hex("SHA-256", "abc"),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  equal((await hex({ name: "sha-384" }, "")).slice(0, 16), "38b060a751ac9638");
  equal((await hex("SHA-512", "abc")).slice(0, 16), "ddaf35a193617aba");
  equal((await throws(() => hex("MD5", ""))).name, "NotSupportedError");
});

test("a clone is a copy, cycles and all", async () => {
  const value = {
    date: new Date(5),
    map: new Map([[1, { a: [1, , 3] }]]),
    set: new Set(["x"]),
    n: -0,
    re: /x/gi,
  };
  value.self = value;
  value.bytes = new Uint16Array([1, 2]);
  const copy = structuredClone(value);
  ok(
    copy !== value &&
      copy.self === copy &&
      copy.map !== value.map &&
      copy.bytes.buffer !== value.bytes.buffer,
  );
  equal(copy, value);
  const error = structuredClone(new RangeError("no", { cause: 1 }));
  equal([error instanceof RangeError, error.message, error.cause], [true, "no", 1]);
  class Point {
    x = 1;
  }
  equal(structuredClone(new Point()), { x: 1 });
  for (const bad of [() => 1, Symbol("x"), { a: () => 1 }, Promise.resolve(), new WeakMap()]) {
    equal((await throws(() => structuredClone(bad))).name, "DataCloneError");
  }
  let deep = {};
  for (let level = 0; level < 2000; level += 1) deep = { deep };
  equal((await throws(() => structuredClone(deep))).name, "DataCloneError");
  equal(Object.keys(structuredClone(JSON.parse('{"__proto__": {"x": 1}}'))), ["__proto__"]);
});

test("timers run in their order, unless they are cleared", async () => {
  const order = [];
  const cleared = setTimeout(() => order.push("never"), 1);
  clearTimeout(cleared);
  clearTimeout(undefined);
  setTimeout((a, b) => order.push(a + b), 20, "la", "ter");
  setTimeout(() => order.push("soon"), 0);
  queueMicrotask(() => order.push("at once"));
  let ticks = 0;
  await new Promise((resolve) => {
    const interval = setInterval(() => {
      ticks += 1;
      if (ticks < 3) return;
      clearInterval(interval);
      resolve();
    }, 1);
  });
  await new Promise((resolve) => setTimeout(resolve, 30));
  equal(order.slice(0, 2), ["at once", "soon"]);
  ok(order.includes("later") && !order.includes("never"));
  equal(ticks, 3);
  await throws(() => setTimeout("code"), "`code`");
  await throws(() => queueMicrotask(1), "`1`");
  const start = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 5));
  ok(performance.now() - start >= 4);
});

test("signals tell everybody, once", async () => {
  const controller = new AbortController();
  const heard = [];
  const both = AbortSignal.any([controller.signal, new AbortController().signal]);
  controller.signal.onabort = (event) => heard.push(event.type);
  controller.signal.addEventListener("abort", () => heard.push("one"), { once: true });
  controller.signal.addEventListener("abort", { handleEvent: () => heard.push("two") });
  controller.signal.addEventListener("abort", () => {
    throw new Error("a listener that throws");
  });
  both.addEventListener("abort", () => heard.push("both"));
  controller.abort("enough");
  controller.abort("again");
  equal(heard.toSorted(), ["abort", "both", "one", "two"]);
  equal(
    [controller.signal.aborted, controller.signal.reason, both.reason],
    [true, "enough", "enough"],
  );
  equal(await throws(() => both.throwIfAborted()), "enough");
  const late = AbortSignal.timeout(1);
  await new Promise((resolve) => late.addEventListener("abort", resolve));
  equal(late.reason.name, "TimeoutError");
  await throws(() => new AbortSignal(), "AbortController");
});

test("events go to those who listen", () => {
  const target = new EventTarget();
  const heard = [];
  const listener = (event) => heard.push(event.type);
  target.addEventListener("a", listener);
  target.addEventListener("a", listener);
  target.addEventListener("b", (event) => event.preventDefault());
  target.dispatchEvent(new Event("a"));
  target.removeEventListener("a", listener);
  target.dispatchEvent(new Event("a"));
  equal(heard, ["a"]);
  equal(target.dispatchEvent(new Event("b", { cancelable: true })), false);
  equal(target.dispatchEvent(new Event("b")), true);
});

test("there is nothing of Node but the variables", () => {
  equal(Object.keys(process), ["env"]);
  for (const name of [
    "require",
    "Deno",
    "Bun",
    "Buffer",
    "std",
    "os",
    "print",
    "__native",
    "__driver",
  ]) {
    equal(typeof globalThis[name], "undefined", name);
  }
});
