//! The same without scripts: every action is a link or a form.

use candor_testkit::ServerEra;
use candor_testkit::candor::owner_name;
use candor_testkit::script::ServerScript;
use serde_json::Value;

use super::approvals::{DELETE, REASON, book};
use super::browser::{BrowserSetup, RealBrowser};
use super::shop_gateway::{COMMANDS, ShopGateway};
use crate::approvals::kit::until;

/// A browser that runs no scripts of pages.
async fn plain(gateway: &ShopGateway) -> RealBrowser {
    let setup = BrowserSetup {
        script: false,
        ..BrowserSetup::default()
    };
    let browser = RealBrowser::signed_in_with(&gateway.candor, setup).await;
    // The script would show what only it can do.
    browser.go("/toolsets/connect").await;
    browser.find("[data-copy][hidden]").await;
    browser
}

/// The tools of an endpoint, as a client is told of them.
async fn listed(gateway: &ShopGateway, path: &str) -> Vec<Value> {
    let mut client = gateway.candor.client_at(path, ServerEra::Modern).await;
    let tools = client.tools().await;
    let parsed = tools.iter().map(|tool| serde_json::from_str(tool));
    parsed.collect::<Result<_, _>>().expect("tools")
}

fn names(tools: &[Value]) -> Vec<&str> {
    let names = tools.iter().map(|tool| tool["name"].as_str());
    names.map(Option::unwrap_or_default).collect()
}

/// Reloads a page again and again, as is needed without scripts.
async fn looks_until(browser: &RealBrowser, words: &str) {
    let path = browser.path().await;
    until(words, async || {
        let said = browser.text().await.contains(words);
        if !said {
            browser.go(&path).await;
        }
        said.then_some(())
    })
    .await;
}

#[tokio::test]
async fn calls_are_approved_and_denied() {
    let gateway = ShopGateway::shop("").await;
    let browser = plain(&gateway).await;
    let mut caller = gateway.caller().await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    gateway.approver().only_pending().await;
    browser.go("/approvals").await;
    browser.press("Approve once: Delete a book for local").await;
    browser.sees("Call approved.").await;
    browser.sees("No pending approvals.").await;
    assert_eq!(flight.done().await.fine(), book("978-1").to_string());

    let flight = caller.call(DELETE, &book("978-2")).await;
    let id = gateway.approver().only_pending().await;
    browser.press("Reload").await;
    browser.press("More options: Delete a book").await;
    browser.fill(REASON, "still in print").await;
    assert_eq!(browser.path().await, format!("/approvals/{id}"));
    browser.press("Deny").await;
    browser.sees(&format!("Denied by {}", owner_name())).await;
    let done = flight.done().await;
    assert!(done.refused().contains("still in print"), "{done:?}");
    browser.close().await;
}

#[tokio::test]
async fn a_hint_is_corrected_and_clients_are_told() {
    let gateway = ShopGateway::shop("").await;
    let browser = plain(&gateway).await;
    let hint = async || {
        let tools = listed(&gateway, "/mcp").await;
        let mail = tools.iter().find(|tool| tool["name"] == "shop_mail_author");
        mail.expect("the tool")["annotations"]["openWorldHint"].clone()
    };
    assert_eq!(hint().await, Value::Null);
    browser.go("/tools/shop.mail_author").await;
    browser.click("label[for='open_world-true']").await;
    browser
        .fill("Reason (saved in the history)", "authors are elsewhere")
        .await;
    browser.click(".annotate .actions button.main").await;
    browser.sees("authors are elsewhere").await;
    assert_eq!(hint().await, true);
    browser.press("Reset Open world").await;
    browser.gone("button[value='reset:open_world']").await;
    assert_eq!(hint().await, Value::Null);
    browser.close().await;
}

