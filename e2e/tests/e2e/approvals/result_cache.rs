//! Results are cached where the policy says so, per caller, and until something is written.

mod writes;

use std::time::{Duration, Instant};

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{CandorProcess, RawClient, ServerEra, ServerHandle, config};

use super::failing_servers::{AuditReader, bearer, client, outcome, token, until};

/// Every tool says how often it was called, so that a kept result is told from a new one.
const TOOLS: &str = r#"[
    {"name":"look","description":"Shows it.","inputSchema":{"type":"object"},
     "annotations":{"readOnlyHint":true,"openWorldHint":false}},
    {"name":"browse","description":"Shows what others have.","inputSchema":{"type":"object"},
     "annotations":{"readOnlyHint":true,"openWorldHint":true}},
    {"name":"peek","description":"Shows a part of it.","inputSchema":{"type":"object"},
     "annotations":{"readOnlyHint":true}},
    {"name":"stumble","description":"Shows it badly.","inputSchema":{"type":"object"},
     "annotations":{"readOnlyHint":true,"openWorldHint":false}},
    {"name":"refuse","description":"Shows nothing.","inputSchema":{"type":"object"},
     "annotations":{"readOnlyHint":true,"openWorldHint":false}},
    {"name":"turn","description":"Shows the next page.","inputSchema":{"type":"object"},
     "annotations":{"readOnlyHint":true,"openWorldHint":true}},
    {"name":"store","description":"Keeps it.","inputSchema":{"type":"object"},
     "annotations":{"readOnlyHint":false,"destructiveHint":false,"openWorldHint":false}},
    {"name":"handle","description":"Handles it.","inputSchema":{"type":"object"}}
]"#;

const TRUSTED: &str = "trust = \"trusted\"";

const AN_HOUR: &str = "[policy]\ncache = \"1h\"\n";

