//! An approval that ends while its page is open.

use super::{DELETE, REASON, book};
use crate::dashboard::browser::RealBrowser;
use crate::dashboard::shop_gateway::ShopGateway;
use candor_testkit::candor::owner_name;

/// The form is still there, without its buttons.
async fn cannot_be_sent(browser: &RealBrowser) {
    for button in ["deny", "approve"] {
        let button = browser.find(&format!(".decide [value='{button}']")).await;
        assert!(!button.is_displayed().await.expect("a button"));
    }
}

/// Sends the form as a click would in the very moment in which it disappears.
async fn send(browser: &RealBrowser, answer: &str) {
    let script = "const [answer] = arguments;
        const form = document.querySelector('.choices');
        const buttons = [...form.elements];
        form.requestSubmit(buttons.find(it => it.name === 'answer' && it.value === answer));";
    browser.run(script, vec![answer.into()]).await;
}

#[tokio::test]
async fn the_page_of_a_call_says_by_itself_that_its_time_is_over() {
    let (gateway, browser, mut caller) =
        ShopGateway::with_caller("[policy]\napproval_timeout = \"15s\"\n").await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    let id = gateway.approver().only_pending().await;
    browser.go(&format!("/approvals/{id}")).await;
    browser.mark().await;
    browser.sees("Expired without an answer").await;
    browser.sees_no("Approve this call?").await;
    // The form was there, so that a person may have been about to answer.
    browser
        .sees("Too late: this call can no longer be decided.")
        .await;
    cannot_be_sent(&browser).await;
    browser.stayed().await;
    let done = flight.done().await;
    assert!(done.refused().contains("no decision was made"), "{done:?}");

    // An answer all the same does not count, and says so.
    send(&browser, "approve").await;
    browser.sees("Your decision was not saved").await;
    assert!(!browser.has(".choices").await);
    assert_eq!(gateway.approver().approval(&id).await["state"], "expired");
    browser.close().await;
}

#[tokio::test]
async fn what_is_being_written_stays_when_somebody_else_was_faster() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    let approver = gateway.approver();
    let id = approver.only_pending().await;
    browser.go(&format!("/approvals/{id}")).await;
    browser.mark().await;
    browser.fill(REASON, "Let me think about").await;
    approver.approve(&id).await;
    flight.done().await.fine();
    browser.sees(&format!("Approved by {}", owner_name())).await;
    browser
        .sees("Too late: this call can no longer be decided.")
        .await;
    // The focus and the text stay where they were.
    browser.keys(" this one").await;
    assert_eq!(browser.typed("why").await, "Let me think about this one");
    browser.stayed().await;
    cannot_be_sent(&browser).await;

    send(&browser, "deny").await;
    browser.sees("Your decision was not saved").await;
    browser.sees("Your text").await;
    browser.sees("Let me think about this one").await;
    assert_eq!(
        approver.becomes(&id, "consumed").await["verdict"]["door"],
        "api"
    );
    browser.close().await;
}

#[tokio::test]
async fn the_page_of_a_call_says_by_itself_that_its_caller_has_gone() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    let approver = gateway.approver();
    let id = approver.only_pending().await;
    browser.go(&format!("/approvals/{id}")).await;
    browser.mark().await;
    drop(flight);
    browser.sees("Caller disconnected before an answer").await;
    browser
        .sees("The call was not made. If the client calls again, you are asked again.")
        .await;
    browser.sees_no("Approve this call?").await;
    cannot_be_sent(&browser).await;
    browser.stayed().await;

    send(&browser, "approve").await;
    browser.sees("Your decision was not saved").await;
    browser
        .sees("the client that made this call has gone")
        .await;
    assert_eq!(approver.approval(&id).await["state"], "abandoned");
    browser.go("/approvals/decided").await;
    browser.sees("Caller disconnected before an answer").await;
    browser.close().await;
}
