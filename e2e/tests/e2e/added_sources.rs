//! Sources that are added while the gateway runs.

use std::time::{Duration, Instant};

use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{CandorProcess, RawClient, ServerEra, config, fixture_bin};
use reqwest::Method;
use serde_json::{Value, json};

/// A secret that must be found nowhere.
const CANARY: &str = "canary-added-5ea1ed";

fn script(tools: &str) -> ScriptFile {
    let script = ServerScript::new()
        .tools(tools)
        .call("*", r#"{"echo": true}"#);
    script.file()
}

/// A command line that serves a script.
fn line(file: &ScriptFile) -> String {
    let (command, args) = file.command(ServerEra::Modern);
    let words = std::iter::once(command.display().to_string()).chain(args);
    let words: Vec<_> = words.map(|word| format!("'{word}'")).collect();
    words.join(" ")
}

async fn send(candor: &CandorProcess, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let answer = reqwest::Client::new()
        .request(method, candor.at(&format!("/api/v1{path}")))
        .header("content-type", "application/json")
        .header("if-match", "*")
        .body(if body.is_null() {
            String::new()
        } else {
            body.to_string()
        })
        .send()
        .await
        .expect("an answer");
    let status = answer.status().as_u16();
    let text = answer.text().await.expect("text");
    (status, serde_json::from_str(&text).unwrap_or_default())
}

async fn until_tools(client: &mut RawClient, expect: &[&str]) {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let tools = client.tools().await;
        let mut names: Vec<String> = tools
            .iter()
            .map(|tool| serde_json::from_str::<Value>(tool).expect("a tool"))
            .map(|tool| tool["name"].as_str().expect("a name").to_owned())
            .collect();
        names.sort();
        if names == expect {
            return;
        }
        assert!(Instant::now() < end, "{names:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

const ONE: &str = r#"[{"name": "read_it", "inputSchema": {"type": "object"},
    "annotations": {"readOnlyHint": true}}]"#;

#[tokio::test]
async fn a_source_is_looked_at_added_trusted_and_removed() {
    let first = script(r#"[{"name": "first", "inputSchema": {"type": "object"}}]"#);
    let added = script(ONE);
    let config = config::script("own", &first, ServerEra::Modern, "");
    let candor = CandorProcess::unasked(&config, &[]).when_ready().await;
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
    let (folder, _) = candor.stop();
    let candor = CandorProcess::unasked_in(folder, &config, &[])
        .when_ready()
        .await;
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
    for entry in walk(folder.path()) {
        let bytes = std::fs::read(&entry).expect("a file");
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(CANARY), "{}", entry.display());
    }
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(walk(&path));
        } else if path.is_file() {
            files.push(path);
        }
    }
    files
}

#[tokio::test]
async fn what_cannot_be_a_source_is_said_and_not_kept() {
    let candor = CandorProcess::unasked(&config::fixture("own", ServerEra::Modern), &[])
        .when_ready()
        .await;
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
    let candor = CandorProcess::unasked(&config::fixture("own", ServerEra::Modern), &[])
        .when_ready()
        .await;
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
    let (folder, _) = candor.stop();
    let candor = CandorProcess::unasked_in(folder, &config::fixture("own", ServerEra::Modern), &[])
        .when_ready()
        .await;
    let (_, view) = send(&candor, Method::GET, "/sources/api", &Value::Null).await;
    assert_eq!(
        (&view["state"], &view["tools"]),
        (&json!("ready"), &json!(1)),
        "{view}"
    );
}
