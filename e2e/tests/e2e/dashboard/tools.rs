//! The list of tools: finding some, and correcting many.

use candor_testkit::wait_until;
use serde_json::Value;

use super::browser::RealBrowser;
use super::shop_gateway::ShopGateway;

/// Tools without hints, whose names give some away.
const SILENT: &str = r#"[
    {"name": "get_page", "description": "Returns a page.", "inputSchema": {"type": "object"}},
    {"name": "list_links", "description": "Lists the links of a page.",
     "inputSchema": {"type": "object"}}
]"#;

/// What stands above the field for words.
const WORDS: &str = "Search name, title and description";

/// What stands above the field for a reason.
const REASON: &str = "Reason (saved in the history)";

/// Waits until so many are found at an address.
async fn found(browser: &RealBrowser, count: &str, path: &str) {
    wait_until(&format!("{count} at {path}"), async || {
        browser.reads(".found strong").await == count && browser.path().await == path
    })
    .await;
}

/// What clients are told about a hint of some tools, in their order.
async fn told(gateway: &ShopGateway, hint: &str, tools: &[&str]) -> Vec<Value> {
    let told = gateway.told().await;
    let hint = |tool: &&str| told[&format!("shop_{tool}")]["annotations"][hint].clone();
    tools.iter().map(hint).collect()
}

#[tokio::test]
async fn a_search_goes_along_with_the_typing() {
    let (_house, browser) = ShopGateway::visited("/tools").await;
    found(&browser, "4 tools", "/tools").await;
    browser.mark().await;
    let words = browser.labelled(WORDS).await;
    words.send_keys("delet").await.expect("it can be written");
    found(&browser, "1 tool", "/tools?q=delet").await;
    // The list was redrawn around the field with the focus.
    browser.keys("e_book").await;
    found(&browser, "1 tool", "/tools?q=delete_book").await;
    assert_eq!(browser.typed("q").await, "delete_book");
    browser.stayed().await;
    browser.keys(" of stone").await;
    browser.sees("No matching tools").await;
    browser.press("Clear filters").await;
    found(&browser, "4 tools", "/tools").await;
    browser.close().await;
}

#[tokio::test]
async fn filters_are_in_the_address_and_stand_when_somebody_comes_back() {
    let (_house, browser) = ShopGateway::visited("/tools").await;
    browser.press("More filters").await;
    browser.select("Destructive", "Yes").await;
    found(&browser, "1 tool", "/tools?more=yes&destructive=true").await;
    browser.select("Group by", "Source").await;
    let filtered = "/tools?group=source&more=yes&destructive=true";
    found(&browser, "1 tool", filtered).await;
    assert_eq!(browser.reads(".tool-group h2").await, "shop");
    browser.press("shop.delete_book").await;
    browser.sees("Deletes a book for good.").await;

    browser.client.back().await.expect("a way back");
    found(&browser, "1 tool", filtered).await;
    assert_eq!(browser.typed("by-destructive").await, "true");
    browser
        .press("Destructive: Yes ×: remove this filter")
        .await;
    found(&browser, "4 tools", "/tools?group=source&more=yes").await;
    browser.client.back().await.expect("a way back");
    found(&browser, "1 tool", filtered).await;
    browser.press("Clear filters").await;
    found(&browser, "4 tools", "/tools?group=source&more=yes").await;
    browser.close().await;
}

#[tokio::test]
async fn three_tools_are_corrected_at_once() {
    let (gateway, browser) = ShopGateway::visited("/tools").await;
    browser.choose("Select all on this page").await;
    browser
        .click("[aria-label='Select shop.delete_book']")
        .await;
    let chosen = "return document.querySelectorAll('[name=\"tool[]\"]:checked').length";
    assert_eq!(browser.run(chosen, Vec::new()).await, 3);
    browser.press("Bulk edit").await;
    browser.select("Hint", "Idempotent").await;
    browser.select("Value", "Yes").await;
    browser.fill(REASON, "Ann has tried them.").await;
    browser.press("Set hint").await;
    browser.sees("3 tools updated.").await;
    let all = ["add_book", "delete_book", "list_books", "mail_author"];
    let hints = told(&gateway, "idempotentHint", &all).await;
    assert_eq!(hints, [true.into(), Value::Null, true.into(), true.into()]);

    // All that a filter finds, after a look at what that is.
    browser.go("/tools?destructive=true").await;
    browser.press("Bulk edit").await;
    browser
        .choose("All 1 matching tools (asks for confirmation)")
        .await;
    browser.select("Hint", "Idempotent").await;
    browser.select("Value", "Yes").await;
    browser.press("Set hint").await;
    browser.sees("Set Idempotent to Yes for 1 tool").await;
    browser.sees("shop.delete_book").await;
    browser.press("Apply").await;
    browser.sees("1 tool updated.").await;
    let hints = told(&gateway, "idempotentHint", &all).await;
    assert_eq!(hints, [true; 4].map(Value::from));
    browser.go("/tools/shop.mail_author").await;
    browser.sees("Reason: Ann has tried them.").await;
    browser.close().await;
}

#[tokio::test]
async fn suggestions_count_once_somebody_agrees() {
    let gateway = ShopGateway::of(SILENT, "trust = \"trusted\"\n", "").await;
    let browser = RealBrowser::signed_in(&gateway.candor).await;
    let both = ["get_page", "list_links"];
    let reads = told(&gateway, "readOnlyHint", &both).await;
    assert_eq!(reads, [Value::Null, Value::Null]);
    browser.go("/tools").await;
    browser.click(".found a").await;
    browser
        .sees("Evidence that it is safe is only a suggestion")
        .await;
    browser
        .click("[aria-label='Select Read-only for shop.get_page']")
        .await;
    browser.press("Accept selected").await;
    browser.sees("1 suggestion accepted.").await;
    let reads = told(&gateway, "readOnlyHint", &both).await;
    assert_eq!(reads, [true.into(), Value::Null]);

    browser.click("button[value='all']").await;
    browser.sees("Affected").await;
    browser.press("Apply").await;
    browser.sees("No suggestions").await;
    let reads = told(&gateway, "readOnlyHint", &both).await;
    assert_eq!(reads, [true; 2].map(Value::from));
    browser.close().await;
}
