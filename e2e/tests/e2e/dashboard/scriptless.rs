//! The same without scripts: every action is a link or a form.

use candor_e2e::{Client, Era};
use candor_testkit::script::Script;
use serde_json::Value;

use super::approvals::{DELETE, REASON, book};
use super::browser::{Browser, Setup};
use super::house::House;
use crate::approvals::kit::until;

/// A browser that runs no scripts of pages.
async fn plain(house: &House) -> Browser {
    let setup = Setup {
        script: false,
        ..Setup::default()
    };
    let browser = Browser::with(&house.base(), setup).await;
    // The script would show what only it can do.
    browser.go("/toolsets/connect").await;
    browser.find("[data-copy][hidden]").await;
    browser
}

/// The tools of an endpoint, as a client is told of them.
async fn listed(house: &House, path: &str) -> Vec<Value> {
    let mut client = Client::http(&house.candor.at(path), Era::Modern).await;
    let tools = client.tools().await;
    let parsed = tools.iter().map(|tool| serde_json::from_str(tool));
    parsed.collect::<Result<_, _>>().expect("tools")
}

fn names(tools: &[Value]) -> Vec<&str> {
    let names = tools.iter().map(|tool| tool["name"].as_str());
    names.map(Option::unwrap_or_default).collect()
}

/// Looks at a page again and again, as whoever has no script must.
async fn looks_until(browser: &Browser, words: &str) {
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
    let house = House::shop("").await;
    let browser = plain(&house).await;
    let mut caller = house.caller().await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    house.desk().only().await;
    browser.go("/approvals").await;
    browser.press("Approve once: Delete a book for local").await;
    browser.sees("Approved: the call is made.").await;
    browser.sees("Nothing waits.").await;
    assert_eq!(flight.done().await.fine(), book("978-1").to_string());

    let flight = caller.call(DELETE, &book("978-2")).await;
    let id = house.desk().only().await;
    browser.press("Reload").await;
    browser.press("More choices: Delete a book").await;
    browser.fill(REASON, "still in print").await;
    assert_eq!(browser.path().await, format!("/approvals/{id}"));
    browser.press("Deny").await;
    browser.sees("Denied by local").await;
    let done = flight.done().await;
    assert!(done.refused().contains("still in print"), "{done:?}");
    browser.close().await;
}

#[tokio::test]
async fn a_hint_is_corrected_and_clients_are_told() {
    let house = House::shop("").await;
    let browser = plain(&house).await;
    let hint = async || {
        let tools = listed(&house, "/mcp").await;
        let mail = tools.iter().find(|tool| tool["name"] == "shop_mail_author");
        mail.expect("the tool")["annotations"]["openWorldHint"].clone()
    };
    assert_eq!(hint().await, Value::Null);
    browser.go("/tools/shop.mail_author").await;
    browser.click("label[for='open_world-true']").await;
    browser
        .fill("Why (kept in the history)", "authors are elsewhere")
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
    let house = House::shop("").await;
    let browser = plain(&house).await;
    browser.go("/toolsets/new").await;
    browser.fill("Name", "readers").await;
    browser.choose("shop.list_books List books").await;
    browser.press("Take over what is ticked").await;
    browser.sees("This would be 1 tool").await;
    assert_eq!(browser.typed("name").await, "readers");
    assert_eq!(browser.typed("members").await.trim(), "shop.list_books");
    browser.fill("Pattern", "shop.add_*").await;
    browser.press("Add the rule").await;
    browser.sees("This would be 2 tools").await;
    browser.press("Save").await;
    browser.sees("Toolset readers").await;
    let tools = listed(&house, "/mcp/readers").await;
    assert_eq!(names(&tools), ["shop_list_books", "shop_add_book"]);
    browser.close().await;
}

#[tokio::test]
async fn a_source_is_checked_and_added() {
    let house = House::shop("").await;
    let browser = plain(&house).await;
    let tools = r#"[{"name": "post", "inputSchema": {"type": "object"}}]"#;
    let script = Script::new().tools(tools).write().expect("a script");
    let (program, args) = script.command(Era::Modern);
    let line = format!("{} {}", program.display(), args.join(" "));
    browser.go("/sources").await;
    browser.press("Add a source").await;
    browser.press("MCP server: a command").await;
    browser.fill("Name", "mail").await;
    browser.fill("Command", &line).await;
    browser.press("Check").await;
    browser.sees("What it would do").await;
    browser.sees("Nothing was started.").await;
    assert!(!names(&listed(&house, "/mcp").await).contains(&"mail_post"));
    browser.press("Save").await;
    browser.gone("form#add").await;
    assert_eq!(browser.path().await, "/sources/mail?done=added");
    looks_until(&browser, "1 tool").await;
    assert!(names(&listed(&house, "/mcp").await).contains(&"mail_post"));
    browser.close().await;
}

#[tokio::test]
async fn a_tool_is_tried() {
    let house = House::shop("").await;
    let browser = plain(&house).await;
    browser.go("/tools/shop.add_book").await;
    browser.press("Try it").await;
    let title = browser.find("[name='/title']").await;
    title.send_keys("Persuasion").await.expect("a field");
    browser.press("Call the tool").await;
    browser.sees("A call of").await;
    looks_until(&browser, "The tool answered").await;
    browser.sees("Persuasion").await;

    // The same road as any call: somebody is asked first.
    browser.go("/tools/shop.delete_book/try").await;
    let isbn = browser.find("[name='/isbn']").await;
    isbn.send_keys("978-3").await.expect("a field");
    browser.press("Call the tool").await;
    browser.sees("A call of").await;
    looks_until(&browser, "The call waits for somebody to approve it").await;
    let trial = browser.path().await;
    browser.press("See what is asked").await;
    browser.press("Approve").await;
    browser.sees("Approved by local").await;
    browser.go(&trial).await;
    looks_until(&browser, "The tool answered").await;
    browser.close().await;
}

#[tokio::test]
async fn a_call_that_waits_is_looked_at_again_by_the_browser_itself() {
    let house = House::shop("").await;
    let browser = plain(&house).await;
    browser.go("/tools/shop.delete_book/try").await;
    let isbn = browser.find("[name='/isbn']").await;
    isbn.send_keys("978-4").await.expect("a field");
    browser.press("Call the tool").await;
    browser.sees("A call of").await;
    looks_until(&browser, "The call waits for somebody to approve it").await;
    browser
        .sees("This page is loaded again every 10 seconds.")
        .await;
    let other = plain(&house).await;
    other.go("/approvals").await;
    other.press("Approve once: Delete a book for local").await;
    other.sees("Approved: the call is made.").await;
    other.close().await;
    // Nobody does anything here.
    browser.sees("The tool answered").await;
    browser.sees_no("This page is loaded again").await;
    browser.close().await;
}
