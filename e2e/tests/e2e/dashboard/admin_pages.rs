//! What holds for the whole gateway: policy, environments and access.

use candor_testkit::{ApiClient, assert_contains};
use serde_json::json;

use super::browser::RealBrowser;
use super::shop_gateway::ShopGateway;

/// A value that must never be shown again.
const SECRET: &str = "canary-never-shown-7c1";

/// Supposes that a book is deleted.
async fn suppose(browser: &RealBrowser) -> String {
    browser.go("/policy/simulate").await;
    browser.fill("Tool", "shop.delete_book").await;
    browser.fill("Arguments", r#"{"isbn": "978-1"}"#).await;
    browser.press("Simulate").await;
    browser.reads("#answer [role='status']").await
}

#[tokio::test]
async fn a_preference_changes_what_would_happen_and_what_does() {
    let (gateway, browser) = ShopGateway::visited("/policy").await;
    let before = suppose(&browser).await;
    assert!(before.starts_with("Ask:"), "{before}");
    browser.go("/policy").await;
    browser.click("#always_confirm_destructive-2 + label").await;
    browser
        .fill("Reason (saved in the history)", "A quiet week.")
        .await;
    browser.press("Save").await;
    browser.sees("Policy saved").await;
    browser.find("#always_confirm_destructive-2:checked").await;

    let after = suppose(&browser).await;
    assert!(after.starts_with("Allow:"), "{after}");
    let mut caller = gateway.caller().await;
    let which = json!({"isbn": "978-1"});
    let flight = caller.call("shop_delete_book", &which).await;
    flight.done().await.fine();
    browser.go("/audit/changes").await;
    browser.sees("A quiet week.").await;
    browser.close().await;
}

#[tokio::test]
async fn a_call_that_cannot_be_is_told_in_the_simulator() {
    let (_house, browser) = ShopGateway::visited("/policy/simulate").await;
    for (tool, arguments, says) in [
        ("shop.delete_boo", "", "did you mean"),
        ("shop.delete_book", "{", "JSON"),
        ("shop.delete_book", "{}", "do not match the tool's schema"),
    ] {
        browser.fill("Tool", tool).await;
        browser.fill("Arguments", arguments).await;
        browser.press("Simulate").await;
        browser.sees(says).await;
        assert_eq!(browser.typed("tool").await, tool);
    }
    browser.close().await;
}

#[tokio::test]
async fn a_secret_is_set_and_never_shown() {
    let (gateway, browser) = ShopGateway::visited("/environments/new").await;
    browser.fill("Name", "prod").await;
    browser.press("Create").await;
    browser.sees("Environment created.").await;
    browser.fill("Name", "API_KEY").await;
    browser.fill("Value", SECRET).await;
    browser
        .choose("Secret: stored encrypted and never shown again")
        .await;
    browser.press("Set variable").await;
    browser.sees("Variable set.").await;
    browser.sees("never shown").await;
    assert_eq!(browser.typed("variable-value").await, "");
    for path in ["/environments/prod", "/environments", "/audit/changes"] {
        browser.go(path).await;
        browser.sees("prod").await;
        assert!(!browser.source().await.contains(SECRET), "{path}");
    }
    let said = gateway
        .approver()
        .read("/environments/prod")
        .await
        .to_string();
    assert!(said.contains("API_KEY"), "{said}");
    assert!(!said.contains(SECRET), "{said}");
    // What is no secret is shown.
    browser.go("/environments/prod").await;
    browser.fill("Name", "PLACE").await;
    browser.fill("Value", "the harbour").await;
    browser
        .choose("Visible to everyone with access to this page")
        .await;
    browser.press("Set variable").await;
    browser.sees("the harbour").await;
    browser.close().await;
}

#[tokio::test]
async fn a_token_is_shown_once_works_and_is_taken_back() {
    let (gateway, browser) = ShopGateway::visited("/access").await;
    browser.fill("Name", "robot").await;
    browser.click("#role-viewer").await;
    browser.press("Create token").await;
    let token = browser.reads("#made-token").await;
    let robot = ApiClient::new(&gateway.candor, Some(&token));
    robot.read("/tools").await;
    // It counts with its own roles, not with those of a caller without a token.
    assert_contains(&robot.get("/tokens").await.refused(403), "robot");

    browser.go("/access").await;
    browser.sees("robot").await;
    assert!(!browser.source().await.contains(&token));
    browser.press("Revoke robot").await;
    browser.sees("A revoked token cannot be reactivated").await;
    robot.read("/tools").await;
    browser.press("Revoke").await;
    browser.sees("No tokens yet.").await;
    robot.get("/tools").await.refused(401);
    browser.press("Inactive 1").await;
    browser.sees("Revoked").await;
    browser.close().await;
}
