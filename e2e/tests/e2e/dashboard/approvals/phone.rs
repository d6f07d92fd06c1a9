//! A call is shown as a code at a desk, and answered on a phone.

use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{CandorProcess, ServerEra, config};
use serde_json::json;

use super::{DELETE, book};
use crate::approvals::kit::{ConcurrentClient, MODERN};
use crate::dashboard::axe;
use crate::dashboard::browser::RealBrowser;
use crate::dashboard::driver;
use crate::dashboard::shop_gateway::SHOP;

/// What others reach the gateway under, if a proxy leads them to it.
const PUBLIC: &str = "https://candor.example";

/// A gateway behind a proxy, and the tokens of who calls and of who approves.
async fn behind_a_proxy() -> (CandorProcess, String, String, ScriptFile) {
    let script = ServerScript::echoing(SHOP).file();
    let shop = config::script("shop", &script, ServerEra::Modern, "trust = \"trusted\"\n");
    let config = format!("{shop}\n[server]\npublic_url = \"{PUBLIC}\"\n");
    let people = [("bob", "viewer,caller"), ("ann", "viewer,approver")];
    let (candor, tokens) = CandorProcess::with_tokens(&config, &people).await;
    let [bob, ann] = tokens.try_into().expect("two tokens");
    (candor, bob, ann, script)
}

#[tokio::test]
async fn a_code_leads_a_phone_to_the_call_and_the_desk_sees_the_answer() {
    let (candor, bob, ann, _script) = behind_a_proxy().await;
    let desk = RealBrowser::open(&candor.at("")).await;
    desk.go("/approvals").await;
    desk.fill("Token", &ann).await;
    desk.press("Sign in").await;
    desk.sees("No pending approvals.").await;
    let mut caller = ConcurrentClient::http(candor.url(), MODERN, &json!({}), Some(&bob)).await;
    let flight = caller.call(DELETE, &book("978-1")).await;
    desk.press("More options: Delete a book").await;
    desk.press("Decide on a phone").await;
    desk.find("svg.qr").await;
    assert_eq!(axe::faults(&desk).await, Vec::<String>::new());
    for width in [320, 390, 768, 1440] {
        driver::width(&desk, width).await;
        let square = "const {width, height, right} = document.querySelector('.qr')
            .getBoundingClientRect();
            return [innerWidth, width === height && width >= 240 && right <= innerWidth];";
        assert_eq!(desk.run(square, Vec::new()).await, json!([width, true]));
    }
    desk.mark().await;

    // The phone has no account, and comes through the proxy.
    let link = desk.run(
        "return document.querySelector('#link').textContent",
        Vec::new(),
    );
    let link = link.await;
    let link = link.as_str().expect("a link");
    let phone = RealBrowser::open(&candor.at("")).await;
    driver::width(&phone, 390).await;
    phone
        .go(link.strip_prefix(PUBLIC).expect("a public link"))
        .await;
    phone.sees("978-1").await;
    phone.press("Approve").await;
    phone.sees("Approved by link to ann").await;
    phone.close().await;

    assert_eq!(flight.done().await.fine(), book("978-1").to_string());
    desk.sees("Approved by link to ann").await;
    desk.gone("svg.qr").await;
    desk.stayed().await;
    desk.close().await;
}
