//! An answer that counts for more than one call, and is taken back.

use super::{DELETE, book};
use crate::dashboard::browser::Browser;
use crate::dashboard::house::House;

#[tokio::test]
async fn the_same_call_is_not_asked_again_until_it_is_taken_back() {
    let house = House::shop("").await;
    let browser = Browser::open(&house.base()).await;
    let mut caller = house.caller().await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    let desk = house.desk();
    let id = desk.only().await;
    browser.go(&format!("/approvals/{id}")).await;
    browser.choose("These arguments").await;
    browser.press("Approve").await;
    browser.sees("for these arguments").await;
    flight.done().await.fine();

    // The same call is made at once; another one waits.
    caller
        .call(DELETE, &book("978-1"))
        .await
        .done()
        .await
        .fine();
    let other = caller.call(DELETE, &book("978-2")).await;
    desk.deny(&desk.only().await, "another book").await;
    other.done().await.refused();

    browser.go("/approvals/standing").await;
    browser.sees("shop.delete_book").await;
    browser
        .sees("exactly those of the call that was approved")
        .await;
    browser.press("Take back: shop.delete_book for local").await;
    browser
        .sees("Taken back: such calls are asked about again.")
        .await;
    browser.sees("There are none.").await;

    let flight = caller.call(DELETE, &book("978-1")).await;
    let again = desk.only().await;
    assert_ne!(again, id);
    browser.go("/approvals").await;
    browser.press("Deny: Delete a book for local").await;
    browser.sees("Denied: the caller is told.").await;
    flight.done().await.refused();
    browser.close().await;
}
