//! A toolset is built on a page, and a client that copies what stands there gets its tools.

use std::collections::BTreeMap;

use candor_testkit::{RawClient, ServerEra};
use serde_json::{Value, json};

use super::browser::RealBrowser;
use super::driver;
use super::shop_gateway::{self, ShopGateway};
use crate::approvals::kit::until;

/// Tools that read what is private, read what strangers write, send something out, and destroy.
const TOOLS: &str = r#"[
    {"name": "list_books", "title": "List books", "description": "Lists books.",
     "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": true, "openWorldHint": false}},
    {"name": "fetch_page", "title": "Fetch a page", "description": "Fetches a page.",
     "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": true, "openWorldHint": true}},
    {"name": "mail_author", "title": "Mail an author", "description": "Writes to an author.",
     "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": false, "destructiveHint": false, "openWorldHint": true}},
    {"name": "delete_book", "title": "Delete a book", "description": "Deletes a book.",
     "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": false, "destructiveHint": true, "openWorldHint": false}}
]"#;

async fn open() -> (ShopGateway, RealBrowser) {
    let gateway = ShopGateway::of(TOOLS, "trust = \"trusted\"\n", "").await;
    let browser = RealBrowser::signed_in(&gateway.candor).await;
    (gateway, browser)
}

/// Builds `reading`, of the books, of pages by a pattern, and of what destroys by a hint.
async fn build(browser: &RealBrowser) {
    browser.go("/toolsets").await;
    browser.sees("No toolsets yet.").await;
    browser.press("New toolset").await;
    browser.fill("Name", "reading").await;
    browser.choose("shop.list_books List books").await;
    browser.press("Apply selection").await;
    browser.sees("Preview: 1 tool").await;
    browser.fill("Pattern", "shop.fetch_*").await;
    browser.press("Add rule").await;
    browser.sees("Preview: 2 tools").await;
    browser.select("Or a hint", "Destructive: Yes").await;
    browser.select("Hint source", "shop").await;
    browser.press("Add rule").await;
    browser.sees("Preview: 3 tools").await;
    browser.press("Save").await;
    browser.find("#toolset").await;
}

/// The names of everything that is served at an address.
async fn served(url: &str) -> Vec<String> {
    let mut client = RawClient::http(url, ServerEra::Modern).await;
    let tools = client.all_tools().await;
    let name = |tool: &String| {
        let tool: Value = serde_json::from_str(tool).expect("a tool");
        tool["name"].as_str().expect("a name").to_owned()
    };
    let mut names: Vec<String> = tools.iter().map(name).collect();
    names.sort();
    names
}

/// The description of a tool of the toolset, as a client gets it.
async fn described(gateway: &ShopGateway, tool: &str) -> String {
    let told: BTreeMap<String, Value> =
        shop_gateway::told(&gateway.candor.at("/mcp/reading")).await;
    let text = told[tool]["description"].as_str();
    text.expect("a description").to_owned()
}

/// Where VS Code and Cursor are led to, read as they read their links.
async fn linked(browser: &RealBrowser) -> Value {
    let script = "const read = {
            'vscode:': link => JSON.parse(decodeURIComponent(link.search.slice(1))),
            'cursor:': link => JSON.parse(atob(link.searchParams.get('config'))),
        };
        const links = [...document.querySelectorAll('.recipe a.button')].map(a => new URL(a.href));
        return links.map(link => read[link.protocol](link).url);";
    browser.run(script, Vec::new()).await
}

#[tokio::test]
async fn a_toolset_is_built_and_a_client_is_connected_to_it() {
    let (gateway, browser) = open().await;
    build(&browser).await;
    browser.sees("Toolset created").await;
    let numbers = browser.reads(".tiles").await;
    assert!(numbers.contains("3 tools"), "{numbers}");
    assert!(numbers.contains("% of all tools"), "{numbers}");
    let list = browser.reads("#toolset table").await;
    for why in ["Name", "shop.fetch_*", "shop:destructive=true"] {
        assert!(list.contains(why), "{why}: {list}");
    }

    driver::lend_clipboard(&browser).await;
    browser.press("Connect a client").await;
    browser.press("Copy for Other clients").await;
    let copied = until("what was copied", async || {
        let text = driver::clipboard(&browser).await;
        text.contains("mcpServers").then_some(text)
    })
    .await;
    assert_eq!(copied, browser.reads("#plain").await);
    let copied: Value = serde_json::from_str(&copied).expect("JSON");
    let url = copied["mcpServers"]["candor-reading"]["url"].as_str();
    let url = url.expect("an address");
    assert_eq!(linked(&browser).await, json!([url, url]));
    let names = served(url).await;
    assert_eq!(
        names,
        ["shop_delete_book", "shop_fetch_page", "shop_list_books"]
    );
    assert_eq!(gateway.told().await.len(), 4);
    browser.close().await;
}

