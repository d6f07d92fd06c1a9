//! An answer that counts for more than one call, and is taken back.

use super::{DELETE, book};
use crate::dashboard::shop_gateway::ShopGateway;

#[tokio::test]
async fn the_same_call_is_not_asked_again_until_it_is_taken_back() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    let approver = gateway.approver();
    let id = approver.only_pending().await;
    browser.go(&format!("/approvals/{id}")).await;
    browser.choose("These arguments").await;
    browser.press("Approve").await;
    browser.sees("These arguments").await;
    flight.done().await.fine();

    // The same call is made at once; another one waits.
    caller.called(DELETE, &book("978-1")).await.fine();
    let other = caller.call(DELETE, &book("978-2")).await;
    approver
        .deny(&approver.only_pending().await, "another book")
        .await;
    other.done().await.refused();

    browser.go("/approvals/standing").await;
    browser.sees("shop.delete_book").await;
    browser.sees("exactly those of the approved call").await;
    browser.press("Revoke: shop.delete_book for local").await;
    browser
        .sees("Approval revoked. Such calls need approval again.")
        .await;
    browser.sees("No standing approvals.").await;

    let flight = caller.call(DELETE, &book("978-1")).await;
    let again = approver.only_pending().await;
    assert_ne!(again, id);
    browser.go("/approvals").await;
    browser.press("Deny: Delete a book for local").await;
    browser.sees("Call denied.").await;
    flight.done().await.refused();
    browser.close().await;
}
