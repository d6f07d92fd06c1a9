//! The audit: followed as calls are made, filtered, and taken along.

use candor_testkit::wait_until;
use serde_json::{Value, json};

use super::approvals::{DELETE, book};
use super::browser::RealBrowser;
use super::shop_gateway::ShopGateway;

/// What a link of the page leads to, fetched as any program would.
async fn taken(browser: &RealBrowser, words: &str) -> String {
    let script = "const [words] = arguments;
        return [...document.links].find(link => link.textContent === words).href;";
    let url = browser.run(script, vec![words.into()]).await;
    let answer = reqwest::get(url.as_str().expect("a link")).await;
    let answer = answer.expect("an answer");
    assert_eq!(answer.status(), 200, "{url}");
    answer.text().await.expect("a file")
}

/// How many calls are listed.
async fn rows(browser: &RealBrowser) -> Value {
    let count = "return document.querySelectorAll('.calls tbody tr').length";
    browser.run(count, Vec::new()).await
}

#[tokio::test]
async fn calls_are_followed_filtered_and_taken_along() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    browser.go("/audit").await;
    browser.sees("No calls yet.").await;
    browser.press("Follow live").await;
    browser.sees("Stop following").await;
    browser.mark().await;

    let author = json!({"author": "Austen, \"Jane\""});
    let flight = caller.call("shop_list_books", &author).await;
    flight.done().await.fine();
    browser
        .find(".calls a[href='/tools/shop.list_books']")
        .await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    let approver = gateway.approver();
    approver
        .deny(&approver.only_pending().await, "=not, \"this\" one")
        .await;
    flight.done().await.refused();
    browser
        .find(".calls a[href='/tools/shop.delete_book']")
        .await;
    assert_eq!(rows(&browser).await, 2);
    browser.stayed().await;

    browser.select("Outcome", "Refused").await;
    browser
        .gone(".calls a[href='/tools/shop.list_books']")
        .await;
    assert_eq!(browser.path().await, "/audit?outcome=refused&follow=yes");
    assert_eq!(rows(&browser).await, 1);
    browser.press("Details of this call").await;
    browser.sees("not, \"this\" one").await;
    the_refusal_is_taken_along(&browser).await;

    // What fits no filter does not come in; what does comes by itself, and what is open stays so.
    caller.called("shop_list_books", &author).await.fine();
    let flight = caller.call(DELETE, &book("978-2")).await;
    approver
        .deny(&approver.only_pending().await, "nor this")
        .await;
    flight.done().await.refused();
    browser.find(".calls tbody tr:nth-child(2)").await;
    assert_eq!(rows(&browser).await, 2);
    assert!(browser.has(".calls tr:nth-child(2) details[open]").await);
    browser.stayed().await;
    browser.close().await;
}

/// Both files hold the one call that is shown, and no other.
async fn the_refusal_is_taken_along(browser: &RealBrowser) {
    let csv = taken(browser, "Export as CSV").await;
    let lines: Vec<&str> = csv.trim_end().split("\r\n").collect();
    assert_eq!(lines.len(), 2, "{csv}");
    assert!(lines[0].starts_with("id,at,principal,"), "{csv}");
    assert!(lines[1].contains(",shop,delete_book,"), "{csv}");
    assert!(lines[1].contains(",refused,"), "{csv}");

    let lines = taken(browser, "JSON Lines").await;
    let call: Value = serde_json::from_str(lines.trim_end()).expect("one line");
    assert_eq!(call["target"], "delete_book", "{call}");
    assert_eq!(call["outcome"], "refused", "{call}");
    let id = call["id"].as_str().expect("an id");
    assert!(csv.contains(id), "{csv}");
}

#[tokio::test]
async fn a_search_is_typed_and_gone_back_from() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    for tool in ["shop_list_books", "shop_mail_author"] {
        caller.called(tool, &json!({})).await.fine();
    }
    wait_until("both calls on file", async || {
        gateway.approver().calls("").await.len() == 2
    })
    .await;
    browser.go("/audit").await;
    browser.find(".calls tbody tr:nth-child(2)").await;
    // The search runs while the person types, and does not interrupt them.
    browser.fill("Tool or target", "shop.mail").await;
    browser.sees("No matching calls.").await;
    browser.keys("_author").await;
    browser
        .gone(".calls a[href='/tools/shop.list_books']")
        .await;
    browser
        .find(".calls a[href='/tools/shop.mail_author']")
        .await;
    assert_eq!(browser.typed("target").await, "shop.mail_author");
    browser.fill("Since (UTC)", "yesterday").await;
    browser.sees("Correct the marked fields").await;
    browser.press("Show all").await;
    browser.find(".calls tbody tr:nth-child(2)").await;
    assert_eq!(browser.path().await, "/audit");
    browser.close().await;
}
