//! A question that ends while somebody looks at it.

use super::{DELETE, REASON, book, is_marked, mark};
use crate::dashboard::browser::Browser;
use crate::dashboard::house::House;

/// The form is still there, without its buttons.
async fn cannot_be_sent(browser: &Browser) {
    for button in ["deny", "approve"] {
        let button = browser.find(&format!(".choices [value='{button}']")).await;
        assert!(!button.is_displayed().await.expect("a button"));
    }
}

/// Sends the form as whoever presses a button in the very moment in which it goes.
async fn send(browser: &Browser, answer: &str) {
    let script = "const [answer] = arguments;
        const form = document.querySelector('.choices');
        form.requestSubmit(form.querySelector(`[value='${answer}']`));";
    browser.run(script, vec![answer.into()]).await;
}

#[tokio::test]
async fn the_page_of_a_call_says_by_itself_that_its_time_is_over() {
    let house = House::shop("[policy]\napproval_timeout = \"5s\"\n").await;
    let browser = Browser::open(&house.base()).await;
    let mut caller = house.caller().await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    let id = house.desk().only().await;
    browser.go(&format!("/approvals/{id}")).await;
    mark(&browser).await;
    browser.sees("Nobody answered in time").await;
    browser.sees_no("May this call be made?").await;
    // The form was there, so that somebody may have been about to answer.
    browser
        .sees("Too late: an answer does not count any more.")
        .await;
    cannot_be_sent(&browser).await;
    assert!(is_marked(&browser).await, "the page was loaded anew");
    let done = flight.done().await;
    assert!(done.refused().contains("nobody answered"), "{done:?}");

    // An answer all the same does not count, and says so.
    send(&browser, "approve").await;
    browser.sees("Your answer did not count").await;
    assert!(!browser.has(".choices").await);
    assert_eq!(house.desk().show(&id).await["state"], "expired");
    browser.close().await;
}

#[tokio::test]
async fn what_is_being_written_stays_when_somebody_else_was_faster() {
    let house = House::shop("").await;
    let browser = Browser::open(&house.base()).await;
    let mut caller = house.caller().await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    let desk = house.desk();
    let id = desk.only().await;
    browser.go(&format!("/approvals/{id}")).await;
    mark(&browser).await;
    browser.fill(REASON, "Let me think about").await;
    desk.approve(&id).await;
    flight.done().await.fine();
    browser.sees("Approved by local").await;
    browser
        .sees("Too late: an answer does not count any more.")
        .await;
    // Whoever writes goes on writing, where they were.
    browser.keys(" this one").await;
    assert_eq!(browser.typed("why").await, "Let me think about this one");
    assert!(is_marked(&browser).await, "the page was loaded anew");
    cannot_be_sent(&browser).await;

    send(&browser, "deny").await;
    browser.sees("Your answer did not count").await;
    browser.sees("What you wrote").await;
    browser.sees("Let me think about this one").await;
    assert_eq!(
        desk.becomes(&id, "consumed").await["verdict"]["door"],
        "api"
    );
    browser.close().await;
}
