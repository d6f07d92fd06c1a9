//! What happens is shown by itself, also if it happens at an awkward moment.

use std::time::Duration;

use candor_testkit::wait_until;
use reqwest::Method;
use serde_json::json;

use super::approvals::{DELETE, book, counts};
use super::shop_gateway::ShopGateway;

/// Longer than a page waits before it looks again.
const A_LOOK: Duration = Duration::from_millis(1_500);

/// Keeps the answer to a form from the page until it is let go. Looks of the page itself, one of
/// which may be under way, pass.
const HOLD: &str = "
    const fetched = window.fetch;
    window.fetch = async (to, options) => {
        const response = await fetched(to, options);
        if (String(to).includes('group=')) {
            await new Promise((go) => (window.release = go));
            window.fetch = fetched;
        }
        return response;
    };";

/// Loses the answer to the next look of the page, and lets it wait for a moment only.
const LOSE: &str = "
    const [fetched, timeout] = [window.fetch, AbortSignal.timeout];
    AbortSignal.timeout = () => timeout.call(AbortSignal, 500);
    window.fetch = (to, { signal }) => {
        [window.fetch, AbortSignal.timeout] = [fetched, timeout];
        window.lost = true;
        return new Promise((_, refuse) => {
            signal.onabort = () => refuse(signal.reason);
        });
    };";

#[tokio::test]
async fn what_happens_while_an_answer_is_on_its_way_is_shown() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    browser.go("/tools").await;
    counts(&browser, 0).await;
    browser.run(HOLD, Vec::new()).await;
    browser.select("Group by", "Source").await;
    let held = "return typeof window.release === 'function'";
    wait_until("the answer is held", async || {
        browser.run(held, Vec::new()).await == true
    })
    .await;

    // The answer was drawn before this.
    let flight = caller.call(DELETE, &book("978-1")).await;
    let approver = gateway.approver();
    let waits = approver.only_pending().await;
    tokio::time::sleep(A_LOOK).await;
    browser.run("window.release()", Vec::new()).await;
    browser.find(".tool-group").await;
    counts(&browser, 1).await;

    approver.deny(&waits, "no").await;
    flight.done().await.refused();
    browser.close().await;
}

#[tokio::test]
async fn an_answer_that_never_comes_does_not_end_what_is_shown() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    browser.go("/tools").await;
    counts(&browser, 0).await;
    browser.run(LOSE, Vec::new()).await;

    let flight = caller.call(DELETE, &book("978-1")).await;
    let approver = gateway.approver();
    let waits = approver.only_pending().await;
    counts(&browser, 1).await;
    assert_eq!(browser.run("return window.lost", Vec::new()).await, true);

    approver.deny(&waits, "no").await;
    flight.done().await.refused();
    browser.close().await;
}

#[tokio::test]
async fn what_happens_where_somebody_works_is_shown_once_they_are_done() {
    let (gateway, browser) = ShopGateway::visited("/tools").await;
    let tick = "[aria-label='Select shop.delete_book']";
    browser.click(tick).await;
    let said = json!({"title": "Pulp a book"});
    let about = "/annotations/shop.delete_book";
    let (status, _) = gateway
        .approver()
        .send(Method::PATCH, about, Some(&said), &[])
        .await
        .pair();
    assert_eq!(status, 200);
    tokio::time::sleep(A_LOOK).await;
    assert!(!browser.text().await.contains("Pulp a book"));
    assert!(browser.has(&format!("{tick}:checked")).await);

    browser.click(tick).await;
    browser.sees("Pulp a book").await;
    browser.close().await;
}