#[tokio::test]
async fn a_toolset_that_can_give_secrets_away_warns_before_it_is_saved() {
    let (gateway, browser) = open().await;
    browser.go("/toolsets/new").await;
    browser.fill("Name", "mail").await;
    for tool in [
        "shop.list_books List books",
        "shop.fetch_page Fetch a page",
        "shop.mail_author Mail an author",
    ] {
        browser.choose(tool).await;
    }
    browser.press("Check").await;
    browser.sees("Preview: 3 tools").await;
    browser.sees("Data exfiltration risk.").await;
    let members = "Members, one per line";
    browser.choose("shop.mail_author Mail an author").await;
    browser.press("Check").await;
    browser.sees("Preview: 2 tools").await;
    browser.sees_no("Data exfiltration risk.").await;
    // A line that cannot be is told, and nothing of it is lost.
    browser.fill(members, "shop.list_books\nshop.").await;
    browser.press("Save").await;
    browser.find("#members[aria-invalid='true']").await;
    assert_eq!(browser.typed("name").await, "mail");
    assert!(browser.typed("members").await.contains("shop."));
    browser.fill(members, "shop.list_books").await;
    browser.press("Save").await;
    browser.find("#toolset").await;
    assert_eq!(
        served(&gateway.candor.at("/mcp/mail")).await,
        ["shop_list_books"]
    );
    browser.close().await;
}

#[tokio::test]
async fn a_note_is_seen_before_the_model_reads_it() {
    let (gateway, browser) = open().await;
    build(&browser).await;
    browser.press("0 notes on shop.list_books").await;
    browser.sees("No notes in this toolset.").await;
    browser.fill("Name", "season").await;
    let text = "Ask for *one* <author> at a time.";
    browser.fill("Text", text).await;
    browser.press("Preview").await;
    browser.sees("Description preview").await;
    let noted = format!("Lists books.\n\n### Additional Tool Notes\n\n• **season**: {text}");
    assert_eq!(browser.reads("aside pre").await, noted);
    let tool = "shop_list_books";
    assert_eq!(described(&gateway, tool).await, "Lists books.");

    browser.press("Add").await;
    browser.sees("Note added.").await;
    assert_eq!(described(&gateway, tool).await, noted);
    // In this toolset and nowhere else.
    assert_eq!(gateway.told().await[tool]["description"], "Lists books.");
    browser.press("Remove season").await;
    browser.sees("Note removed.").await;
    assert_eq!(described(&gateway, tool).await, "Lists books.");
    browser.close().await;
}

#[tokio::test]
async fn a_toolset_is_deleted_after_a_question_and_brought_back() {
    let (gateway, browser) = open().await;
    build(&browser).await;
    let url = gateway.candor.at("/mcp/reading");
    assert_eq!(served(&url).await.len(), 3);
    browser.press("Delete").await;
    browser.sees("What will happen").await;
    browser.press("Cancel").await;
    browser.find("#toolset").await;
    assert_eq!(served(&url).await.len(), 3);
    browser.press("Delete").await;
    browser.sees("What will happen").await;
    browser.click("button.bad").await;
    browser.sees("Toolset deleted.").await;
    let mut client = RawClient::http(&url, ServerEra::Modern).await;
    let gone = client.request("tools/list", "{}").await.error();
    let why = gone["message"].as_str().expect("a sentence");
    assert!(why.contains("reading"), "{why}");
    browser.click("button[name='restore']").await;
    browser.find("#toolset").await;
    assert_eq!(served(&url).await.len(), 3);
    browser.close().await;
}
