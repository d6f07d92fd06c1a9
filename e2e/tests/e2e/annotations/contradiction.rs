//! A tool cannot be both read-only and destructive, whoever says so.

use candor_e2e::candor::run;
use candor_e2e::{Candor, Client, Era, config};
use candor_testkit::script::Script;
use serde_json::{Value, json};

use super::api::Api;
use super::{candor, offered};

const LYING: &str = r#"[
    {"name":"lies","description":"Says too much.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"destructiveHint":true}},
    {"name":"honest","description":"Only reads.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]"#;

/// A server's contradiction is served carefully and reported; a person can settle it.
#[tokio::test(flavor = "multi_thread")]
async fn a_servers_contradiction_is_served_as_destructive_and_reported() {
    let file = Script::new().tools(LYING).write().expect("a script");
    let text = config::script("s", &file, Era::Legacy, "")
        + "[inference]\nenabled = false\ntitles = false\n";
    let gateway = Candor::unasked(&text, &[]);
    gateway.all_ready().await;
    let mut client = Client::http(gateway.url(), Era::Legacy).await;
    let served = offered(&mut client).await;
    assert_eq!(
        served["s_lies"]["annotations"],
        json!({"destructiveHint": true})
    );
    assert_eq!(
        served["s_honest"]["annotations"],
        json!({"readOnlyHint": true})
    );

    let complaint = "`s.lies` is declared both read-only and destructive";
    for command in ["doctor", "tools"] {
        // On data of its own: the gateway has not been asked to tell.
        let output = run(gateway.folder(), &[command, "--json", "--data", "other"]);
        let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(said.to_string().contains(complaint), "{command}: {said}");
        assert!(!said.to_string().contains("`s.honest` is"), "{said}");
    }

    let settled = json!({"read_only": true, "destructive": false, "why": "it was checked"});
    Api::of(&gateway)
        .patch("/annotations/s.lies", &settled)
        .await
        .fine();
    let served = offered(&mut client).await;
    assert_eq!(
        served["s_lies"]["annotations"],
        json!({"readOnlyHint": true, "destructiveHint": false})
    );
}

/// A person's contradiction is refused at every door, and nothing is changed.
#[tokio::test(flavor = "multi_thread")]
async fn a_persons_contradiction_is_refused_at_every_door() {
    let file = Script::new().tools(LYING).write().expect("a script");
    let text = config::script("s", &file, Era::Legacy, "");
    let gateway = Candor::unasked(&text, &[]);
    gateway.all_ready().await;
    let api = Api::of(&gateway);
    let mut client = Client::http(gateway.url(), Era::Legacy).await;
    let before = client.tools().await;
    let sentence = "`read_only` and `destructive` cannot both be true";

    let both = json!({"read_only": true, "destructive": true});
    let refused = api.patch("/annotations/s.honest", &both).await.refused(422);
    assert!(refused.contains(sentence), "{refused}");

    // The second half is as bad as both at once.
    api.patch("/annotations/s.honest", &json!({"read_only": true}))
        .await
        .fine();
    let half = json!({"destructive": true, "title": "Never seen"});
    let refused = api.patch("/annotations/s.honest", &half).await.refused(422);
    assert!(refused.contains(sentence), "{refused}");

    let flags = [
        "annotate",
        "s.honest",
        "--read-only",
        "true",
        "--destructive",
        "true",
    ];
    let (code, said) = candor(gateway.folder(), &flags);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains(sentence), "{said}");
    assert_eq!(client.tools().await, before, "nothing was changed");

    let wrong = "[annotations.\"s.honest\"]\nread_only = true\ndestructive = true\n";
    std::fs::write(
        gateway.folder().join("wrong.toml"),
        format!("{text}{wrong}"),
    )
    .expect("a file");
    let output = run(
        gateway.folder(),
        &["tools", "--config", "wrong.toml", "--data", "other"],
    );
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains(sentence) && said.contains("wrong.toml"),
        "{said}"
    );
}
