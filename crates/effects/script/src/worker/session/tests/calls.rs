//! Calls: what goes in, what comes out, what is awaited.

use super::*;
use crate::protocol::{FromWorker, ThrownKind, ToWorker, WorkerMode};

#[test]
fn arguments_and_context_go_in_and_a_result_comes_out() {
    let mut worker = program(
        "export default { run: (input: object, _: unknown, context: object) => [input, context] }",
    );
    let input = json!({ "ü": [1, 2.5, null], "big": 12_345_678_901_u64 });
    let context = json!({ "env": { "KEY": "v" }, "caller": { "principal": "ada" } });
    for _ in 0..3 {
        let (result, retire) = worker.call_within("run", &input, &context, 1000, 1000);
        assert_eq!(result.unwrap(), json!({ "result": [input, context] }));
        assert!(!retire);
    }
    worker.end().unwrap();
}

#[test]
fn state_of_a_module_lives_as_long_as_its_worker() {
    let mut worker = program("let calls = 0; export default { run: () => ++calls }");
    assert_eq!(
        [run(&mut worker), run(&mut worker), run(&mut worker)],
        [1, 2, 3]
    );
}

#[test]
fn ops_are_done_by_the_host() {
    let mut worker = program(
        "export default { run: async (_, native) => {
            const all = ['a', 'b'].map((x) => native.op('echo', JSON.stringify({ x })));
            return (await Promise.all(all)).map((text) => JSON.parse(text).x);
        } }",
    );
    worker.answer = |_, args| Some(Ok(args.clone()));
    assert_eq!(run(&mut worker), json!(["a", "b"]));
    assert_eq!(
        worker.ops,
        [
            ("echo".to_owned(), json!({"x": "a"})),
            ("echo".to_owned(), json!({"x": "b"}))
        ]
    );
}

#[test]
fn what_the_host_refuses_is_an_error_that_can_be_caught() {
    let mut worker = program(
        "export default {
            run: async (_, native) => {
                try { await native.op('fetch', '{}') }
                catch (error) { return [error instanceof Error, error.name, error.message, Object.keys(error)] }
            },
            fall: (_, native) => native.op('fetch', '{}'),
        }",
    );
    worker.answer = |_, _| Some(Err(("TypeError", "`x` must not be reached")));
    assert_eq!(
        run(&mut worker),
        json!([true, "TypeError", "`x` must not be reached", []])
    );
    let (result, retire) = worker.call("fall", &json!({}));
    let error = result.unwrap_err();
    assert_eq!(
        (error.name.as_str(), error.message.as_str()),
        ("TypeError", "`x` must not be reached")
    );
    assert!(!retire);
}

#[test]
fn what_is_said_arrives() {
    let mut worker =
        program("export default { run: (_, native) => native.say('log', '{\"text\":\"hi\"}') }");
    run(&mut worker);
    assert_eq!(worker.said, [("log".to_owned(), json!({ "text": "hi" }))]);
}

#[test]
fn nonsense_to_the_host_is_an_error_of_the_program() {
    for (code, expect) in [
        ("native.say('log', '{')", "this is not JSON"),
        ("native.op('sleep', 'nope')", "this is not JSON"),
        ("native.op('sleep')", "while 2 where expected"),
        (
            "native.say('log', JSON.stringify('x'.repeat(65 * 1024 * 1024 - 1)))",
            "",
        ),
    ] {
        let mut worker = program(&format!(
            "export default {{ run: (_, native) => {{ {code} }} }}"
        ));
        let error = thrown(&mut worker);
        assert!(error.message.contains(expect), "{error:?}");
        // The worker lives on.
        assert!(worker.call("run", &json!({})).0.is_err());
    }
}

#[test]
fn a_call_hears_that_it_is_cancelled() {
    let mut worker = program(
        "export default { run: (_, native, __, stop) => Promise.race([native.op('wait', '0'), stop]) }",
    );
    worker.answer = |_, _| None;
    worker.cancel_at = Some("wait");
    let error = thrown(&mut worker);
    assert_eq!(error.message, "the call was cancelled");
    // A late cancellation is ignored.
    worker.send(&ToWorker::Cancel {});
    worker.cancel_at = None;
    worker.answer = |_, _| Some(Ok(json!(7)));
    assert_eq!(run(&mut worker), "7");
}

#[test]
fn what_a_call_leaves_behind_does_not_reach_the_next() {
    let mut worker = program(
        "let late = [];
        export default {
            leave: (_, native) => {
                native.op('late', '1').then((x) => late.push(x), (error) => late.push(error.message));
                Promise.resolve().then(() => {}).then(() => {}).then(() => {}).then(() => {}).then(() => {
                    native.say('log', '1');
                    try { native.op('later', '1') } catch (error) { late.push(error.message) }
                });
            },
            run: (_, native) => native.op('now', '2').then((x) => [x, late]),
        }",
    );
    worker.answer = |kind, args| (kind == "now").then(|| Ok(args.clone()));
    let (result, retire) = worker.call("leave", &json!({}));
    assert_eq!(
        (result.unwrap(), retire),
        (json!({ "result": null }), false)
    );
    assert_eq!(run(&mut worker), json!(["2", ["the call is over"]]));
    assert!(worker.said.is_empty(), "{:?}", worker.said);
    assert_eq!(worker.ops.len(), 2);
}

