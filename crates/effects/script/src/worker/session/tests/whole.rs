//! The engine with the real prelude: whether the two fit together.

use super::*;
use crate::protocol::{ThrownKind, WorkerLimit};

const PROGRAM: &str = r#"
import { Toolbox, s } from "candor";

type Greeting = { name: string };

export default new Toolbox()
  .tool({
    name: "greet",
    description: "Greets somebody.",
    input: { name: s.string().describe("Who is greeted") },
    annotations: { readOnlyHint: true },
    async execute(ctx, input: Greeting) {
      return ctx.json({ greeting: `Hello, ${input.name}!` });
    },
  })
  .tool({
    name: "work",
    description: "Does as it is told.",
    input: { code: s.string() },
    execute: (ctx, { code }: { code: string }) => new Function("ctx", `return (async () => { ${code} })()`)(ctx),
  });
"#;

fn whole() -> WorkerThread {
    let (worker, loaded) = WorkerThread::load(&[("hello.ts", PROGRAM)]);
    loaded.unwrap();
    worker
}

#[test]
fn a_program_says_what_it_has_and_does_it() {
    let (mut worker, loaded) = WorkerThread::load(&[("hello.ts", PROGRAM)]);
    let tool: Value = serde_json::from_str(loaded.unwrap().tools[0].get()).unwrap();
    assert_eq!(tool["name"], "greet");
    assert_eq!(tool["annotations"], json!({ "readOnlyHint": true }));
    assert_eq!(tool["inputSchema"]["properties"]["name"]["type"], "string");
    for name in ["Ada", "Grace"] {
        let (result, retire) = worker.call("greet", &json!({ "name": name }));
        let result = result.unwrap();
        let text = result["content"][0]["text"].as_str().unwrap();
        let greeting: Value = serde_json::from_str(text).unwrap();
        assert_eq!(greeting["greeting"], format!("Hello, {name}!"));
        assert!(!retire);
    }
    worker.end().unwrap();
}

#[test]
fn limits_are_told_as_limits() {
    for (code, limit) in [
        ("for (;;);", WorkerLimit::Processor),
        ("await 0; for (;;) await 0;", WorkerLimit::Processor),
        ("new Uint8Array(1 << 30)", WorkerLimit::Memory),
    ] {
        let context = json!({ "env": {}, "caller": {} });
        let (result, retire) =
            whole().call_within("work", &json!({ "code": code }), &context, 300, 1 << 20);
        let error = result.expect_err(code);
        assert_eq!(
            (error.kind, error.limit),
            (ThrownKind::Limit, Some(limit)),
            "{code}"
        );
        assert!(retire, "{code}");
    }
}

#[test]
fn what_a_tool_throws_is_a_result_with_its_place() {
    let text = PROGRAM.replace("return ctx.json", "\n      null.x; return ctx.json");
    let (mut worker, loaded) = WorkerThread::load(&[("hello.ts", &text)]);
    loaded.unwrap();
    let (result, _) = worker.call("greet", &json!({ "name": "Ada" }));
    let result = result.unwrap();
    assert_eq!(result["isError"], true);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("hello.ts:14:7"), "{text}");
}

#[test]
fn a_program_without_tools_is_told_so() {
    let (_, loaded) = WorkerThread::load(&[("hello.ts", "export const x = 1")]);
    assert_eq!(loaded.unwrap_err().kind, ThrownKind::Export);
}

#[test]
fn globals_reach_the_host_through_the_engine() {
    let mut worker = whole();
    worker.answer = |kind, _| match kind {
        "fetch" => Some(Ok(json!({
            "status": 200, "status_text": "OK", "url": "https://example.com/",
            "headers": [["content-type", "text/plain"]], "body_base64": "aGk=",
        }))),
        _ => Some(Ok(Value::Null)),
    };
    for (code, expect) in [
        ("return (await fetch('https://example.com/')).text()", "hi"),
        (
            "await new Promise((done) => setTimeout(done, 5)); return 'later'",
            "later",
        ),
        ("return new URL('b?c', 'https://a/').href", "https://a/b?c"),
        (
            "return String(new TextDecoder().decode(new TextEncoder().encode('\u{e4}\u{1f600}')))",
            "\u{e4}\u{1f600}",
        ),
        ("return String(crypto.randomUUID().length)", "36"),
        ("return btoa(atob('YQ=='))", "YQ=="),
    ] {
        let (result, _) = worker.call("work", &json!({ "code": code }));
        assert_eq!(result.unwrap()["content"][0]["text"], expect, "{code}");
    }
}
