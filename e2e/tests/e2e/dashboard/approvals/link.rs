//! The page that a link leads to, on a phone.

use candor_testkit::http_api::{HttpApi, ScriptedReply};
use serde_json::Value;

use super::{DELETE, REASON, book};
use crate::approvals::kit::until;
use crate::dashboard::browser::RealBrowser;
use crate::dashboard::driver;
use crate::dashboard::shop_gateway::ShopGateway;

/// The width of a phone as narrow as they come.
const PHONE: u32 = 320;

/// A gateway that sends approval links, and the webhook where they arrive.
async fn sending() -> (ShopGateway, HttpApi) {
    let hook = HttpApi::start().expect("a receiver");
    hook.on("POST", "/hook", ScriptedReply::status(204));
    let more = format!(
        "[[policy.webhook]]\nurl = \"{}\"\nsecret = \"whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz\"\n\
         allow_private = true\n",
        hook.url("/hook")
    );
    (ShopGateway::shop(&more).await, hook)
}

/// The path of the link that was sent as this one.
async fn link(gateway: &ShopGateway, hook: &HttpApi, number: usize) -> String {
    let link = until("a link", async || {
        let bodies = hook.requests().into_iter().map(|request| request.body);
        let told = bodies.map(|body| serde_json::from_slice::<Value>(&body).expect("JSON"));
        let mut pending = told.filter(|told| told["type"] == "approval.pending");
        pending.nth(number)
    })
    .await;
    let link = link["data"]["link"].as_str().expect("a link");
    let path = link.strip_prefix(&gateway.candor.page_url(""));
    path.expect("a link to this gateway").to_owned()
}

/// Everything that is written is inside the window, and nothing moves sideways.
async fn fits(browser: &RealBrowser) {
    let script = "const [width] = arguments;
        if (innerWidth !== width) return [`the window is ${innerWidth} wide`];
        const page = document.scrollingElement.scrollWidth;
        const out = page > innerWidth ? [`the page is ${page} wide`] : [];
        for (const one of document.querySelectorAll('main *')) {
            const own = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
            const {left, right, width} = one.getBoundingClientRect();
            if (own && width > 1 && (left < 0 || right > innerWidth + 0.5))
                out.push(`${one.outerHTML.slice(0, 80)} from ${left} to ${right}`);
            if (own && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
                out.push(`${one.outerHTML.slice(0, 80)} is cut`);
        }
        return out;";
    let out = browser.run(script, vec![PHONE.into()]).await;
    assert_eq!(out, Value::Array(Vec::new()));
}

#[tokio::test]
async fn a_link_is_answered_on_a_phone() {
    let (gateway, hook) = sending().await;
    let browser = RealBrowser::open(&gateway.base()).await;
    driver::width(&browser, PHONE).await;
    let mut caller = gateway.caller().await;
    let long = format!("978-{}", "0123456789".repeat(30));
    let flight = caller.call(DELETE, &book(&long)).await;
    browser.go(&link(&gateway, &hook, 0).await).await;
    for words in [
        "Approve this call?",
        "Delete a book",
        "Destructive",
        "isbn",
        "Description from the source: Which book",
        "local",
        "This call only",
        "These arguments",
    ] {
        browser.sees(words).await;
    }
    // A person with a link need not know the dashboard.
    assert!(!browser.has("header nav").await);
    fits(&browser).await;
    browser.press("Approve").await;
    browser.sees("This call is already decided").await;
    browser.sees("Approved by link to").await;
    fits(&browser).await;
    assert_eq!(flight.done().await.fine(), book(&long).to_string());

    let flight = caller.call(DELETE, &book("978-2")).await;
    browser.go(&link(&gateway, &hook, 1).await).await;
    browser.fill(REASON, "not from a phone").await;
    browser.press("Deny").await;
    browser.sees("Denied by link to").await;
    let done = flight.done().await;
    assert!(done.refused().contains("not from a phone"), "{done:?}");
    browser.close().await;
}
