//! Configuration as people have it.

use candor_testkit::candor::run;
use candor_testkit::script::{SEEN_META, ServerScript};
use candor_testkit::{CandorProcess, ServerEra, assert_contains, fixture};

/// An `.mcp.json` works as it is, and so does the `candor.toml` that is made of it. One bad entry
/// is told, and the others are served.
#[tokio::test(flavor = "multi_thread")]
async fn an_mcp_json_works_as_it_is() {
    let web = fixture::serve_http(ServerEra::Both);
    let program = candor_testkit::fixture_bin();
    let json = format!(
        r#"{{ // what a client wrote
        "mcpServers": {{
            "My Files": {{ "command": "${{PROGRAM:-{}}}", "args": ["stdio"], "env": {{ "X": "1" }}, "alwaysAllow": ["*"] }},
            "web": {{ "url": "{}" }},
            "bad": {{ "args": ["nothing to run"] }},
        }} }}"#,
        program.display(),
        web.url()
    );
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("servers.json"), json).expect("a file");
    let imported = run(folder.path(), &["import", "mcp-json", "servers.json"]);
    let toml = String::from_utf8(imported.stdout).expect("text");
    assert!(toml.contains("${PROGRAM:-"), "templates stay: {toml}");

    let as_it_is = CandorProcess::unasked_in(folder, "", &["--config", "servers.json"]);
    let imported = CandorProcess::unasked(&toml, &[]);
    for candor in [&as_it_is, &imported] {
        let mut client = candor.client(ServerEra::Legacy).await;
        for tool in ["My-Files_test_simple_text", "web_test_simple_text"] {
            let reply = client.call(tool, "{}").await;
            assert!(reply.words().contains("simple text"), "{}", reply.response);
        }
    }
    assert_contains(&as_it_is.log(), "`sources.bad` has neither");
}

/// Trace context goes on to the server, in the headers and in `_meta`.
#[tokio::test(flavor = "multi_thread")]
async fn trace_context_is_forwarded() {
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let script = ServerScript::simple(&[("echo", r#"{"echo":true}"#)]);
    let web = candor_testkit::script::serve_http(&script, ServerEra::Modern);
    let candor =
        CandorProcess::served_unasked(&candor_testkit::config::url("s", web.url(), "")).await;
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"s_echo","arguments":{},"_meta":{
        "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"dev.example/kept":[1.10]}}}"#;
    let answer = candor
        .post(
            body,
            &[
                ("mcp-protocol-version", "2026-07-28"),
                ("mcp-method", "tools/call"),
                ("mcp-name", "s_echo"),
                ("traceparent", trace),
            ],
        )
        .await
        .text()
        .await
        .expect("text");
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    let meta = answer["result"]["_meta"][SEEN_META].to_string();
    assert!(
        meta.contains(trace) && meta.contains("dev.example/kept"),
        "{answer}"
    );
    let seen = web.seen();
    let last = seen
        .iter()
        .rev()
        .find(|seen| seen.body.contains("s_echo") || seen.body.contains("tools/call"));
    assert!(format!("{:?}", last.expect("the call").headers).contains(trace));
}
