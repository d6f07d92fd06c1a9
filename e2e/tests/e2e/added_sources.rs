//! Sources that are added while the gateway runs.

use candor_testkit::canaries::{folder_bytes, holds};
use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{CandorProcess, RawClient, ServerEra, config, fixture_bin, wait_until};
use reqwest::Method;
use serde_json::{Value, json};

/// The setting with which programs can be added.
const COMMANDS: &str = "[server]\nallow_commands = true\n";

/// A secret that must be found nowhere.
const CANARY: &str = "canary-added-5ea1ed";

/// A command line that serves a script.
fn line(file: &ScriptFile) -> String {
    let (command, args) = file.command(ServerEra::Modern);
    let words = std::iter::once(command.display().to_string()).chain(args);
    let words: Vec<_> = words.map(|word| format!("'{word}'")).collect();
    words.join(" ")
}

/// Sends something to the API, whatever others change meanwhile.
async fn send(candor: &CandorProcess, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let body = Some(body).filter(|body| !body.is_null());
    let answer = candor
        .api()
        .send(method, path, body, &[("if-match", "*")])
        .await;
    answer.pair()
}

async fn until_tools(client: &mut RawClient, expect: &[&str]) {
    wait_until(&format!("{expect:?}"), async || {
        client
            .offered()
            .await
            .into_keys()
            .eq(expect.iter().copied())
    })
    .await;
}

const ONE: &str = r#"[{"name": "read_it", "inputSchema": {"type": "object"},
    "annotations": {"readOnlyHint": true}}]"#;