#[tokio::test]
async fn a_toolset_is_built() {
    let gateway = ShopGateway::shop("").await;
    let browser = plain(&gateway).await;
    browser.go("/toolsets/new").await;
    browser.fill("Name", "readers").await;
    browser.choose("shop.list_books List books").await;
    browser.press("Apply selection").await;
    browser.sees("Preview: 1 tool").await;
    assert_eq!(browser.typed("name").await, "readers");
    assert_eq!(browser.typed("members").await.trim(), "shop.list_books");
    browser.fill("Pattern", "shop.add_*").await;
    browser.press("Add rule").await;
    browser.sees("Preview: 2 tools").await;
    browser.press("Save").await;
    browser.sees("Toolset readers").await;
    let tools = listed(&gateway, "/mcp/readers").await;
    assert_eq!(names(&tools), ["shop_list_books", "shop_add_book"]);
    browser.close().await;
}

#[tokio::test]
async fn a_source_is_checked_and_added() {
    let gateway = ShopGateway::shop(COMMANDS).await;
    let browser = plain(&gateway).await;
    let tools = r#"[{"name": "post", "inputSchema": {"type": "object"}}]"#;
    let script = ServerScript::new().tools(tools).file();
    let (program, args) = script.command(ServerEra::Modern);
    let line = format!("{} {}", program.display(), args.join(" "));
    browser.go("/sources").await;
    browser.press("Add a source").await;
    browser.press("MCP server (stdio)").await;
    browser.fill("Name", "mail").await;
    browser.fill("Command", &line).await;
    browser.press("Check").await;
    browser.sees("Check").await;
    browser.sees("Nothing has been started yet.").await;
    assert!(!names(&listed(&gateway, "/mcp").await).contains(&"mail_post"));
    browser.press("Save").await;
    browser.gone("form#add").await;
    assert_eq!(browser.path().await, "/sources/mail?done=added");
    looks_until(&browser, "1 tool").await;
    assert!(names(&listed(&gateway, "/mcp").await).contains(&"mail_post"));
    browser.close().await;
}

#[tokio::test]
async fn a_tool_is_tried() {
    let gateway = ShopGateway::shop("").await;
    let browser = plain(&gateway).await;
    browser.go("/tools/shop.add_book").await;
    browser.press("Try it").await;
    let title = browser.find("[name='/title']").await;
    title.send_keys("Persuasion").await.expect("a field");
    browser.press("Call tool").await;
    browser.sees("Call of").await;
    looks_until(&browser, "Tool result").await;
    browser.sees("Persuasion").await;

    // Like any other call, it needs an approval.
    browser.go("/tools/shop.delete_book/try").await;
    let isbn = browser.find("[name='/isbn']").await;
    isbn.send_keys("978-3").await.expect("a field");
    browser.press("Call tool").await;
    browser.sees("Call of").await;
    looks_until(&browser, "Waiting for approval").await;
    let trial = browser.path().await;
    browser.press("Review request").await;
    browser.press("Approve").await;
    browser.sees(&format!("Approved by {}", owner_name())).await;
    browser.go(&trial).await;
    looks_until(&browser, "Tool result").await;
    browser.close().await;
}

#[tokio::test]
async fn a_call_that_waits_is_looked_at_again_by_the_browser_itself() {
    let gateway = ShopGateway::shop("").await;
    let browser = plain(&gateway).await;
    browser.go("/tools/shop.delete_book/try").await;
    let isbn = browser.find("[name='/isbn']").await;
    isbn.send_keys("978-4").await.expect("a field");
    browser.press("Call tool").await;
    browser.sees("Call of").await;
    looks_until(&browser, "Waiting for approval").await;
    browser.sees("This page reloads every 10 seconds.").await;
    let other = plain(&gateway).await;
    other.go("/approvals").await;
    let approve = format!("Approve once: Delete a book for {}", owner_name());
    other.press(&approve).await;
    other.sees("Call approved.").await;
    other.close().await;
    // The script is off, so nothing happens until the page is loaded again.
    browser.sees("Tool result").await;
    browser.sees_no("This page reloads every").await;
    browser.close().await;
}
