//! What is asked and the buttons that answer are in the first screenful, on any screen.

use serde_json::{Value, json};

use super::super::driver;
use super::super::shop_gateway::ShopGateway;
use super::DELETE;

/// A desktop, a tablet, a phone.
const WINDOWS: [(u32, u32); 3] = [(1440, 900), (768, 900), (390, 700)];

/// What is not wholly within the window, without scrolling.
const OUTSIDE: &str = "const parts = {
        tool: document.getElementById('call'),
        // Of a long value, its beginning.
        argument: [...document.querySelectorAll('.arguments > div:first-child > *')]
            .findLast(it => it.getBoundingClientRect().height < 60),
        deny: document.querySelector('button[value=deny]'),
        approve: document.querySelector('button[value=approve]'),
    };
    return [innerWidth, scrollY, Object.entries(parts).filter(([, part]) => {
        const box = part.getBoundingClientRect();
        const shown = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const free = part.contains(shown) || shown?.contains(part);
        return !(box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && free);
    }).map(([name]) => name)];";

/// A call with many arguments, the first of which is long.
fn many() -> Value {
    let mut arguments = json!({"isbn": "978-1 ".repeat(40)});
    for at in 0..40 {
        arguments[format!("argument_{at:02}")] = json!(format!("value {at}"));
    }
    arguments
}

#[tokio::test]
async fn the_question_and_its_buttons_are_seen_without_scrolling() {
    let (gateway, browser, mut caller) = ShopGateway::with_caller("").await;
    for arguments in [json!({"isbn": "978-1"}), many()] {
        let flight = caller.call(DELETE, &arguments).await;
        let id = gateway.approver().only_pending().await;
        for (width, height) in WINDOWS {
            driver::window(&browser, width, height).await;
            browser.go(&format!("/approvals/{id}")).await;
            browser.sees("Approve this call?").await;
            let found = browser.run(OUTSIDE, Vec::new()).await;
            assert_eq!(found, json!([width, 0, []]), "{width}");
        }
        browser.press("Deny").await;
        browser.sees("Denied by").await;
        flight.done().await.refused();
    }
    // What was decided can be told apart in the list, by its arguments.
    browser.go("/approvals/decided").await;
    let decided = browser.reads("#decided").await;
    assert!(
        decided.contains("isbn") && decided.contains("978-1"),
        "{decided}"
    );
    browser.close().await;
}
