//! A tool cannot be both read-only and destructive, in whatever layer.

use candor_testkit::candor::run;
use candor_testkit::script::ServerScript;
use candor_testkit::{CandorProcess, ServerEra, assert_contains, config};
use serde_json::{Value, json};

use super::serve;

const LYING: &str = r#"[
    {"name":"lies","description":"Says too much.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"destructiveHint":true}},
    {"name":"honest","description":"Only reads.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]"#;

/// A server's contradiction is served carefully and reported; a person can settle it.
#[tokio::test(flavor = "multi_thread")]
async fn a_servers_contradiction_is_served_as_destructive_and_reported() {
    let (gateway, _file) = serve(LYING, "[inference]\nenabled = false\ntitles = false\n");
    gateway.all_ready().await;
    let mut client = gateway.client(ServerEra::Legacy).await;
    let served = client.offered().await;
    for (tool, hints) in [
        ("s_lies", json!({"destructiveHint": true})),
        ("s_honest", json!({"readOnlyHint": true})),
    ] {
        assert_eq!(served[tool]["annotations"], hints, "{tool}");
    }

    let complaint = "`s.lies` is declared both read-only and destructive";
    for command in ["doctor", "tools"] {
        // On data of its own: the gateway has not been asked to tell.
        let output = run(gateway.folder(), &[command, "--json", "--data", "other"]);
        let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(said.to_string().contains(complaint), "{command}: {said}");
        assert!(!said.to_string().contains("`s.honest` is"), "{said}");
    }

    let settled = json!({"read_only": true, "destructive": false, "why": "it was checked"});
    let api = gateway.api();
    api.patch("/annotations/s.lies", &settled).await.fine();
    let served = client.offered().await;
    let hints = json!({"readOnlyHint": true, "destructiveHint": false});
    assert_eq!(served["s_lies"]["annotations"], hints);
}

/// A person's contradiction is refused at every door, and nothing is changed.
#[tokio::test(flavor = "multi_thread")]
async fn a_persons_contradiction_is_refused_at_every_door() {
    let file = ServerScript::new().tools(LYING).file();
    let text = config::script("s", &file, ServerEra::Legacy, "");
    let gateway = CandorProcess::served_unasked(&text).await;
    let api = gateway.api();
    let mut client = gateway.client(ServerEra::Legacy).await;
    let before = client.tools().await;
    let sentence = "`read_only` and `destructive` cannot both be true";

    let both = json!({"read_only": true, "destructive": true});
    let refused = api.patch("/annotations/s.honest", &both).await.refused(422);
    assert!(refused.contains(sentence), "{refused}");

    // The second half is as bad as both at once.
    let first = json!({"read_only": true});
    api.patch("/annotations/s.honest", &first).await.fine();
    let half = json!({"destructive": true, "title": "Never seen"});
    let refused = api.patch("/annotations/s.honest", &half).await.refused(422);
    assert!(refused.contains(sentence), "{refused}");

    let flags = ["--read-only", "true", "--destructive", "true"];
    let (code, said) = gateway.command(&[&["annotate", "s.honest"][..], &flags].concat());
    assert_eq!(code, 2, "{said}");
    assert!(said.contains(sentence), "{said}");
    assert_eq!(client.tools().await, before, "nothing was changed");

    let wrong = "[annotations.\"s.honest\"]\nread_only = true\ndestructive = true\n";
    let file = gateway.folder().join("wrong.toml");
    std::fs::write(file, format!("{text}{wrong}")).expect("a file");
    let args = ["tools", "--config", "wrong.toml", "--data", "other"];
    let output = run(gateway.folder(), &args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_contains(&said, sentence);
    assert_contains(&said, "wrong.toml");
}
