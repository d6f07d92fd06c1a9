//! Notifications of the browser, for a user who is to decide.

use serde_json::json;

use super::super::shop_gateway::ShopGateway;
use super::{DELETE, book};
use crate::approvals::kit::until;

/// Takes the place of the browser's notifications, which a test cannot see.
const FAKE: &str = "window.told = [];
    window.Notification = class {
        static permission = 'default';
        static async requestPermission() { return (this.permission = window.answer ?? 'granted'); }
        constructor(title, options) { window.told.push({title, ...options}); }
        close() {}
    };";

#[tokio::test]
async fn a_new_call_is_told_once_somebody_has_asked() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    let before = caller.call(DELETE, &book("978-0")).await;
    gateway.approver().only_pending().await;
    browser.go("/approvals").await;
    browser.run(FAKE, Vec::new()).await;
    browser.press("Notify me in this browser").await;
    browser.sees("You get a notification").await;
    browser.sees("Stop notifying me in this browser").await;

    let flight = caller.call(DELETE, &book("978-secret")).await;
    let told = until("a notification", async || {
        let told = browser.run("return window.told", Vec::new()).await;
        (told != json!([])).then_some(told)
    })
    .await;
    // The one that waited before is not told, and no argument is.
    assert_eq!(told.as_array().map(Vec::len), Some(1), "{told}");
    assert_eq!(told[0]["title"], "Approval needed");
    assert_eq!(told[0]["body"], "Delete a book (shop.delete_book)");
    assert!(!told.to_string().contains("secret"), "{told}");

    browser.press("Stop notifying me in this browser").await;
    // What is said about it may be gone before it is looked for; the button stays.
    browser.sees("Notify me in this browser").await;
    for pending in gateway.approver().pending(2).await {
        gateway.approver().deny(&pending, "no").await;
    }
    before.done().await.refused();
    flight.done().await.refused();
    browser.close().await;
}

#[tokio::test]
async fn without_permission_nothing_is_promised() {
    let (_house, browser) = ShopGateway::visited("/approvals").await;
    browser.run(FAKE, Vec::new()).await;
    browser.run("window.answer = 'denied'", Vec::new()).await;
    browser.press("Notify me in this browser").await;
    browser
        .sees("The browser does not allow notifications.")
        .await;
    let stored = "return localStorage.getItem('notify')";
    assert_eq!(browser.run(stored, Vec::new()).await, json!(null));
    browser.close().await;
}
