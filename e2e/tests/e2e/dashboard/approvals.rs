//! A client's call waits for an approval, which is given in a browser.

mod late;
mod link;
mod notifying;
mod phone;
mod screenful;
mod standing;

use candor_testkit::candor::owner_name;
use candor_testkit::wait_until;
use serde_json::{Value, json};

use super::browser::RealBrowser;
use super::shop_gateway::ShopGateway;
use crate::approvals::kit::{ConcurrentClient, MODERN, forms};

/// A tool that needs an approval, by the name that clients call it.
pub(super) const DELETE: &str = "shop_delete_book";

/// What stands above the field for a reason.
pub(super) const REASON: &str = "Reason (optional; the model sees the reason of a denial)";

/// The arguments of a call.
pub(super) fn book(isbn: &str) -> Value {
    json!({"isbn": isbn})
}

/// Waits until the navigation says that so many wait.
pub(super) async fn counts(browser: &RealBrowser, count: u32) {
    let shown = "return document.querySelector('#parts .count')?.textContent ?? '0 pending'";
    let expect = format!("{count} pending");
    wait_until(&expect, async || {
        browser.run(shown, Vec::new()).await == *expect
    })
    .await;
}

#[tokio::test]
async fn a_call_comes_and_goes_in_the_inbox_by_itself() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    browser.go("/approvals").await;
    browser.sees("No pending approvals.").await;
    counts(&browser, 0).await;
    browser.mark().await;

    let flight = caller.call(DELETE, &book("978-1")).await;
    browser.sees("978-1").await;
    browser.sees("1 pending approval.").await;
    counts(&browser, 1).await;
    let approve = "Approve once: Delete a book for local";
    browser.press(approve).await;
    assert_eq!(flight.done().await.fine(), book("978-1").to_string());
    browser.sees("Call approved.").await;
    browser.sees("No pending approvals.").await;
    counts(&browser, 0).await;

    // Decided elsewhere, it disappears by itself.
    let flight = caller.call(DELETE, &book("978-2")).await;
    browser.sees("978-2").await;
    counts(&browser, 1).await;
    let approver = gateway.approver();
    approver
        .deny(&approver.only_pending().await, "not this one")
        .await;
    browser.sees("No pending approvals.").await;
    counts(&browser, 0).await;
    assert!(flight.done().await.refused().contains("not this one"));

    browser.stayed().await;
    browser.close().await;
}

/// A new call moves the others, and must not be approved by a click that was meant for them.
#[tokio::test]
async fn a_click_on_what_has_just_moved_decides_nothing() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    browser.go("/approvals").await;
    browser.sees("No pending approvals.").await;
    let click_at_once = "window.taken = null;
        new MutationObserver(() => {
            const button = document.querySelector('#inbox button[value=\"approve\"]');
            if (!button || window.taken !== null) return;
            const click = {bubbles: true, cancelable: true, detail: 1};
            window.taken = button.dispatchEvent(new MouseEvent('click', click));
        }).observe(document.getElementById('main'), {childList: true, subtree: true});";
    browser.run(click_at_once, Vec::new()).await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    browser.sees("Check it and try again").await;
    assert_eq!(browser.run("return window.taken", Vec::new()).await, false);
    // It still waits, and a click that comes later counts.
    gateway.approver().only_pending().await;
    browser.press("Approve once: Delete a book for local").await;
    flight.done().await.fine();
    browser.close().await;
}

/// Other pages tell of it as well.
#[tokio::test]
async fn wherever_somebody_is_they_see_that_a_call_waits() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    browser.go("/").await;
    assert!(!browser.has("#waiting").await);
    browser.mark().await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    browser.find("#waiting a").await;
    browser.sees("Waiting for a decision").await;
    counts(&browser, 1).await;
    browser.stayed().await;
    browser.go("/policy").await;
    counts(&browser, 1).await;
    browser.mark().await;
    let approver = gateway.approver();
    approver.approve(&approver.only_pending().await).await;
    counts(&browser, 0).await;
    flight.done().await.fine();
    browser.stayed().await;
    browser.close().await;
}

#[tokio::test]
async fn the_client_hears_why_its_call_was_denied() {
    let (_house, browser, mut caller) = ShopGateway::with_caller("").await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    browser.go("/approvals").await;
    browser.press("More options: Delete a book").await;
    browser.sees("Approve this call?").await;
    let reason = "The shop still sells <b>this</b> one; ask Ann.";
    browser.fill(REASON, reason).await;
    browser.press("Deny").await;
    browser.sees(&format!("Denied by {}", owner_name())).await;
    browser.sees(reason).await;
    let done = flight.done().await;
    assert!(done.refused().contains(reason), "{done:?}");
    // What is over has no form any more, and is found among what was decided.
    assert!(!browser.has(".choices").await);
    browser.go("/approvals/decided").await;
    browser.sees(&format!("Denied by {}", owner_name())).await;
    browser.close().await;
}

/// Between a yes and the call there may be time: a client has to come back for it.
#[tokio::test]
async fn what_comes_of_a_yes_is_told_where_it_was_given() {
    let gateway = ShopGateway::shop("").await;
    let browser = RealBrowser::signed_in(&gateway.candor).await;
    let mut client = ConcurrentClient::http(gateway.candor.url(), MODERN, &forms(), None).await;
    let asked = client.asked(DELETE, &book("978-1")).await;
    let id = gateway.approver().only_pending().await;
    browser.go(&format!("/approvals/{id}")).await;
    browser.press("Approve").await;
    browser.sees(&format!("Approved by {}", owner_name())).await;
    assert!(!browser.text().await.contains("the call was made"));
    browser.mark().await;
    let back = json!({"requestState": asked.state});
    let flight = client.call_with(DELETE, &book("978-1"), &back).await;
    flight.done().await.fine();
    browser
        .sees(&format!("Approved by {}, call made", owner_name()))
        .await;
    browser.stayed().await;
    browser.close().await;
}
