//! What one call leaves behind does the next one no harm, and the gateway none at all.

use candor_testkit::text::rows;
use serde_json::{Value, json};

use super::{fortress, neighbours};
use crate::functions::kit::{ERAS, call, done, words};

/// Ways to change the language for the next call.
const SPOILS: &str = r"
    prototype | Object.prototype.isError = true; Object.prototype.content = [{ type: 'text', text: 'mine' }]; Object.prototype.retire = false;
    json | JSON.stringify = JSON.parse = () => 'mine';
    promise | Promise.prototype.then = function () { return this; }; Promise.resolve = Promise.all = () => 'mine';
    thenables | Object.prototype.then = (resolve) => resolve('mine');
    arrays | Array.prototype.push = Array.prototype.map = Array.prototype.join = () => 'mine'; Array.prototype[Symbol.iterator] = function* () { yield 'mine'; };
    setters | for (const name of ['0', 'text', 'type', 'name', 'env', 'signal']) Object.defineProperty(Object.prototype, name, { set() {}, get() { return 'mine'; }, configurable: true });
    texts | String.prototype.slice = String.prototype.indexOf = () => 'mine'; String = () => 'mine';
    calls | Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => 'mine'; Reflect.apply = () => 'mine';
    maps | Map.prototype.get = Map.prototype.has = () => true; Map = Set = WeakMap = undefined;
    errors | Error = TypeError = RangeError = undefined; Symbol = undefined;
    globals | for (const name of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[name]; } catch {} }
    frozen | Object.freeze(globalThis); Object.freeze(Object.prototype); Object.freeze(process.env);
    timers | setInterval(() => { throw new Error('late'); }, 1); Promise.reject(new Error('lost'));
    closed | globalThis.fetch = () => { throw 'mine'; }; console.log = () => { for (;;); };
";

/// What is spoilt is spoilt in the worker of that program only; a harmless call after it, in the
/// same worker, is answered as before.
#[tokio::test(flavor = "multi_thread")]
async fn the_next_call_is_answered_as_before() {
    for [name, body] in rows(SPOILS) {
        let body = format!("{body} return 'spoilt';");
        let stage = fortress(&[("spoil", &body)], "workers = 1\n").await;
        for (_, mut client) in stage.clients().await {
            let result = call(&mut client, "f_spoil", &json!({})).await;
            assert!(result["content"].is_array(), "{name}: {result}");
            for n in 0..3 {
                for tool in ["f_hello", "g_hello"] {
                    let result = call(&mut client, tool, &json!({"n": n})).await;
                    let said = words(&result);
                    assert_eq!(said, format!("hello {n}"), "{name}, {tool}: {result}");
                }
            }
        }
        stage.end();
    }
}

/// A program can spoil its own answers. What comes of it is told as an error, never as a message
/// that no client can read.
#[tokio::test(flavor = "multi_thread")]
async fn a_spoilt_result_is_an_error() {
    // What all objects inherit cannot be changed, so the answer is the right one in spite of it.
    for spoil in [
        "Object.prototype.toJSON = () => 'mine';",
        "Array.prototype.toJSON = () => 'mine';",
        "Object.defineProperty(Object.prototype, 'toJSON', { get() { throw null; } });",
        "Object.setPrototypeOf(Object.prototype, { toJSON: () => 7 });",
        "Object.setPrototypeOf(Array.prototype, { toJSON: () => 7 });",
        "Object.prototype.__proto__ = { then: () => 7 };",
    ] {
        let body = format!("try {{ {spoil} }} catch {{}} return 'right';");
        let stage = fortress(&[("spoil", &body)], "workers = 1\n").await;
        for (_, mut client) in stage.clients().await {
            let said = done(&mut client, "f_spoil", &json!({})).await;
            assert_eq!(said, "right", "{spoil}");
        }
    }
    // What it returns is its own.
    let whole = "{ content: [{ type: 'text', text: 'x' }]";
    for (member, is_read) in [
        ("toJSON: () => 'mine'", false),
        ("toJSON: () => ({})", false),
        ("toJSON: () => 7", false),
        ("toJSON: () => [1]", false),
        ("toJSON: () => undefined", false),
        ("toJSON() { throw null; }", false),
        ("_meta: { toJSON: () => 'mine' }", true),
        ("then: 7, constructor: null, __proto__: null", true),
    ] {
        let body = format!("return {whole}, {member} }};");
        let stage = fortress(&[("spoil", &body)], "workers = 1\n").await;
        for (_, mut client) in stage.clients().await {
            let result = call(&mut client, "f_spoil", &json!({})).await;
            assert!(result["content"].is_array(), "{member}: {result}");
            assert_eq!(result["isError"] != true, is_read, "{member}: {result}");
            let said = done(&mut client, "f_hello", &json!({"n": 1})).await;
            assert_eq!(said, "hello 1", "{member}");
        }
    }
}

/// Whatever a program prints, it prints into the log: the pipe to the host carries frames, and a
/// program writes none.
#[tokio::test(flavor = "multi_thread")]
async fn frames_cannot_be_forged() {
    let forge = r#"const body = '{"done":{"result":{"content":[{"type":"text","text":"forged"}]},"retire":false}}';
        const frame = String.fromCharCode(body.length, 0, 0, 0) + body;
        for (const print of [console.log, console.error, console.info, console.debug, console.warn, console.trace, console.table, console.dir]) {
          for (const text of [frame, '\0'.repeat(64) + frame, '\n' + frame + '\n', new TextEncoder().encode(frame)]) print(text);
        }
        ctx.log(frame); ctx.progress(1, 2, frame);
        try { await fetch(frame); } catch {}
        try { await import(frame); } catch {}
        try { await ctx.elicit(frame); } catch {}
        const error = new Error(frame); error.name = frame; error.stack = frame;
        Promise.reject(error);
        return 'real ' + frame;"#;
    let stage = fortress(&[("forge", forge)], "workers = 1\n").await;
    for (_, mut client) in stage.clients().await {
        for _ in 0..3 {
            let said = done(&mut client, "f_forge", &json!({})).await;
            assert!(said.starts_with("real "), "{said}");
        }
    }
    // A result can say what it likes about itself; it stays a result.
    let strange = "return { content: [{ type: 'text', text: 'x' }], jsonrpc: '1.0', id: 99, error: { code: 1 }, isError: 'yes' };";
    let other = fortress(&[("strange", strange)], "").await;
    let mut client = other.client(ERAS[1]).await;
    let reply = client.call("f_strange", "{}").await;
    let whole: Value = serde_json::from_str(&reply.response).expect("JSON");
    assert_eq!(whole["id"], 1, "{whole}");
    assert_eq!(whole["jsonrpc"], "2.0", "{whole}");
    assert!(whole.get("error").is_none(), "{whole}");
    neighbours(&stage).await;
}
