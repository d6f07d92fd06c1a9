//! What holds for the whole house: policy, environments and access.

use reqwest::Method;
use serde_json::json;

use super::browser::Browser;
use super::house::House;
use crate::approvals::kit::Desk;

/// A value that nobody may see again.
const SECRET: &str = "canary-never-shown-7c1";

async fn open(path: &str) -> (House, Browser) {
    let house = House::shop("").await;
    let browser = Browser::open(&house.base()).await;
    browser.go(path).await;
    (house, browser)
}

/// Supposes that a book is deleted.
async fn suppose(browser: &Browser) -> String {
    browser.go("/policy/simulate").await;
    browser.fill("Tool", "shop.delete_book").await;
    browser.fill("Arguments", r#"{"isbn": "978-1"}"#).await;
    browser.press("What would happen?").await;
    browser.reads("#answer [role='status']").await
}

#[tokio::test]
async fn a_preference_changes_what_would_happen_and_what_does() {
    let (house, browser) = open("/policy").await;
    let before = suppose(&browser).await;
    assert!(before.starts_with("Ask:"), "{before}");
    browser.go("/policy").await;
    browser.click("#always_confirm_destructive-2 + label").await;
    browser
        .fill("Why, for the history (if you like)", "A quiet week.")
        .await;
    browser.press("Save").await;
    browser.sees("What you prefer was saved").await;
    browser.find("#always_confirm_destructive-2:checked").await;

    let after = suppose(&browser).await;
    assert!(after.starts_with("Allow:"), "{after}");
    let mut caller = house.caller().await;
    let which = json!({"isbn": "978-1"});
    let flight = caller.call("shop_delete_book", &which).await;
    flight.done().await.fine();
    browser.go("/audit/changes").await;
    browser.sees("A quiet week.").await;
    browser.close().await;
}

#[tokio::test]
async fn a_call_that_cannot_be_is_told_in_the_simulator() {
    let (_house, browser) = open("/policy/simulate").await;
    for (tool, arguments, says) in [
        ("shop.delete_boo", "", "shop.delete_book"),
        ("shop.delete_book", "{", "JSON"),
        ("shop.delete_book", "{}", "do not fit the tool's schema"),
    ] {
        browser.fill("Tool", tool).await;
        browser.fill("Arguments", arguments).await;
        browser.press("What would happen?").await;
        browser.sees(says).await;
        assert_eq!(browser.typed("tool").await, tool);
    }
    browser.close().await;
}

#[tokio::test]
async fn a_secret_is_set_and_never_shown() {
    let (house, browser) = open("/environments/new").await;
    browser.fill("Name", "prod").await;
    browser.press("Make it").await;
    browser.sees("The environment was made.").await;
    browser.fill("Name", "API_KEY").await;
    browser.fill("Value", SECRET).await;
    browser
        .choose("Nobody: it is a secret, kept encrypted and never shown again")
        .await;
    browser.press("Set the variable").await;
    browser.sees("The variable was set.").await;
    browser.sees("never shown").await;
    assert_eq!(browser.typed("variable-value").await, "");
    for path in ["/environments/prod", "/environments", "/audit/changes"] {
        browser.go(path).await;
        browser.sees("prod").await;
        assert!(!browser.source().await.contains(SECRET), "{path}");
    }
    let said = house.desk().read("/environments/prod").await.to_string();
    assert!(said.contains("API_KEY"), "{said}");
    assert!(!said.contains(SECRET), "{said}");
    // What is no secret is shown.
    browser.go("/environments/prod").await;
    browser.fill("Name", "PLACE").await;
    browser.fill("Value", "the harbour").await;
    browser.choose("Whoever may look at this page").await;
    browser.press("Set the variable").await;
    browser.sees("the harbour").await;
    browser.close().await;
}

#[tokio::test]
async fn a_token_is_shown_once_works_and_is_taken_back() {
    let (house, browser) = open("/access").await;
    browser.fill("Name", "robot").await;
    browser.click("#role-viewer").await;
    browser.press("Make the token").await;
    let token = browser.reads("#made-token").await;
    let robot = Desk::at(house.candor.at("/api/v1"), Some(&token));
    robot.read("/tools").await;
    // It counts with its roles, and not with those of whoever has none here.
    let (status, said) = robot.send(Method::GET, "/tokens", None).await;
    assert_eq!(status, 403, "{said}");
    assert!(
        said["detail"]
            .as_str()
            .is_some_and(|why| why.contains("robot")),
        "{said}"
    );

    browser.go("/access").await;
    browser.sees("robot").await;
    assert!(!browser.source().await.contains(&token));
    browser.press("Take back robot").await;
    browser.sees("It works nowhere from then on").await;
    robot.read("/tools").await;
    browser.press("Take it back").await;
    browser.sees("There are none.").await;
    let (status, said) = robot.send(Method::GET, "/tools", None).await;
    assert_eq!(status, 401, "{said}");
    browser.press("Ended 1").await;
    browser.sees("Taken back").await;
    browser.close().await;
}
