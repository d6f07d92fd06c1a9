//! Sources that come and go, and the gateway's own end.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{
    CandorProcess, RawClient, ServerEra, assert_contains, candor, config, fixture,
};

/// A source that cannot start is reported, and delays no other.
#[tokio::test(flavor = "multi_thread")]
async fn one_source_fails_and_the_others_are_served() {
    let text = config::stdio("broken", "/nonexistent/program", &[], "")
        + &config::url("nobody", "http://127.0.0.1:9/mcp", "")
        + &config::fixture("good", ServerEra::Both);
    let candor = CandorProcess::unasked(&text, &[]);
    let mut client = candor.client(ServerEra::Modern).await;
    assert!(
        client
            .tools()
            .await
            .iter()
            .all(|tool| tool.contains("\"good_"))
    );
    let said = candor.ready(|said| said["ready"] == true).await;
    let state = |name: &str| {
        let sources = said["sources"].as_array().expect("sources");
        sources
            .iter()
            .find(|source| source["name"] == name)
            .expect("the source")
            .clone()
    };
    assert_eq!(state("good")["state"], "ready");
    assert_eq!(state("broken")["state"], "failing");
    assert_contains(&state("broken")["last_error"], "/nonexistent/program");
    assert_eq!(state("nobody")["state"], "failing");
}

/// A source that neither starts nor fails keeps clients of the others waiting only for a moment.
#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_never_starts() {
    let hang = r#"{"hang":true}"#;
    let silent = ServerScript::new()
        .method("initialize", hang)
        .method("server/discover", hang);
    let file = silent.file();
    // Longer than everything below takes.
    let text = "[limits]\nstart_timeout = \"10m\"\n".to_owned()
        + &config::script("silent", &file, ServerEra::Legacy, "")
        + &config::fixture("good", ServerEra::Both);
    let candor = CandorProcess::unasked(&text, &[]);
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let mut client = candor.client(era).await;
        let reply = client.call("good_test_simple_text", "{}").await;
        assert!(reply.words().contains("simple text"), "{}", reply.response);
        assert!(
            client
                .tools()
                .await
                .iter()
                .all(|tool| tool.contains("\"good_"))
        );
    }
    let said = candor.ready(|_| true).await;
    assert_eq!(
        said["sources"][0]["state"], "starting",
        "nobody waited for it: {said}"
    );
    assert_eq!(said["ready"], false);
}

/// A server that is not there yet is found when it comes.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_comes_later() {
    let first = script::serve_http(&ServerScript::simple(&[("hello", "{}")]), ServerEra::Modern);
    let url = first.url().to_owned();
    let held = first.stop();
    let candor = CandorProcess::unasked(&config::url("s", &url, ""), &[]);
    candor
        .ready(|said| said["sources"][0]["state"] == "failing")
        .await;
    let mut client = candor.client(ServerEra::Legacy).await;
    client.listen().await;
    assert!(client.tools().await.is_empty());
    let _second = script::serve_http_at(
        &ServerScript::simple(&[("hello", "{}")]),
        ServerEra::Modern,
        held.port(),
    );
    client.list_changed().await;
    assert_eq!(client.call("s_hello", "{}").await.words(), "done");
}

