//! The dashboard without a mouse: Tab, Enter and Space go everywhere, and one sees where they are.

use candor_testkit::candor::owner_name;
use fantoccini::key::Key;
use serde_json::Value;

use super::approvals::{DELETE, REASON, book};
use super::browser::RealBrowser;
use super::shop_gateway::ShopGateway;
use crate::approvals::kit::until;

/// More than there is to step on, on any page here.
const STEPS: usize = 80;

/// What has the focus: what it is, what it says, and whether that is visible.
const FOCUS: &str = "const one = document.activeElement;
    const words = one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent;
    const {top, bottom, width} = one.getBoundingClientRect();
    // A switch is outlined with its label.
    const outlined = [one, one.parentElement ?? one].some(each => {
        const {outlineStyle, outlineWidth} = getComputedStyle(each);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    });
    return {
        tag: one.localName,
        words: words.replace(/\\s+/g, ' ').trim(),
        seen: outlined && width > 0 && bottom > 0 && top < innerHeight,
    };";

async fn focus(browser: &RealBrowser) -> Value {
    browser.run(FOCUS, Vec::new()).await
}

/// Presses Tab until what has the focus says this.
async fn tab_to(browser: &RealBrowser, words: &str) {
    let mut passed = Vec::new();
    for _ in 0..STEPS {
        browser.key(Key::Tab).await;
        let focus = focus(browser).await;
        // From the last element it goes around through the window.
        assert!(
            focus["seen"] == true || focus["tag"] == "body",
            "the focus is not to be seen: {focus}"
        );
        if focus["words"] == words {
            return;
        }
        passed.push(focus["words"].to_string());
    }
    panic!("Tab never comes to `{words}`: {}", passed.join(", "));
}

/// Waits until the focus is on an element that says this.
async fn lands(browser: &RealBrowser, tag: &str, words: &str) {
    until(&format!("the focus on `{words}`"), async || {
        let focus = focus(browser).await;
        (focus["tag"] == tag && focus["words"] == words).then_some(())
    })
    .await;
}

#[tokio::test]
async fn whoever_has_no_mouse_skips_to_the_contents() {
    let (_house, browser) = ShopGateway::visited("/tools").await;
    browser.key(Key::Tab).await;
    let first = focus(&browser).await;
    assert_eq!(first["words"], "Skip to content");
    assert_eq!(first["seen"], true, "{first}");
    browser.key(Key::Enter).await;
    browser.key(Key::Tab).await;
    let inside = "return document.activeElement.closest('main') !== null";
    assert_eq!(browser.run(inside, Vec::new()).await, true);
    // A key leads to the search, and is a sign like any other there.
    browser.keys("/").await;
    browser.keys("a/b").await;
    let found = "return document.querySelector('[data-find]:focus')?.value";
    assert_eq!(browser.run(found, Vec::new()).await, "a/b");
    browser.close().await;
}

#[tokio::test]
async fn a_call_is_decided_with_tab_enter_and_space() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    gateway.approver().only_pending().await;
    browser.go("/").await;
    tab_to(&browser, "Approvals 1 pending").await;
    browser.key(Key::Enter).await;
    browser.sees("Pending approvals").await;
    tab_to(&browser, "More options: Delete a book").await;
    browser.key(Key::Enter).await;
    browser.sees("Approve this call?").await;
    tab_to(&browser, "This call only").await;
    tab_to(&browser, REASON).await;
    browser.keys("It is sold out.").await;
    // The next key press reaches the denial; an approval by mistake is impossible.
    browser.key(Key::Tab).await;
    assert_eq!(focus(&browser).await["words"], "Deny");
    tab_to(&browser, "Approve").await;
    browser.key(Key::Space).await;
    browser.sees("It is sold out.").await;
    lands(&browser, "h1", "Decided call").await;
    flight.done().await.fine();
    // What came of it is told without taking the focus away.
    browser
        .sees(&format!("Approved by {}, call made", owner_name()))
        .await;
    lands(&browser, "h1", "Decided call").await;
    tab_to(&browser, "Pending approvals").await;
    browser.close().await;
}

#[tokio::test]
async fn one_answer_after_the_other_needs_no_mouse() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    let mut flights = Vec::new();
    for (isbn, waiting) in [("978-1", 1), ("978-2", 2)] {
        flights.push(caller.call(DELETE, &book(isbn)).await);
        gateway.approver().pending(waiting).await;
    }
    browser.go("/approvals").await;
    // The newest stands first.
    tab_to(&browser, "Deny: Delete a book for local").await;
    browser.key(Key::Enter).await;
    browser.sees("Call denied.").await;
    flights.pop().expect("a call").done().await.refused();
    lands(&browser, "a", "Delete a book").await;
    tab_to(&browser, "Approve once: Delete a book for local").await;
    browser.key(Key::Space).await;
    browser.sees("Call approved.").await;
    let done = flights.pop().expect("a call").done().await;
    assert_eq!(done.fine(), book("978-1").to_string());
    lands(&browser, "h1", "Pending approvals").await;
    browser.close().await;
}

/// Explanations are opened and closed where the focus is.
#[tokio::test]
async fn an_explanation_opens_by_key() {
    let (_house, browser) = ShopGateway::visited("/tools/shop.delete_book").await;
    let about = "Explain Read-only";
    tab_to(&browser, about).await;
    browser.key(Key::Enter).await;
    browser.find("[popover]:popover-open").await;
    browser.key(Key::Escape).await;
    browser.gone("[popover]:popover-open").await;
    assert_eq!(focus(&browser).await["words"], about);
    browser.close().await;
}
