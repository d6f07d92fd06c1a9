//! Servers that hang, flood, fork or never start.

use std::fs;
use std::time::Duration;

use candor_verify::HintVerdict;

use crate::support::options;

/// A server in Python that answers the first two requests and does this at a call.
fn server(at_call: &str) -> String {
    format!(
        "import sys, json, os, time\n\
         for line in sys.stdin:\n\
         \x20 m = json.loads(line); i = m.get('id'); k = m.get('method')\n\
         \x20 if k == 'initialize': r = {{'protocolVersion': '2025-06-18', 'capabilities': {{}}, 'serverInfo': {{'name': 's', 'version': '1'}}}}\n\
         \x20 elif k == 'tools/list': r = {{'tools': [{{'name': 'get_x', 'inputSchema': {{'type': 'object'}}, 'annotations': {{'readOnlyHint': True}}}}]}}\n\
         \x20 elif k == 'tools/call':\n\
         \x20\x20 {at_call}\n\
         \x20\x20 r = {{'content': []}}\n\
         \x20 else: continue\n\
         \x20 print(json.dumps({{'jsonrpc': '2.0', 'id': i, 'result': r}}), flush=True)\n"
    )
}

async fn troubles(at_call: &str) -> (Vec<String>, Option<HintVerdict>) {
    let mut options = options(&["python3", "-c", &server(at_call)]);
    options.call_time = Duration::from_secs(2);
    options.late_time = Duration::from_millis(300);
    let report = candor_verify_run::verify(&options).await.expect("a report");
    let verdict = report.tools.first().map(|tool| tool.hints[0].verdict);
    (report.troubles, verdict)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_hangs_is_reported() {
    let (_, verdict) = troubles("time.sleep(3600)").await;
    assert_eq!(verdict, Some(HintVerdict::Unknown));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_floods_is_ended() {
    let flood = "[print('{\"jsonrpc\":\"2.0\",\"method\":\"x\"}') for _ in range(10**9)]";
    let (troubles, verdict) = troubles(flood).await;
    assert_eq!(verdict, Some(HintVerdict::Unknown));
    assert!(troubles.iter().any(|one| one.contains("messages without an answer") || one.contains("did not answer")), "{troubles:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn children_end_with_the_run() {
    let marker = format!("candor-verify-orphan-{}", std::process::id());
    let fork = format!(
        "import subprocess; subprocess.Popen(['python3', '-c', 'import time; time.sleep(600)', '{marker}'], start_new_session=True)"
    );
    let (_, verdict) = troubles(&fork).await;
    assert_eq!(verdict, Some(HintVerdict::Verified));
    for _ in 0..50 {
        if !is_running(&marker) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("a child of the server is still there");
}

fn is_running(marker: &str) -> bool {
    let own = std::process::id().to_string();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut lines = processes
        .filter(|entry| entry.file_name() != *own)
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).ends_with(&format!("{marker}\0")))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_server_is_told() {
    for (command, part) in [
        (&["candor-no-such-program"][..], ""),
        (&["true"][..], "the server ended"),
        (&["sh", "-c", "echo broken >&2"][..], "broken"),
    ] {
        let error = candor_verify_run::verify(&options(command))
            .await
            .expect_err("no server");
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_world_of_a_dead_process_is_swept() {
    // The largest process id that Linux gives is below this one.
    let stale = std::env::temp_dir().join("candor-verify-99999999-stale");
    fs::create_dir_all(stale.join("work")).expect("a folder");
    let _ = candor_verify_run::verify(&options(&["true"])).await;
    assert!(!stale.exists());
}
