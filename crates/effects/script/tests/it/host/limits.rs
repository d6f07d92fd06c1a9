//! Tools that want too much, and what it costs their neighbours: nothing.

use std::sync::Arc;
use std::time::Duration;

use candor_script::{ScriptCallError, ScriptLimits};
use serde_json::json;

use super::program::{call, failure, job, program_within, text, tools, wide};
use super::recorder::HostRecorder;

fn tight() -> ScriptLimits {
    ScriptLimits {
        cpu: Duration::from_millis(300),
        time: Duration::from_mins(1),
        heap: 32 * 1024 * 1024,
        max_result: 1_000,
        max_log_lines: 3,
        ..wide()
    }
}

#[tokio::test]
async fn each_limit_ends_its_call_and_no_other() {
    let source = tools(&[
        ("hi", "return 'hello';"),
        ("loop", "for (;;) {}"),
        ("catch", "for (;;) { try { for (;;) {} } catch {} }"),
        ("async_loop", "for (;;) await null;"),
        (
            "hoard",
            "const all = []; for (;;) all.push(new Array(10000).fill(1));",
        ),
        (
            "text",
            "const all = []; for (;;) all.push('x'.repeat(1e6).toUpperCase());",
        ),
        (
            "bytes",
            "const all = []; for (;;) all.push(new Uint8Array(1e6));",
        ),
        ("wide", "return 'x'.repeat(2000);"),
        (
            "deep",
            "const f = () => f(); try { f(); } catch (e) { return 'caught'; }",
        ),
    ]);
    let (program, _folder) = program_within(&source, tight()).await;
    for (tool, expect) in [
        (
            "loop",
            "the tool used more than 300ms of processor time and was stopped",
        ),
        (
            "catch",
            "the tool used more than 300ms of processor time and was stopped",
        ),
        (
            "async_loop",
            "the tool used more than 300ms of processor time and was stopped",
        ),
        (
            "hoard",
            "the tool needed more than 32 MiB of memory and was stopped",
        ),
        (
            "text",
            "the tool needed more than 32 MiB of memory and was stopped",
        ),
        (
            "bytes",
            "the tool needed more than 32 MiB of memory and was stopped",
        ),
        (
            "wide",
            "the tool's result has more than 1000 bytes; ask it for less",
        ),
    ] {
        let (told, neighbour) = tokio::join!(
            call(&program, tool, json!({})),
            call(&program, "hi", json!({}))
        );
        let told = failure(told);
        assert_eq!(told.to_string(), expect, "{tool}");
        assert!(told.was_started());
        assert_eq!(text(neighbour), "hello", "{tool}");
        assert_eq!(
            text(call(&program, "hi", json!({})).await),
            "hello",
            "{tool}"
        );
    }
    assert_eq!(text(call(&program, "deep", json!({})).await), "caught");
}

#[tokio::test]
async fn a_call_takes_so_long_and_no_longer() {
    let body = "await new Promise((done) => setTimeout(done, 60_000));";
    let source = tools(&[("nap", body), ("hi", "return 'hello';")]);
    // Long enough to start another worker on a busy machine.
    let limits = ScriptLimits {
        time: Duration::from_secs(3),
        ..wide()
    };
    let (program, _folder) = program_within(&source, limits).await;
    let told = failure(call(&program, "nap", json!({})).await);
    assert!(matches!(told, ScriptCallError::Timeout { .. }), "{told:?}");
    assert_eq!(
        told.to_string(),
        "the tool did not finish within 3s and was stopped"
    );
    assert_eq!(text(call(&program, "hi", json!({})).await), "hello");
}

#[tokio::test]
async fn the_log_is_bounded() {
    let body = "for (let i = 0; i < 100; i += 1) { console.log(i); ctx.progress(i); } return 'x';";
    let (program, _folder) = program_within(&tools(&[("talk", body)]), tight()).await;
    let host = Arc::<HostRecorder>::default();
    for _ in 0..2 {
        assert_eq!(text(program.call(job("talk", json!({}), &host)).await), "x");
    }
    // Each call has a log of its own.
    let full = "warning: the log has become too long, and the rest of it is left out";
    let one = ["info: 0", "info: 1", "info: 2", full];
    assert_eq!(host.log(), [one, one].concat());
    assert_eq!(host.progress(), ["0", "1", "2", "0", "1", "2"]);
}
