//! Programs that want too much.

use super::*;
use crate::protocol::{ThrownKind, WorkerLimit};

#[test]
fn endless_work_is_stopped() {
    for code in [
        "for (;;);",
        "for (;;) try { for (;;); } catch {} finally { for (;;); }",
        "await 0; for (;;);",
        "const f = () => Promise.resolve().then(f); await f();",
        "for (;;) await 0;",
        "/(a*)*b/.test('a'.repeat(60))",
        "Array.from({ length: 1e9 }, (_, i) => i & 1).length",
        "new Promise(() => { for (;;); })",
        "throw { get message() { for (;;); }, toString() { for (;;); } }",
        "throw Object.defineProperty(new Error(), 'message', { get() { for (;;); } })",
        "[3, 2, 1].sort(() => { for (;;); })",
        "JSON.stringify({ toJSON() { for (;;); } })",
        "(function* () { for (;;) yield 1 })().forEach(() => {})",
    ] {
        let mut worker = program(&format!(
            "export default {{ run: async () => {{ {code} }}, fine: () => 1 }}"
        ));
        let (result, retire) = worker.call_within("run", &json!({}), &json!({}), 100, 1000);
        let error = result.expect_err(code);
        assert_eq!(
            error.limit,
            Some(WorkerLimit::Processor),
            "{code}: {error:?}"
        );
        assert_eq!(error.kind, ThrownKind::Limit, "{code}");
        assert!(retire, "{code}");
        // It is stopped, and nothing of it goes on.
        let (result, _) = worker.call("fine", &json!({}));
        assert_eq!(result.unwrap()["result"], 1, "{code}");
    }
}

#[test]
fn endless_loading_is_stopped() {
    for text in [
        "for (;;);",
        "await 0; for (;;);",
        "export default { get run() { for (;;); } }",
    ] {
        let hello = ScriptHello {
            load_cpu_ms: 100,
            ..hello("hello.ts")
        };
        let (_, loaded) = load_with(&hello, &[("hello.ts", text)]);
        // Only reading the property would be endless, and it has not been read.
        match loaded {
            Ok(_) => assert!(text.contains("get run")),
            Err(error) => assert_eq!(error.limit, Some(WorkerLimit::Processor), "{error:?}"),
        }
    }
}

#[test]
fn endless_work_beside_a_result_retires_the_worker() {
    let mut worker = program(
        "export default { run: () => { const f = () => Promise.resolve().then(f); f(); return 1 } }",
    );
    let (result, retire) = worker.call("run", &json!({}));
    assert_eq!((result.unwrap()["result"].take(), retire), (json!(1), true));
}

#[test]
fn endless_memory_is_refused() {
    for code in [
        "const a = []; for (;;) a.push({ a: [1, 2, 3] });",
        "const a = []; for (;;) a.push('x'.repeat(1 << 20) + a.length);",
        "await 0; const a = []; for (;;) a.push(new Uint8Array(1 << 20));",
        "new Uint8Array(1 << 30)",
        "const a = []; for (;;) a.push(native.utf8Encode('x'.repeat(1 << 20)));",
        "const m = new Map(); for (let i = 0; ; i++) m.set(i, i + 'x');",
    ] {
        let mut worker = program(&format!(
            "export default {{ run: async (_, native) => {{ {code} }}, fine: () => 1 }}"
        ));
        let (result, retire) = worker.call("run", &json!({}));
        let error = result.expect_err(code);
        assert_eq!(error.limit, Some(WorkerLimit::Memory), "{code}: {error:?}");
        assert!(retire, "{code}");
        let (result, _) = worker.call("fine", &json!({}));
        assert_eq!(result.unwrap()["result"], 1, "{code}");
    }
}

#[test]
fn endless_memory_while_loading_is_refused() {
    let error = failed(&[("hello.ts", "const a = []; for (;;) a.push([1, 2, 3]);")]);
    assert_eq!(error.limit, Some(WorkerLimit::Memory), "{error:?}");
    for heap_bytes in [1, 1024, 100_000, 300_000] {
        let hello = ScriptHello {
            heap_bytes,
            ..hello("hello.ts")
        };
        let (worker, loaded) = load_with(&hello, &[("hello.ts", "export default {}")]);
        if let Err(error) = loaded {
            assert_eq!(
                error.limit,
                Some(WorkerLimit::Memory),
                "{heap_bytes}: {error:?}"
            );
        }
        worker.end().unwrap();
    }
}

#[test]
fn a_worker_that_keeps_much_retires() {
    let mut worker = program(
        "const kept = []; export default { run: ({ mb }) => {
            for (let i = 0; i < mb; i++) kept.push(new Uint8Array(1 << 20).fill(1));
            for (let i = 0; i < 1e5; i++);
        } }",
    );
    let (result, retire) = worker.call("run", &json!({ "mb": 10 }));
    assert_eq!((result.is_ok(), retire), (true, false));
    let mut retires = false;
    for _ in 0..40 {
        retires = retires || worker.call("run", &json!({ "mb": 1 })).1;
    }
    assert!(retires);
}

#[test]
fn garbage_is_no_reason_to_retire() {
    let mut worker = program(
        "export default { run: () => {
            for (let i = 0; i < 20; i++) { const a = { b: new Uint8Array(1 << 20) }; a.a = a; }
        } }",
    );
    for _ in 0..40 {
        let (result, retire) = worker.call("run", &json!({}));
        assert_eq!((result.is_ok(), retire), (true, false));
    }
}

#[test]
fn endless_recursion_is_an_error_that_can_be_caught() {
    for (code, expect) in [
        ("const f = () => f() + 1; f()", "RangeError"),
        ("const f = () => [1].map(f); f()", "RangeError"),
        (
            "const f = async () => { await f() }; await f()",
            "RangeError",
        ),
        (
            "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)",
            "RangeError",
        ),
        ("JSON.parse('['.repeat(1e5))", "RangeError"),
        (
            "const p = new Proxy({}, { get: (_, k) => p[k] }); p.x",
            "RangeError",
        ),
        ("new Function('('.repeat(1e5))", "RangeError"),
        ("new RegExp('('.repeat(1e5))", "SyntaxError"),
    ] {
        let mut worker = program(&format!(
            "export default {{ run: async () => {{ try {{ {code} }} catch (error) {{ return error.name }} }} }}"
        ));
        assert_eq!(run(&mut worker), expect, "{code}");
    }
}

#[test]
fn a_result_that_is_too_long_is_refused() {
    let mut worker = program("export default { run: ({ n }) => 'x'.repeat(n) }");
    let mut call = |n: usize| worker.call_within("run", &json!({ "n": n }), &json!({}), 1000, 100);
    assert!(call(80).0.is_ok());
    let (result, retire) = call(100);
    let error = result.unwrap_err();
    assert_eq!(error.limit, Some(WorkerLimit::Result));
    assert_eq!(error.message, "the result has 113 bytes, and may have 100");
    assert!(!retire);
    assert!(call(80).0.is_ok());
}
