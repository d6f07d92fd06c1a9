//! Programs that change the language under us. They change their own world only.

use serde_json::{Value, json};

use super::{call, load, refused, text};
use crate::worker::worker_thread::WorkerThread;

/// Replaces every function of the language and of the web that can be replaced, and notes each call
/// that comes from one of our modules.
const SPIES: &str = include_str!("spies.js");

#[test]
fn our_code_calls_no_function_that_a_program_can_replace() {
    let (mut worker, ready) = WorkerThread::load(&[("hello.ts", SPIES)]);
    ready.unwrap();
    worker.answer = |kind, _| {
        Some(Ok(match kind {
            "fetch" => json!({
                "status": 200, "url": "https://a.example/", "body_base64": "b2s=",
                "headers": [["content-type", "text/plain"], ["set-cookie", "a=b"]],
            }),
            "elicit" => json!({ "action": "accept", "content": { "size": "M" } }),
            _ => Value::Null,
        }))
    };
    for (tool, input, expect) in [
        (
            "json",
            json!({ "x": "y", "l": [1], "o": { "e": "q" } }),
            r#"{"x":"y","l":[1],"o":{"e":"q"}}"#,
        ),
        (
            "json",
            json!({ "l": "z" }),
            "the arguments do not fit: `l`: must be a list, not `z`",
        ),
        ("output", json!({}), r#"{"ok":true}"#),
        ("throws", json!({}), "boom (hello.ts:"),
        ("fails", json!({}), r#"{"a":1}"#),
        ("talks", json!({}), "talked"),
        ("waits", json!({}), "waited"),
        ("fetches", json!({}), "ok"),
        ("asks", json!({}), "M"),
    ] {
        let result = call(&mut worker, tool, &input);
        assert!(text(&result).starts_with(expect), "{tool}: {result}");
        let report = call(&mut worker, "report", &json!({}));
        assert_eq!(text(&report), "", "{tool}");
    }
    // The spies do see something.
    call(&mut worker, "control", &json!({}));
    let report = call(&mut worker, "report", &json!({}));
    assert!(
        text(&report).contains("Array#Symbol(Symbol.iterator) <-"),
        "{report}"
    );
}

#[test]
fn the_next_call_survives_what_a_program_breaks() {
    for broken in [
        "Array.prototype[Symbol.iterator] = () => { throw new Error('iterator'); };",
        "for (const at of [0, 1, 2]) Object.defineProperty(Array.prototype, at, { set() { throw new Error('setter'); }, get: () => 'got', configurable: true });",
        "Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw new Error('apply'); };",
        "Promise.prototype.then = Promise.prototype.catch = Promise.prototype.finally = () => { throw new Error('then'); };",
        "Promise.resolve = Promise.reject = Promise.all = () => { throw new Error('promise'); };",
        "JSON.parse = JSON.stringify = () => { throw new Error('json'); };",
        "Map.prototype.get = Map.prototype.set = Map.prototype.has = () => { throw new Error('map'); };",
        "String.prototype.slice = String.prototype.indexOf = String.prototype.trim = () => { throw new Error('string'); };",
        "RegExp.prototype.exec = () => { throw new Error('exec'); }; RegExp.prototype[Symbol.replace] = null;",
        "Object.defineProperty = Object.keys = Object.freeze = Reflect.apply = () => { throw new Error('object'); };",
        "Object.defineProperty(Object.prototype, 'get', { value: () => { throw new Error('descriptor'); }, configurable: true });",
        "Error.prepareStackTrace = (error, frames) => { globalThis.frames = frames; throw new Error('frames'); }; Error.stackTraceLimit = 0;",
        "globalThis.Response = globalThis.AbortController = globalThis.Promise = globalThis.Map = undefined;",
        "globalThis.fetch = globalThis.setTimeout = globalThis.console = undefined;",
        "Symbol.prototype.toString = Number.prototype.toString = () => { throw new Error('text'); };",
        "Object.setPrototypeOf(Function.prototype, null);",
    ] {
        let (mut worker, _) = load(&format!(
            "export default new Toolbox()
               .tool({{ name: 'break', execute: () => {{ {broken} }} }})
               .tool({{ name: 'greet', input: {{ name: s.string(), tags: s.array(s.string()).optional() }},
                 async execute(ctx, input) {{ ctx.progress(1, 2); ctx.log('x', {{ a: [1] }}); return ctx.json({{ hello: input.name, key: ctx.env.KEY }}); }} }});"
        ));
        call(&mut worker, "break", &json!({}));
        for name in ["Ada", "Bob"] {
            let context = json!({ "env": { "KEY": "v" }, "caller": {} });
            let input = json!({ "name": name, "tags": ["a"] });
            let (result, retire) = worker.call_within("greet", &input, &context, 60_000, 1 << 20);
            let result = result.unwrap_or_else(|error| panic!("{broken}: {error:?}"));
            assert_eq!(
                text(&result),
                format!(r#"{{"hello":"{name}","key":"v"}}"#),
                "{broken}"
            );
            assert!(!retire, "{broken}");
        }
    }
}

#[test]
fn nobody_gets_at_the_worker() {
    for (code, expect) in [
        (
            "return typeof __native + typeof __driver;",
            "undefinedundefined",
        ),
        (
            "return Object.getOwnPropertyNames(globalThis).filter((name) => name.startsWith('__')).length;",
            "0",
        ),
        (
            "return import('candor:native').then(() => 'in', (error) => error.message);",
            "`candor:native`",
        ),
        (
            "return import('candor:tools/turn').then(() => 'in', () => 'out');",
            "out",
        ),
        (
            "return Function.prototype.constructor('return typeof __native')();",
            "undefined",
        ),
        (
            "return Object.isFrozen(Toolbox) && Object.isFrozen(Toolbox.prototype) && Object.isFrozen(s);",
            "true",
        ),
        (
            "return ['Response', 'Headers', 'URL', 'AbortSignal'].every((name) => Object.isFrozen(globalThis[name].prototype));",
            "true",
        ),
        ("s.string = 1; return 'changed';", "TypeError"),
        (
            "ctx.constructor.prototype.json = 1; return 'changed';",
            "TypeError",
        ),
        (
            "return AbortSignal.prototype.constructor === AbortSignal && (() => { try { return new AbortSignal(Symbol('signal')); } catch (error) { return error.message; } })();",
            "an `AbortSignal` comes",
        ),
        (
            "let frames; Error.prepareStackTrace = (_, given) => { frames = given; return 'x'; }; try { new URL('no'); } catch (error) { error.stack; } return typeof frames;",
            "undefined",
        ),
        ("return (() => 1).caller;", "TypeError"),
    ] {
        let (mut worker, _) = load(&format!(
            "export default new Toolbox().tool({{ name: 'try', async execute(ctx) {{ {code} }} }});"
        ));
        let result = call(&mut worker, "try", &json!({}));
        assert!(text(&result).contains(expect), "{code}: {result}");
    }
    let error = refused("import 'candor:native'; export default new Toolbox();");
    assert!(error.message.contains("candor:native"), "{}", error.message);
}

#[test]
fn odd_promises_hurt_their_own_call_only() {
    let (mut worker, _) = load(
        "const thrower = { get then() { throw new Error('no then'); } };
         const twice = { then(yes, no) { yes('first'); no(new Error('late')); yes('second'); } };
         export default new Toolbox()
           .tool({ name: 'thrower', execute: () => thrower })
           .tool({ name: 'twice', execute: () => twice })
           .tool({ name: 'never', execute: () => ({ then() {} }) })
           .tool({ name: 'proxy', execute: () => new Proxy({}, { get() { throw new Error('trap'); } }) })
           .tool({ name: 'json', execute: () => ({ toJSON() { throw new Error('toJSON'); } }) })
           .tool({ name: 'cycle', execute: () => { const a = {}; a.a = a; return a; } })
           .tool({ name: 'big', execute: () => 1n })
           .tool({ name: 'fine', execute: () => 'fine' });",
    );
    for (tool, expect) in [
        ("thrower", "no then"),
        ("twice", "first"),
        ("proxy", "trap"),
        ("json", "toJSON"),
        ("cycle", "circular"),
        ("big", "TypeError"),
        ("fine", "fine"),
    ] {
        let result = call(&mut worker, tool, &json!({}));
        assert!(text(&result).contains(expect), "{tool}: {result}");
    }
    worker.call("never", &json!({})).0.unwrap_err();
    let result = call(&mut worker, "fine", &json!({}));
    assert_eq!(text(&result), "fine");
}
