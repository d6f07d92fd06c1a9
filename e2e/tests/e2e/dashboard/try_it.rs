//! A tool is tried on a page: the same call as any other, and its answer is only shown.

use candor_testkit::candor::owner_name;
use candor_testkit::script::ServerScript;
use serde_json::json;

use super::browser::RealBrowser;
use super::shop_gateway::{SHOP, ShopGateway};

/// A picture of one red point.
const POINT: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

#[tokio::test]
async fn what_does_not_fit_is_told_at_its_field_and_then_called() {
    let (gateway, browser) = ShopGateway::visited("/tools/shop.list_books").await;
    browser.press("Try it").await;
    browser.fill("author", "Ann <b>Lee</b>").await;
    browser.fill("limit", "1000").await;
    browser.press("Call tool").await;
    browser.sees("the arguments do not match the schema").await;
    let field = "[name='/limit'][aria-invalid='true']";
    let about = browser.attr(field, "aria-describedby").await;
    let wrong = about.split(' ').next().expect("an id");
    let wrong = browser.reads(&format!("#{wrong}")).await;
    assert!(wrong.contains("greater than the maximum of 100"), "{wrong}");
    assert!(
        gateway.approver().calls("").await.is_empty(),
        "nothing was called"
    );

    browser.fill("limit", "5").await;
    browser.press("Call tool").await;
    browser.sees("Tool result").await;
    let answer = browser.reads("[aria-labelledby='how']").await;
    assert!(answer.contains("Ann <b>Lee</b>"), "{answer}");
    assert!(answer.contains("limit"), "{answer}");
    browser.press("Edit and call again").await;
    browser.find("[name='/author']").await;
    let again = "return document.querySelector(\"[name='/author']\").value";
    assert_eq!(browser.run(again, Vec::new()).await, "Ann <b>Lee</b>");
    browser.close().await;
}

#[tokio::test]
async fn a_call_that_waits_goes_on_by_itself_once_somebody_approves() {
    let (gateway, browser) = ShopGateway::visited("/tools/shop.delete_book/try").await;
    browser
        .sees("The tool may destroy or overwrite something")
        .await;
    browser.fill("isbn required", "978-1").await;
    browser.press("Call tool").await;
    browser.sees("Waiting for approval").await;
    browser.mark().await;
    let link = "#trial a.button[href^='/approvals/']";
    let card = browser.attr(link, "href").await;

    let other = RealBrowser::signed_in(&gateway.candor).await;
    other.go(&card).await;
    other.sees("978-1").await;
    other.press("Approve").await;
    other.sees(&format!("Approved by {}", owner_name())).await;
    other.close().await;

    browser.sees("Tool result").await;
    let answer = browser.reads("[aria-labelledby='how']").await;
    assert!(answer.contains("978-1"), "{answer}");
    browser.stayed().await;
    browser.close().await;
}

#[tokio::test]
async fn what_a_call_tells_on_its_way_is_shown_by_itself() {
    let told = json!({
        "progress": [
            {"progress": 1, "total": 2, "message": "shelves read"},
            {"progress": 2, "total": 2, "message": "boxes read"},
        ],
        "delay_ms": 1_500,
        "hang": true,
    });
    let script = ServerScript::new().tools(SHOP).call("*", told.to_string());
    let gateway = ShopGateway::scripted(&script, "trust = \"trusted\"\n", "").await;
    let browser = RealBrowser::signed_in(&gateway.candor).await;
    browser.go("/tools/shop.list_books/try").await;
    browser.press("Call tool").await;
    browser.sees("Running").await;
    browser.mark().await;
    browser.sees("2 of 2: boxes read").await;
    browser.stayed().await;
    browser.press("Cancel call").await;
    browser.sees("Cancelled").await;
    browser.close().await;
}

#[tokio::test]
async fn a_call_that_waits_can_be_taken_back() {
    let (gateway, browser) = ShopGateway::visited("/tools/shop.delete_book/try").await;
    browser.fill("isbn required", "978-2").await;
    browser.press("Call tool").await;
    browser.sees("Waiting for approval").await;
    browser.press("Cancel call").await;
    browser.sees("Cancelled").await;
    assert!(gateway.approver().calls("outcome=ok").await.is_empty());
    browser.close().await;
}

#[tokio::test]
async fn an_answer_with_a_script_and_a_picture_is_shown_and_runs_nothing() {
    let hostile = "</pre><script>window.hacked = true</script><img src=x onerror='hacked = true'>";
    let result = json!({
        "resultType": "complete",
        "content": [
            {"type": "text", "text": hostile},
            {"type": "image", "mimeType": "image/png", "data": POINT},
        ],
        "structuredContent": {hostile: hostile},
    });
    let script = ServerScript::new()
        .tools(SHOP)
        .call("*", json!({"result": result}).to_string());
    let gateway = ShopGateway::scripted(&script, "trust = \"trusted\"\n", "").await;
    let browser = RealBrowser::signed_in(&gateway.candor).await;
    browser.go("/tools/shop.list_books/try").await;
    browser.press("Call tool").await;
    browser.sees("Tool result").await;
    let text = browser.reads("[aria-label='Content 1'] pre").await;
    assert_eq!(text, hostile);
    let pictures = "return [...document.querySelectorAll('main img')]
        .map(one => [one.complete, one.naturalWidth, one.alt !== ''])";
    let pictures = browser.run(pictures, Vec::new()).await;
    assert_eq!(pictures, json!([[true, 1, true]]));
    let hacked = browser.run("return 'hacked' in window", Vec::new()).await;
    assert_eq!(hacked, false);
    browser.close().await;
}