/// The server that counts.
fn shelf() -> ServerHandle {
    // What it says about `look` changes when `turn` is called.
    let after = TOOLS.replace("\"Shows it.\"", "\"Shows it better.\"");
    let script = ServerScript::new()
        .tools(TOOLS)
        .stages(&[after])
        .call("turn", r#"{"list_changed":true}"#)
        .call(
            "stumble",
            r#"{"result":{"content":[{"type":"text","text":"no"}],"isError":true}}"#,
        )
        .call(
            "refuse",
            r#"{"error":{"code":-32000,"message":"not today"}}"#,
        )
        .call("*", r#"{"count":true}"#);
    script::serve_http(&script, ServerEra::Legacy)
}

async fn serve(shelf: &ServerHandle, before: &str, trust: &str) -> CandorProcess {
    let text = format!("{before}\n{}", config::url("s", shelf.url(), trust));
    CandorProcess::served(&text).await
}

/// What a tool says that must not fail.
async fn ask(client: &mut RawClient, tool: &str, arguments: &str) -> String {
    let (well, said) = outcome(&client.call(&format!("s_{tool}"), arguments).await);
    assert!(well, "{tool}: {said}");
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_kept_unless_somebody_wants_it() {
    let shelf = shelf();
    let candor = serve(&shelf, "", TRUSTED).await;
    let mut client = client(&candor).await;
    for n in 1..4 {
        assert_eq!(ask(&mut client, "look", "{}").await, n.to_string());
    }
}

/// Cached for the gateway: the same call, by whatever client of the same caller.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_call_is_answered_from_what_was_kept() {
    let shelf = shelf();
    let candor = serve(&shelf, AN_HOUR, TRUSTED).await;
    let approver = AuditReader::of(&candor);
    let mut modern = client(&candor).await;
    let mut legacy = candor.client(ServerEra::Legacy).await;
    assert_eq!(ask(&mut legacy, "look", r#"{"a":1,"b":[2]}"#).await, "1");
    let first = approver.entry("look").await;
    assert_eq!(
        (&first["attempts"], &first["reused"]),
        (&1.into(), &().into())
    );

    // The order of the members is no difference.
    assert_eq!(ask(&mut legacy, "look", r#"{"b":[2],"a":1}"#).await, "1");
    let kept = approver.entry("look").await;
    assert_eq!(
        (&kept["attempts"], &kept["outcome"]),
        (&0.into(), &"ok".into()),
        "{kept}"
    );
    assert!(kept["reused"]["kept_ms"].is_u64(), "{kept}");
    assert!(kept["reused"]["shared_with"].is_null(), "{kept}");
    // Each client gets it as its revision wants it.
    let reply = modern.call("s_look", r#"{"a":1,"b":[2]}"#).await;
    assert_eq!(
        reply.value()["resultType"],
        "complete",
        "{}",
        reply.response
    );
    assert_eq!(reply.words(), "1");
    assert_eq!(shelf.calls("look"), 1);

    assert_eq!(ask(&mut modern, "look", r#"{"a":2,"b":[2]}"#).await, "2");
    assert_eq!(ask(&mut modern, "look", "{}").await, "3");
    assert_eq!(ask(&mut modern, "look", r#"{"a":1,"b":[2]}"#).await, "1");
    assert_eq!(shelf.calls("look"), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_toolset_may_want_it_alone_and_may_do_without() {
    let shelf = shelf();
    let here = "[policy.toolsets.reading]\ncache = \"1h\"\n\
                [toolsets.reading]\ntools = [\"s.look\"]\n";
    let candor = serve(&shelf, here, TRUSTED).await;
    let mut everywhere = client(&candor).await;
    let mut reading = candor.client_at("/mcp/reading", ServerEra::Modern).await;
    assert_eq!(ask(&mut reading, "look", "{}").await, "1");
    assert_eq!(ask(&mut everywhere, "look", "{}").await, "2");
    assert_eq!(ask(&mut everywhere, "look", "{}").await, "3");
    assert_eq!(ask(&mut reading, "look", "{}").await, "1");
    // A write elsewhere counts here.
    ask(&mut everywhere, "store", "{}").await;
    assert_eq!(ask(&mut reading, "look", "{}").await, "4");
    drop(candor);

    let not_here = format!(
        "{AN_HOUR}[policy.toolsets.reading]\ncache = \"0s\"\n\
         [toolsets.reading]\ntools = [\"s.look\"]\n"
    );
    let candor = serve(&shelf, &not_here, TRUSTED).await;
    let mut everywhere = client(&candor).await;
    let mut reading = candor.client_at("/mcp/reading", ServerEra::Modern).await;
    assert_eq!(ask(&mut everywhere, "look", "{}").await, "5");
    assert_eq!(ask(&mut everywhere, "look", "{}").await, "5");
    assert_eq!(ask(&mut reading, "look", "{}").await, "6");
    assert_eq!(ask(&mut reading, "look", "{}").await, "7");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_is_kept_for_so_long_and_no_longer() {
    let shelf = shelf();
    let candor = serve(&shelf, "[policy]\ncache = \"1s\"\n", TRUSTED).await;
    let mut client = client(&candor).await;
    let asked = Instant::now();
    assert_eq!(ask(&mut client, "look", "{}").await, "1");
    let answered = Instant::now();
    loop {
        let begun = Instant::now();
        match ask(&mut client, "look", "{}").await.as_str() {
            "1" => assert!(begun.duration_since(answered) < Duration::from_secs(1)),
            "2" => break,
            other => panic!("`{other}`"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(asked.elapsed() >= Duration::from_secs(1));
}

/// A cached result is never served to another caller, nor in another environment.
#[tokio::test(flavor = "multi_thread")]
async fn a_result_is_kept_for_its_caller_and_environment() {
    let shelf = shelf();
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!(
        "{AN_HOUR}[server]\nauth = \"required\"\n[environments.dev]\n[environments.prod]\n{}",
        config::url("s", shelf.url(), TRUSTED)
    );
    std::fs::write(folder.path().join("candor.toml"), &text).expect("a file");
    let [ann, bob] = ["ann", "bob"].map(|name| token(folder.path(), name, "caller,viewer"));
    let candor = CandorProcess::serve_in(folder, &text, &[]);
    let mut clients = Vec::new();
    for path in ["/mcp", "/mcp@dev", "/mcp@prod"] {
        for token in [&ann, &bob] {
            clients.push(bearer(&candor, path, token).await);
        }
    }
    for _ in 0..2 {
        for (n, client) in clients.iter_mut().enumerate() {
            assert_eq!(ask(client, "look", "{}").await, (n + 1).to_string());
        }
    }
    assert_eq!(shelf.calls("look"), 6);
    // A write invalidates the results of every caller.
    ask(&mut clients[0], "store", "{}").await;
    for (n, client) in clients.iter_mut().enumerate() {
        assert_eq!(ask(client, "look", "{}").await, (n + 7).to_string());
    }
    let approver = AuditReader::with(&candor, Some(&bob));
    let entry = approver.entry("look").await;
    assert!(
        ["ann", "bob"].map(Into::into).contains(&entry["principal"]),
        "{entry}"
    );
}

/// What reaches outside may change by itself; what went wrong may go well the next time.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_world_and_errors_are_not_kept() {
    let shelf = shelf();
    let candor = serve(&shelf, AN_HOUR, TRUSTED).await;
    let mut client = client(&candor).await;
    for tool in ["browse", "peek", "stumble", "refuse"] {
        client.call(&format!("s_{tool}"), "{}").await;
        client.call(&format!("s_{tool}"), "{}").await;
        assert_eq!(shelf.calls(tool), 2, "{tool}");
    }
    // None of them has written anything.
    assert_eq!(ask(&mut client, "look", "{}").await, "1");
    ask(&mut client, "browse", "{}").await;
    assert_eq!(ask(&mut client, "look", "{}").await, "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_untrusted_source_claims_is_not_kept() {
    let shelf = shelf();
    let candor = serve(&shelf, AN_HOUR, "trust = \"untrusted\"").await;
    let mut client = client(&candor).await;
    assert_eq!(ask(&mut client, "look", "{}").await, "1");
    assert_eq!(ask(&mut client, "look", "{}").await, "2");
    drop(candor);
    // A person may say so instead.
    let said = format!("{AN_HOUR}[annotations.\"s.look\"]\nread_only = true\nopen_world = false\n");
    let candor = serve(&shelf, &said, "trust = \"untrusted\"").await;
    let mut client = super::failing_servers::client(&candor).await;
    assert_eq!(ask(&mut client, "look", "{}").await, "3");
    assert_eq!(ask(&mut client, "look", "{}").await, "3");
}

/// A tool that is not what it was says something else.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_definition_has_nothing_kept() {
    let shelf = shelf();
    let candor = serve(&shelf, AN_HOUR, TRUSTED).await;
    let mut client = client(&candor).await;
    assert_eq!(ask(&mut client, "look", "{}").await, "1");
    assert_eq!(ask(&mut client, "look", "{}").await, "1");
    // It only reads, so that nothing is let go of because of it.
    ask(&mut client, "turn", "{}").await;
    until("the new description", async || {
        let tools = client.tools().await;
        let mut tools = tools.iter();
        tools
            .any(|tool| tool.contains("Shows it better."))
            .then_some(())
    })
    .await;
    assert_eq!(ask(&mut client, "look", "{}").await, "2");
    assert_eq!(ask(&mut client, "look", "{}").await, "2");
}