#[test]
fn what_waits_for_nothing_is_stuck() {
    let mut worker = program("export default { run: () => new Promise(() => {}) }");
    let error = thrown(&mut worker);
    assert_eq!(error.kind, ThrownKind::Stuck);
    assert_eq!(
        error.message,
        "the function never finished: it waits for something that cannot happen"
    );
    // It was only this call.
    assert_eq!(thrown(&mut worker).kind, ThrownKind::Stuck);
}

#[test]
fn what_failed_unnoticed_is_why_a_call_is_stuck() {
    let mut worker = program(
        "export default { run: () => new Promise((resolve) => {
            (async () => { throw new TypeError('lost') })().then(resolve);
        }) }",
    );
    let error = thrown(&mut worker);
    assert_eq!(
        (error.name.as_str(), error.message.as_str()),
        ("TypeError", "lost")
    );
    assert_eq!(place_of(&error), "hello.ts:2:38");
}

#[test]
fn what_fails_unnoticed_beside_a_result_is_told() {
    let mut worker = program(
        "export default { run: async () => {
            const handled = Promise.reject(new Error('handled'));
            (async () => { throw new TypeError('lost') })();
            await 0;
            await handled.catch(() => {});
            return 1;
        } }",
    );
    assert_eq!(run(&mut worker), 1);
    let text = "a promise failed and nothing awaited it: TypeError: lost (hello.ts:3:38)";
    assert_eq!(
        worker.said,
        [(
            "log".to_owned(),
            json!({ "level": "warning", "text": text })
        )]
    );
}

#[test]
fn errors_have_places() {
    for (body, name, message, expect) in [
        ("throw new Error('no')", "Error", "no", "hello.ts:2:21"),
        (
            "null.x",
            "TypeError",
            "cannot read property 'x' of null",
            "hello.ts:2:11",
        ),
        (
            "const a: 'ä€😀' = 'ä€😀'; throw new Error('no')",
            "Error",
            "no",
            "hello.ts:2:47",
        ),
        ("inner()", "RangeError", "deep", "hello.ts:4:39"),
        ("await 0; inner()", "RangeError", "deep", "hello.ts:4:39"),
        ("throw 'text'", "Error", "`text` was thrown", ""),
        ("throw undefined", "Error", "`undefined` was thrown", ""),
        (
            "throw { toString() { throw 1 } }",
            "Error",
            "`something that cannot be shown` was thrown",
            "",
        ),
        ("throw '\\ud800'", "Error", "`\u{fffd}` was thrown", ""),
        ("throw new Mine('m')", "Mine", "m", "hello.ts:2:21"),
        (
            "throw Object.defineProperty(new Error('a'), 'message', { get() { throw 1 } })",
            "Error",
            "",
            "hello.ts:2:43",
        ),
    ] {
        let text = format!(
            "export default {{ run: async (): Promise<void> => {{\n          {body}\n}} }};\n  function inner(): never {{ throw new RangeError('deep') }}\n  class Ours extends Error {{}}\n  class Mine extends Ours {{ constructor(m: string) {{ super(m); this.name = 'Mine' }} }}"
        );
        let error = thrown(&mut program(&text));
        assert_eq!(
            (error.name.as_str(), error.message.as_str()),
            (name, message),
            "{body}"
        );
        assert_eq!(place_of(&error), expect, "{body}");
        assert!(
            error.stack.iter().all(|frame| !frame.contains("candor:")),
            "{error:?}"
        );
    }
}

#[test]
fn the_calls_that_led_to_an_error_are_told() {
    let mut worker = program(
        "const outer = () => inner();\nfunction inner() { throw new Error('no') }\nexport default { run: () => outer() }",
    );
    let error = thrown(&mut worker);
    assert_eq!(
        error.stack,
        [
            "inner (hello.ts:2:30)",
            "outer (hello.ts:1:20)",
            "run (hello.ts:3:29)"
        ]
    );
}

#[test]
fn tests_run_one_after_the_other() {
    let hello = ScriptHello {
        mode: WorkerMode::Test,
        test_entry: Some("test.ts".to_owned()),
        ..hello("hello.ts")
    };
    let files = [
        (
            "hello.ts",
            "const tests = []; export { tests }; export default { tests }",
        ),
        (
            "test.ts",
            "import { tests } from './hello.ts';
            tests.push(async function good() { await 0 }, function bad() { throw new Error('no') },
                function endless() { for (;;); }, function goodAgain() {})",
        ),
    ];
    let hello = ScriptHello {
        load_cpu_ms: 200,
        ..hello
    };
    let (mut worker, loaded) = load_with(&hello, &files);
    assert_eq!(
        loaded.unwrap().tests,
        ["good", "bad", "endless", "goodAgain"]
    );
    for (filter, expect) in [
        (
            None,
            &[
                "good",
                "bad: no",
                "endless: the function used more processor time than it may have",
                "goodAgain",
            ][..],
        ),
        (Some("good"), &["good", "goodAgain"]),
        (Some("none"), &[]),
    ] {
        worker.send(&ToWorker::RunTests {
            filter: filter.map(str::to_owned),
        });
        let mut seen = Vec::new();
        loop {
            match worker.hear() {
                FromWorker::Test { name, error: None } => seen.push(name),
                FromWorker::Test {
                    name,
                    error: Some(error),
                } => {
                    seen.push(format!("{name}: {}", error.message));
                }
                FromWorker::Tested {} => break,
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(seen, expect);
    }
}
