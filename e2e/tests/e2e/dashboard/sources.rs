//! Sources are described, looked at, added, looked after and removed on pages.

use std::path::Path;

use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{ServerEra, wait_until};
use reqwest::Method;
use serde_json::json;

use super::browser::RealBrowser;
use super::shop_gateway::{COMMANDS, ShopGateway};
use crate::approvals::kit::until;

/// What a stall brings.
const STALL: &str = r#"[
    {"name": "burn_book", "description": "Burns a book.", "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": false, "destructiveHint": true}},
    {"name": "tick", "description": "Counts its calls.", "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": true}}
]"#;

/// An API with something to read and something to delete.
const API: &str = r#"{
    "openapi": "3.1.0", "info": {"title": "Shelf", "version": "1"},
    "servers": [{"url": "http://127.0.0.1:9/"}],
    "paths": {"/books/{isbn}": {
        "parameters": [{"name": "isbn", "in": "path", "required": true,
                        "schema": {"type": "string"}}],
        "get": {"operationId": "readBook", "responses": {"200": {"description": "A book"}}},
        "delete": {"operationId": "dropBook", "responses": {"204": {"description": "Gone"}}}
    }}
}"#;

fn stall() -> ScriptFile {
    let script = ServerScript::new()
        .tools(STALL)
        .call("tick", r#"{"count": true}"#);
    script.file()
}

/// The words of the command that serves a script.
fn words(file: &ScriptFile) -> Vec<String> {
    let (command, args) = file.command(ServerEra::Modern);
    let command = command.display().to_string();
    std::iter::once(command).chain(args).collect()
}

/// The tools of a source that clients see, once there are so many.
async fn served(gateway: &ShopGateway, source: &str, count: usize) -> Vec<String> {
    until(&format!("{count} tools of {source}"), async || {
        let told = gateway.told().await.into_keys();
        let prefix = format!("{source}_");
        let of: Vec<String> = told.filter(|name| name.starts_with(&prefix)).collect();
        (of.len() == count).then_some(of)
    })
    .await
}

/// What the tool that counts its calls says.
async fn tick(gateway: &ShopGateway) -> String {
    let mut client = gateway.candor.client(ServerEra::Modern).await;
    client.call("stall_tick", "{}").await.words()
}

/// Waits until what the tool says, that it only reads, is relied upon or is not.
async fn relied(gateway: &ShopGateway, expect: Option<bool>) {
    until(&format!("relied upon: {expect:?}"), async || {
        // While its source is made anew, there is no such tool.
        let (_, tool) = gateway
            .approver()
            .send(Method::GET, "/tools/stall.tick", None, &[])
            .await
            .pair();
        let value = tool["relied"]["read_only"].get("value")?.as_bool();
        (value == expect).then_some(())
    })
    .await;
}

/// Opens the form for a kind of source.
async fn form(gateway: &ShopGateway, kind: &str) -> RealBrowser {
    let browser = RealBrowser::signed_in(&gateway.candor).await;
    browser.go("/sources").await;
    browser.press("Add a source").await;
    browser.press(kind).await;
    browser
        .sees("Check shows what would run or be contacted")
        .await;
    browser
}

#[tokio::test]
async fn mistakes_in_a_command_are_told_before_anything_is_added() {
    let gateway = ShopGateway::shop(COMMANDS).await;
    let stall = stall();
    let browser = form(&gateway, "MCP server (stdio)").await;
    browser.fill("Name", "stall").await;
    browser.fill("Command", "serve 'stall").await;
    browser.press("Check").await;
    let error = browser.reads("#line-error").await;
    assert!(error.contains("is not closed"), "{error}");
    browser.find("#line[aria-invalid='true']").await;
    assert_eq!(browser.typed("line").await, "serve 'stall");
    assert_eq!(browser.typed("name").await, "stall");

    browser.fill("Command", "/no/such/program --now").await;
    browser.press("Preview").await;
    browser.sees("Offline").await;
    let brings = browser.reads("[aria-labelledby='brings']").await;
    assert!(brings.contains("/no/such/program"), "{brings}");
    assert!(brings.contains("No tools."), "{brings}");

    // Shown before it runs, word for word.
    let words = words(&stall);
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    browser.fill("Command", &quoted.join(" ")).await;
    browser.press("Check").await;
    browser.sees("Nothing has been started yet.").await;
    assert_eq!(browser.reads("#plan-runs").await, words.join(" "));
    browser.press("Preview").await;
    browser.sees("2 tools, about").await;
    let brings = browser.reads(".brings").await;
    for part in ["burn_book", "Destructive", "tick", "Read-only", "Untrusted"] {
        assert!(brings.contains(part), "{part}: {brings}");
    }
    assert_eq!(gateway.told().await.len(), 4, "nothing was added");
    browser.press("Save").await;
    browser.sees("Source added. It is starting.").await;
    assert_eq!(
        served(&gateway, "stall", 2).await,
        ["stall_burn_book", "stall_tick"]
    );
    browser.sees("Online").await;
    browser.close().await;
}

#[tokio::test]
async fn a_source_is_trusted_started_anew_and_removed() {
    let gateway = ShopGateway::shop(COMMANDS).await;
    let stall = stall();
    let line = words(&stall).join(" ");
    let body = json!({"name": "stall", "command": line});
    gateway.approver().post("/sources", &body).await.fine();
    served(&gateway, "stall", 2).await;
    relied(&gateway, None).await;
    let browser = RealBrowser::signed_in(&gateway.candor).await;
    browser.go("/sources").await;
    browser.press("stall").await;
    browser.choose("Trusted").await;
    browser.press("Change trust").await;
    browser
        .sees("Trust changed: policy now relies on its hints.")
        .await;
    browser.find("#trust-trusted:checked").await;
    relied(&gateway, Some(true)).await;

    let before = tick(&gateway).await;
    assert_ne!(tick(&gateway).await, before, "each call counts");
    browser.press("Restart").await;
    browser.sees("The source is restarting.").await;
    // Another process answers, which has counted nothing yet.
    wait_until("a process that was started anew", async || {
        gateway.told().await.contains_key("stall_tick") && tick(&gateway).await == before
    })
    .await;

    browser.press("Remove…").await;
    browser.sees("Its 2 tools are no longer listed").await;
    browser.press("Cancel").await;
    served(&gateway, "stall", 2).await;
    browser.press("Remove…").await;
    browser.press("Remove stall").await;
    browser.sees("Source removed.").await;
    served(&gateway, "stall", 0).await;
    assert!(!browser.has("a[href='/sources/stall']").await);
    browser.close().await;
}

#[tokio::test]
async fn of_a_file_with_a_bad_server_the_good_one_is_added() {
    let gateway = ShopGateway::shop(COMMANDS).await;
    let stall = stall();
    let words = words(&stall);
    let browser = form(&gateway, "Import .mcp.json").await;
    let file = json!({"mcpServers": {
        "stall": {"command": words[0], "args": words[1..]},
        "shop": {"url": "http://127.0.0.1:9/mcp"},
        "broken": {},
    }});
    let paste = "Or paste its contents";
    browser.fill(paste, "{\"mcpServers\": ").await;
    browser.press("Check").await;
    browser.sees("Nothing was started or added.").await;
    browser.fill(paste, &file.to_string()).await;
    browser.press("Check").await;
    browser.sees("has neither a command nor a url").await;
    browser.sees("A source shop already exists.").await;
    browser.press("Preview stall").await;
    browser.sees("2 tools, about").await;
    browser.press("Save selected").await;
    browser.sees("Source added. It is starting.").await;
    assert_eq!(browser.path().await, "/sources/stall?done=added");
    served(&gateway, "stall", 2).await;
    browser.close().await;
}

/// Chooses a file, as the window of the system would.
async fn choose_file(browser: &RealBrowser, path: &Path) {
    let field = browser.labelled("Or upload the document").await;
    let path = path.to_str().expect("a path");
    field.send_keys(path).await.expect("a file");
}

#[tokio::test]
async fn a_document_that_is_uploaded_becomes_tools() {
    let gateway = ShopGateway::shop("").await;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shelf.json");
    std::fs::write(&path, API).expect("a file");
    let browser = form(&gateway, "OpenAPI document").await;
    choose_file(&browser, &path).await;
    browser.press("Check").await;
    // Without a name nothing is done, and the document stays.
    browser.sees("Enter a name.").await;
    assert!(browser.typed("text").await.contains("dropBook"));
    browser.sees("shelf.json").await;
    browser.fill("Name", "shelf").await;
    browser.press("Preview").await;
    browser.sees("2 tools, about").await;
    let brings = browser.reads(".brings").await;
    for part in ["Read-only", "Destructive", "Idempotent"] {
        assert!(brings.contains(part), "{part}: {brings}");
    }
    browser.press("Save").await;
    browser.sees("Source added. It is starting.").await;
    let names = served(&gateway, "shelf", 2).await;
    let told = gateway.told().await;
    let reads = names
        .iter()
        .map(|name| &told[name]["annotations"]["readOnlyHint"]);
    assert_eq!(reads.filter(|reads| **reads == true).count(), 1, "{told:?}");
    browser.close().await;
}
