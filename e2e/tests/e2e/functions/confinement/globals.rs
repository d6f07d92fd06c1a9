//! The language as a program finds it: what is there, and that nothing of ours is in it.

use std::collections::BTreeSet;

use candor_testkit::ServerEra;
use serde_json::{Value, json};

use super::{fortress, neighbours};
use crate::functions::kit::done;

/// Everything that a program finds without importing it. Whatever is added here is a door, and
/// has to be looked at as one.
const GLOBALS: &str = "\
    AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack \
    Atomics BigInt BigInt64Array BigUint64Array Boolean DOMException DataView Date \
    DisposableStack Error EvalError Event EventTarget FinalizationRegistry Float16Array \
    Float32Array Float64Array Function Headers Infinity Int16Array Int32Array Int8Array \
    InternalError Iterator JSON Map Math NaN Number Object Promise Proxy RangeError \
    ReferenceError Reflect RegExp Request Response Set SharedArrayBuffer String \
    SuppressedError Symbol SyntaxError TextDecoder TextEncoder TypeError URIError URL \
    URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef \
    WeakSet atob btoa clearInterval clearTimeout console crypto decodeURI decodeURIComponent \
    encodeURI encodeURIComponent escape eval fetch global globalThis isFinite isNaN \
    parseFloat parseInt performance process queueMicrotask self setInterval setTimeout \
    structuredClone undefined unescape";