/// A change of the list upstream reaches clients of both kinds.
#[tokio::test(flavor = "multi_thread")]
async fn a_changed_list_is_followed() {
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let script = ServerScript::simple(&[("change", r#"{"list_changed":true}"#)]).field(
            "tools_after",
            r#"[{"name":"new","inputSchema":{"type":"object"}},{"name":"change","inputSchema":{"type":"object"}}]"#,
        );
        let web = script::serve_http(&script, era);
        let file = script.file();
        // What an untrusted source adds waits for a person.
        let trusted = "trust = \"trusted\"";
        let text =
            config::url("web", web.url(), trusted) + &config::script("child", &file, era, trusted);
        let candor = CandorProcess::served_unasked(&text).await;
        let mut client = candor.client(ServerEra::Legacy).await;
        client.listen().await;
        for source in ["web", "child"] {
            client.call(&format!("{source}_change"), "{}").await;
            client.list_changed().await;
            let tools = client.tools().await;
            assert!(
                tools
                    .iter()
                    .any(|tool| tool.contains(&format!("{source}_new"))),
                "{era:?} {tools:?}"
            );
        }
    }
}

/// The same server over the oldest transport.
#[tokio::test(flavor = "multi_thread")]
async fn http_with_sse() {
    let upstream = fixture::serve_sse_at(0).expect("a port");
    let candor = CandorProcess::served_unasked(&config::url("old", upstream.url(), "")).await;
    let mut client = candor.client(ServerEra::Modern).await;
    let reply = client.call("old_test_simple_text", "{}").await;
    assert!(reply.words().contains("simple text"), "{}", reply.response);
}

/// The era is probed once and remembered.
#[tokio::test(flavor = "multi_thread")]
async fn the_era_is_remembered() {
    let upstream = fixture::serve_http(ServerEra::Legacy);
    let text = config::url("f", upstream.url(), "");
    let candor = CandorProcess::served_unasked(&text).await;
    let (folder, _) = candor.stop();
    let seen = upstream.seen();
    let probes = |seen: &[candor_testkit::SeenMessage]| {
        seen.iter()
            .filter(|seen| String::from_utf8_lossy(seen.body.as_ref()).contains("server/discover"))
            .count()
    };
    assert_eq!(probes(&seen), 1);
    let _candor = CandorProcess::served_unasked_in(folder, &text).await;
    assert_eq!(probes(&upstream.seen()), 1, "no second probe");
}

/// On a signal calls in flight finish, children end, and the exit is clean.
#[tokio::test(flavor = "multi_thread")]
async fn an_orderly_end() {
    // What it begins with is seen by others, so that the signal comes while it goes on.
    let slow = r#"{"list_changed":true,"progress":[1,2],"delay_ms":2000}"#;
    let file = ServerScript::simple(&[("slow", slow), ("other", "{}")])
        .field(
            "tools_after",
            r#"[{"name":"slow","description":"A scripted tool.","inputSchema":{"type":"object"}}]"#,
        )
        .file();
    let candor =
        CandorProcess::served_unasked(&config::script("s", &file, ServerEra::Legacy, "")).await;
    let mut watcher = candor.client(ServerEra::Legacy).await;
    watcher.listen().await;
    let children = children_of(candor.pid());
    assert_eq!(children.len(), 1);
    let url = candor.url().to_owned();
    let call = tokio::spawn(async move {
        let mut client = RawClient::http(&url, ServerEra::Modern).await;
        client.call("s_slow", "{}").await.words()
    });
    watcher.list_changed().await;
    let (_, clean) = tokio::task::spawn_blocking(move || candor.stop())
        .await
        .expect("stopped");
    assert!(clean);
    assert_eq!(call.await.expect("the call ended"), "done");
    assert!(
        !std::path::Path::new(&format!("/proc/{}", children[0])).exists(),
        "the child ended"
    );
}

fn children_of(pid: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).expect("the process");
    tasks
        .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok())
        .flat_map(|line| {
            line.split_whitespace()
                .filter_map(|pid| pid.parse().ok())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// A client that does not wait for the answer to its `initialize` hears of no change before it.
#[test]
fn nothing_comes_before_the_answer_to_initialize() {
    let hang = r#"{"hang":true}"#;
    let silent = ServerScript::new()
        .method("initialize", hang)
        .method("server/discover", hang);
    let (silent, good) = (
        silent.file(),
        ServerScript::simple(&[("plain", "{}")]).file(),
    );
    let text = config::script("silent", &silent, ServerEra::Legacy, "")
        + &config::script("good", &good, ServerEra::Legacy, "");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("candor.toml"), text).expect("written");
    let mut child = candor::command(folder.path())
        .arg("stdio")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    let mut input = child.stdin.take().expect("its input");
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"e2e","version":"1"}}}"#;
    let rest = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    input
        .write_all(format!("{hello}\n{rest}\n").as_bytes())
        .expect("written");
    let output = BufReader::new(child.stdout.take().expect("its output"));
    let mut lines = output.lines().map(|line| line.expect("a line"));
    let first = lines.next().expect("an answer");
    assert_contains(&first, r#""id":1"#);
    child.kill().expect("ended");
    child.wait().expect("ended");
}