#[tokio::test]
async fn a_source_is_looked_at_added_trusted_and_removed() {
    let first =
        ServerScript::echoing(r#"[{"name": "first", "inputSchema": {"type": "object"}}]"#).file();
    let added = ServerScript::echoing(ONE).file();
    let config = config::script("own", &first, ServerEra::Modern, "") + COMMANDS;
    let candor = CandorProcess::served_unasked(&config).await;
    let mut client = candor.client(ServerEra::Modern).await;
    until_tools(&mut client, &["own_first"]).await;

    let body = json!({"name": "more", "command": line(&added), "env": {"TOKEN": CANARY}});
    let (status, preview) = send(&candor, Method::POST, "/sources/preview", &body).await;
    assert_eq!(status, 200, "{preview}");
    assert_eq!(preview["state"], "ready", "{preview}");
    assert_eq!(preview["tools"][0]["name"], "read_it");
    assert_eq!(preview["tools"][0]["hints"]["read_only"], true);
    assert_eq!(preview["plan"]["variables"], json!(["TOKEN"]));
    let runs = preview["plan"]["runs"].as_str().expect("a command line");
    assert!(runs.contains("candor-fixture"), "{runs}");
    until_tools(&mut client, &["own_first"]).await;

    let (status, kept) = send(&candor, Method::POST, "/sources", &body).await;
    assert_eq!(status, 201, "{kept}");
    until_tools(&mut client, &["more_read_it", "own_first"]).await;
    let reply = client.call("more_read_it", r#"{"a": "echoed"}"#).await;
    assert!(reply.words().contains("echoed"), "{}", reply.words());
    let (status, again) = send(&candor, Method::POST, "/sources", &body).await;
    assert_eq!(status, 409, "{again}");
    let taken = json!({"name": "own", "command": "x"});
    let (status, taken) = send(&candor, Method::POST, "/sources", &taken).await;
    assert_eq!(status, 409, "{taken}");

    let trusted = json!({"trust": "trusted"});
    let (status, _) = send(&candor, Method::PATCH, "/sources/more", &trusted).await;
    assert_eq!(status, 204);
    let (status, view) = send(&candor, Method::GET, "/sources/more", &Value::Null).await;
    assert_eq!((status, &view["trust"]), (200, &json!("trusted")), "{view}");
    assert_eq!(view["added"], true);
    let (status, _) = send(&candor, Method::POST, "/sources/own/restart", &json!({})).await;
    assert_eq!(status, 202);
    let (status, refused) = send(&candor, Method::DELETE, "/sources/own", &Value::Null).await;
    assert_eq!(status, 409, "{refused}");

    // It is there again after a restart, and its secret is nowhere to be read.
    let candor = candor.restart().await;
    let mut client = candor.client(ServerEra::Modern).await;
    until_tools(&mut client, &["more_read_it", "own_first"]).await;
    let (_, changes) = send(&candor, Method::GET, "/audit/changes", &Value::Null).await;
    let told = changes.to_string();
    for action in ["source.add", "source.trust", "source.restart"] {
        assert!(told.contains(action), "{told}");
    }
    assert!(!told.contains(CANARY), "{told}");
    assert!(!candor.log().contains(CANARY));

    let (status, _) = send(&candor, Method::DELETE, "/sources/more", &Value::Null).await;
    assert_eq!(status, 204);
    until_tools(&mut client, &["own_first"]).await;
    let (folder, _) = candor.stop();
    assert!(!holds(&folder_bytes(folder.path()), CANARY));
}

#[tokio::test]
async fn what_cannot_be_a_source_is_said_and_not_kept() {
    let config = config::fixture("own", ServerEra::Modern) + COMMANDS;
    let candor = CandorProcess::served_unasked(&config).await;
    let fixture = fixture_bin().display().to_string();
    for (body, expect) in [
        (json!({"name": "x y", "command": fixture}), "x y"),
        (json!({"name": "x", "command": "  "}), "there is no command"),
        (json!({"name": "x", "command": "a 'b"}), "quote"),
        (json!({"name": "x", "url": "ftp://x"}), "ftp"),
        (json!({"name": "x"}), "exactly one"),
        (
            json!({"name": "x", "url": "http://x", "path": "y"}),
            "exactly one",
        ),
        (json!({"name": "x", "path": "y.ts", "cwd": "/"}), "`cwd`"),
        (json!({"name": "x", "document": {}}), "`document`"),
    ] {
        for path in ["/sources", "/sources/preview"] {
            let (status, said) = send(&candor, Method::POST, path, &body).await;
            assert_eq!(status, 422, "{body}: {said}");
            let detail = said["detail"].as_str().expect("a sentence");
            assert!(detail.contains(expect), "{detail}");
        }
    }
    // One that does not start can be looked at and kept: it may start later.
    let body = json!({"name": "late", "command": "/nowhere/at-all"});
    let (status, preview) = send(&candor, Method::POST, "/sources/preview", &body).await;
    assert_eq!(
        (status, &preview["state"]),
        (200, &json!("failing")),
        "{preview}"
    );
    let (status, _) = send(&candor, Method::POST, "/sources", &body).await;
    assert_eq!(status, 201);
    let (_, view) = send(&candor, Method::GET, "/sources/late", &Value::Null).await;
    assert_ne!(view["state"], "ready", "{view}");
}

#[tokio::test]
async fn an_uploaded_document_is_a_source() {
    let candor = CandorProcess::served_unasked(&config::fixture("own", ServerEra::Modern)).await;
    let text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\nservers: [{url: 'http://127.0.0.1:9'}]\n\
                paths:\n  /books:\n    get:\n      operationId: listBooks\n      responses: {'200': {description: ok}}\n";
    let body = json!({"name": "api", "allow_private": true,
        "document": {"name": "shop.yaml", "text": text}});
    let (status, preview) = send(&candor, Method::POST, "/sources/preview", &body).await;
    assert_eq!(status, 200, "{preview}");
    assert_eq!(preview["count"], 1, "{preview}");
    assert_eq!(preview["tools"][0]["hints"]["read_only"], true, "{preview}");
    let (status, _) = send(&candor, Method::POST, "/sources", &body).await;
    assert_eq!(status, 201);
    let candor = candor.restart().await;
    let (_, view) = send(&candor, Method::GET, "/sources/api", &Value::Null).await;
    assert_eq!(
        (&view["state"], &view["tools"]),
        (&json!("ready"), &json!(1)),
        "{view}"
    );
}