#[tokio::test(flavor = "multi_thread")]
async fn nothing_else_is_there() {
    let names = "return ctx.json(Object.getOwnPropertyNames(globalThis));";
    let symbols = "return ctx.json(Object.getOwnPropertySymbols(globalThis).map(String));";
    let stage = fortress(&[("names", names), ("symbols", symbols)], "").await;
    let expect: BTreeSet<String> = GLOBALS.split_whitespace().map(str::to_owned).collect();
    for (_, mut client) in stage.clients().await {
        let said = done(&mut client, "f_names", &json!({})).await;
        let found: BTreeSet<String> = serde_json::from_str(&said).expect("names");
        let more: Vec<_> = found.difference(&expect).collect();
        let less: Vec<_> = expect.difference(&found).collect();
        assert!(
            more.is_empty() && less.is_empty(),
            "new {more:?}, gone {less:?}"
        );
        let said = done(&mut client, "f_symbols", &json!({})).await;
        assert_eq!(said, r#"["Symbol(Symbol.toStringTag)"]"#);
    }
}

/// Functions of ours that talk to the host, or are next to those that do.
const OURS: [&str; 13] = [
    "op",
    "utf8Encode",
    "utf8Decode",
    "base64Encode",
    "base64Decode",
    "urlParse",
    "urlSet",
    "randomBytes",
    "column",
    "perform",
    "tell",
    "describe",
    "runTest",
];

/// Ways to what is ours, each an expression that should come to nothing: it throws or has no value.
const WAYS: [&str; 40] = [
    "globalThis.__native",
    "globalThis.__driver",
    "self.__native ?? global.__driver",
    "eval('__native')",
    "(0, eval)('__driver')",
    "new Function('return __native')()",
    "new Function('return this')().__native",
    "(function () { return this; })().__native",
    "Function('return process')().binding",
    "(() => {}).constructor('return __driver')()",
    "(async () => {}).constructor('return __native')()",
    "(function* () {}).constructor('return __native')().next().value",
    "[].constructor.constructor('return globalThis.__native')()",
    "fetch.constructor('return native')()",
    "console.log.constructor('return tell')()",
    "ctx.constructor.constructor('return perform')()",
    "process.binding ?? process.mainModule ?? process.dlopen ?? process.stdout",
    "process.constructor.constructor('return op')()",
    "typeof require === 'undefined' ? undefined : require",
    "typeof module === 'undefined' ? undefined : module",
    "typeof Deno === 'undefined' ? undefined : Deno",
    "typeof Bun === 'undefined' ? undefined : Bun",
    "typeof std === 'undefined' ? undefined : std",
    "typeof os === 'undefined' ? undefined : os",
    "typeof print === 'undefined' ? undefined : print",
    "typeof scriptArgs === 'undefined' ? undefined : scriptArgs",
    "typeof WebAssembly === 'undefined' ? undefined : WebAssembly",
    "typeof Worker === 'undefined' ? undefined : Worker",
    "typeof XMLHttpRequest === 'undefined' ? undefined : XMLHttpRequest",
    "typeof WebSocket === 'undefined' ? undefined : WebSocket",
    "typeof gc === 'undefined' ? undefined : gc",
    "(() => { let sites; Error.prepareStackTrace = (_, all) => { sites = all; return ''; }; void new Error().stack; return sites; })()",
    "(() => { let seen; Error.prepareStackTrace = (_, all) => { seen = all; }; try { fetch({}); } catch (error) { void error.stack; } return seen; })()",
    "fetch.caller ?? fetch.arguments",
    "(function f() { return f.caller; })()",
    "(function f() { return f.arguments.callee.caller; })()",
    "await import('candor:native')",
    "await import('candor:driver')",
    "await eval(\"import('candor:native')\")",
    "new Proxy(fetch, {}).constructor('return stand')()",
];

#[tokio::test(flavor = "multi_thread")]
async fn no_way_leads_to_what_is_ours() {
    let body = "const AsyncFunction = (async () => {}).constructor;
        const found = [];
        for (const way of input.ways) {
          try {
            const value = await new AsyncFunction('ctx', 'return (' + way + ');')(ctx);
            if (value !== undefined && value !== null) found.push([way, String(typeof value)]);
          } catch {}
        }
        return ctx.json(found);";
    // What our own functions are handed, if the language is bent around them.
    let eavesdrop = "const heard = []; let count = 0; const { apply } = Reflect;
        const names = Object.getOwnPropertyNames; const shapeOf = Object.getOwnPropertyDescriptor;
        const listen = (target, name) => {
          const own = target[name];
          try {
            target[name] = function () {
              for (let at = 0; at < arguments.length && count < 1e5; at += 1) heard[count++] = arguments[at];
              return apply(own, this, arguments);
            };
          } catch {}
        };
        for (const type of [Array, String, Map, Set, Promise, Function, RegExp, Object, Uint8Array]) {
          for (const name of names(type.prototype)) {
            const isMethod = typeof shapeOf(type.prototype, name).value === 'function';
            if (name !== 'constructor' && isMethod) listen(type.prototype, name);
          }
        }
        for (const place of [JSON, Reflect, Object, Math]) for (const name of names(place)) listen(place, name);
        console.log('x', { a: [1] }); ctx.progress(1, 2, 'x'); new URL('http://a/b');
        try { await fetch('http://127.0.0.1:1/'); } catch {}
        let found = 'heard';
        for (let at = 0; at < count; at += 1) {
          for (let which = 0; which < input.ours.length; which += 1) {
            if (typeof heard[at] === 'function' && heard[at].name === input.ours[which]) found += ' ' + input.ours[which];
          }
        }
        return found;";
    let stage = fortress(&[("walk", body), ("eavesdrop", eavesdrop)], "").await;
    for (era, mut client) in stage.clients().await {
        let said = done(&mut client, "f_walk", &json!({"ways": &WAYS[..]})).await;
        let found: Value = serde_json::from_str(&said).expect("JSON");
        assert_eq!(found, json!([]), "{era:?}");
        let said = done(&mut client, "f_eavesdrop", &json!({"ours": OURS})).await;
        assert_eq!(said, "heard", "{era:?}");
    }
    neighbours(&stage).await;
}

/// Everything that can be reached from the global object is the language, or does what a program
/// may do: no function of ours that talks to the host is among it.
#[tokio::test(flavor = "multi_thread")]
async fn a_walk_over_everything_finds_no_native() {
    let walk = "const seen = new Set([globalThis, ctx]); const names = [];
        const visit = (value) => {
          if ((typeof value === 'object' && value !== null) || typeof value === 'function') seen.add(value);
        };
        for (const value of seen) {
          visit(Object.getPrototypeOf(value));
          for (const key of Reflect.ownKeys(value)) {
            const shape = Object.getOwnPropertyDescriptor(value, key);
            for (const part of [shape?.value, shape?.get, shape?.set]) visit(part);
          }
          if (typeof value === 'function') names.push(value.name);
        }
        return ctx.json([seen.size, names.filter((it) => input.ours.includes(it))]);";
    let stage = fortress(&[("walk", walk)], "").await;
    let mut client = stage.client(ServerEra::Modern).await;
    let said = done(&mut client, "f_walk", &json!({"ours": OURS})).await;
    let found: Value = serde_json::from_str(&said).expect("JSON");
    assert!(found[0].as_u64() > Some(500), "{found}");
    assert_eq!(found[1], json!([]));
}
