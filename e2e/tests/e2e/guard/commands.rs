//! Programs and paths that are requested over HTTP.

use candor_testkit::candor::unasked;
use candor_testkit::{CandorProcess, ServerEra, assert_contains, config, wait_until};
use reqwest::Method;
use serde_json::{Value, json};

/// A document without anything to fetch.
const DOCUMENT: &str = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n\
    servers: [{url: 'http://127.0.0.1:9'}]\npaths:\n  /books:\n    get:\n      \
    operationId: listBooks\n      responses: {'200': {description: ok}}\n";

/// What lets programs and paths in.
const ALLOWED: &str = "[server]\nallow_commands = true\n";

async fn send(candor: &CandorProcess, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let any = [("if-match", "*")];
    let answer = candor.api().send(method, path, Some(body), &any).await;
    answer.pair()
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_and_paths_are_not_for_http() {
    let candor = CandorProcess::served(&config::fixture("own", ServerEra::Modern)).await;
    let mark = candor.folder().join("started");
    let line = format!("touch '{}'", mark.display());
    let functions = candor.folder().join("f.ts");
    std::fs::write(&functions, "export default 1;\n").expect("a file");
    for body in [
        json!({"name": "sly", "command": line}),
        json!({"name": "sly", "command": "true", "cwd": "/"}),
        json!({"name": "sly", "path": functions}),
        json!({"name": "sly", "document": {"url": "/etc/passwd"}}),
        json!({"name": "sly", "document": {"url": "candor.toml"}}),
    ] {
        for path in ["/sources", "/sources/preview"] {
            let (status, said) = send(&candor, Method::POST, path, &body).await;
            assert_eq!(status, 403, "{path} {body}: {said}");
            assert_eq!(said["type"], "urn:candor:problem:not-allowed", "{said}");
            let detail = said["detail"].as_str().expect("a sentence");
            assert_contains(detail, "`server.allow_commands = true`");
        }
    }
    assert!(!mark.exists(), "a program was started");
    let sources = candor.api().items("/sources").await;
    assert_eq!(sources.len(), 1, "{sources:?}");
    // What needs nothing of this machine can be added.
    let body = json!({"name": "api", "allow_private": true,
        "document": {"name": "/etc/shop.yaml", "text": DOCUMENT}});
    let (status, said) = send(&candor, Method::POST, "/sources", &body).await;
    assert_eq!(status, 201, "{said}");
    let body = json!({"name": "far", "url": "http://127.0.0.1:9/mcp"});
    let (status, said) = send(&candor, Method::POST, "/sources", &body).await;
    assert_eq!(status, 201, "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_was_let_in_is_kept_and_not_trusted_later() {
    let own = config::fixture("own", ServerEra::Modern);
    let candor = CandorProcess::served_unasked(&format!("{own}{ALLOWED}")).await;
    let fixture = candor_testkit::fixture_bin().display().to_string();
    let line = format!("'{fixture}' stdio --era modern");
    let body = json!({"name": "near", "command": line});
    let (status, said) = send(&candor, Method::POST, "/sources", &body).await;
    assert_eq!(status, 201, "{said}");
    let (folder, _) = candor.stop();
    let candor = CandorProcess::served_in(folder, &unasked(&own)).await;
    let mut client = candor.client(ServerEra::Modern).await;
    wait_until("a tool of the added source", async || {
        let mut tools = client.offered().await.into_keys();
        tools.any(|name| name.starts_with("near_"))
    })
    .await;
    let trusted = json!({"trust": "trusted"});
    let (status, said) = send(&candor, Method::PATCH, "/sources/near", &trusted).await;
    assert_eq!(status, 403, "{said}");
    let untrusted = json!({"trust": "untrusted"});
    let (status, said) = send(&candor, Method::PATCH, "/sources/near", &untrusted).await;
    assert_eq!(status, 204, "{said}");
    // As it is, it can be started anew and removed.
    let (status, said) = send(&candor, Method::POST, "/sources/near/restart", &json!({})).await;
    assert_eq!(status, 202, "{said}");
    let gone = candor.api();
    let any = [("if-match", "*")];
    let answer = gone.send(Method::DELETE, "/sources/near", None, &any).await;
    assert_eq!(answer.status, 204, "{}", answer.text);
}
