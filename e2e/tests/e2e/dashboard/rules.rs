//! A rule that a user writes in the browser decides about the next call.

use candor_testkit::{ServerEra, wait_until};

use super::axe;
use super::driver;
use super::shop_gateway::ShopGateway;

const LIST: &str = r#"{"name":"shop_list_books","arguments":{}}"#;

#[tokio::test]
async fn a_rule_is_previewed_and_saved() {
    let (gateway, browser) = ShopGateway::visited("/policy").await;
    let mut client = gateway.candor.client(ServerEra::Modern).await;
    for _ in 0..3 {
        client.request("tools/call", LIST).await.result();
    }
    browser.press("Add rule").await;
    browser.write("#name", "No lists").await;
    browser.click("label[for=effect-deny]").await;
    browser.write("#tools", "shop.list_*").await;
    browser.write("#message", "Ask Ada first.").await;
    // Calls are in the audit log shortly after they were made.
    wait_until("the calls", async || {
        browser.press("Preview").await;
        browser.sees("What this rule would do").await;
        let text = browser.text().await;
        text.contains("the rule applies to 3. 3 of these would have been denied.")
    })
    .await;
    assert_eq!(axe::faults(&browser).await, [""; 0]);
    for width in [1440, 768, 390] {
        driver::width(&browser, width).await;
        let fits = "return document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(browser.run(fits, Vec::new()).await, true, "at {width}");
    }
    browser.press("Save").await;
    browser.sees("Rule saved.").await;
    let refused = client.request("tools/call", LIST).await.response;
    assert!(refused.contains("Ask Ada first."), "{refused}");
    browser.press("Edit").await;
    browser.sees("No lists").await;
    browser.press("Remove").await;
    browser.press("Remove No lists").await;
    browser.sees("Rule removed.").await;
    client.request("tools/call", LIST).await.result();
    browser.close().await;
}
