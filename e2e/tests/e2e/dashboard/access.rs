//! Where everybody needs a token: logging in and out, and what a role keeps from whom.

use reqwest::Method;
use serde_json::json;

use super::browser::Browser;
use crate::approvals::kit::{Desk, Flight, MODERN, Stage, Wire, until};

/// Pages with something to change on them.
const PAGES: [&str; 12] = [
    "/tools",
    "/tools/s.wipe",
    "/tools/s.wipe/try",
    "/tools/suggestions",
    "/approvals",
    "/approvals/standing",
    "/toolsets",
    "/sources",
    "/sources/s",
    "/environments",
    "/policy",
    "/access",
];

/// Logs somebody in who stands before the door.
async fn log_in(browser: &Browser, token: &str) {
    browser.fill("Token", token).await;
    browser.press("Log in").await;
}

/// Somebody's call that waits.
async fn waiting(stage: &Stage, token: &str) -> Flight {
    let url = stage.gateway.url();
    let mut wire = Wire::http(url, MODERN, &json!({}), Some(token)).await;
    wire.call("s_wipe", &json!({"path": "attic"})).await
}

#[tokio::test]
async fn a_token_lets_in_and_nothing_else_does() {
    let (stage, [ann]) = Stage::guarded("", [("ann", "admin")]).await;
    let browser = Browser::open(&stage.gateway.at("")).await;
    browser.go("/tools?q=wipe").await;
    assert_eq!(browser.path().await, "/login?next=%2Ftools%3Fq%3Dwipe");
    assert!(!browser.text().await.contains("s.wipe"));
    log_in(&browser, &format!("{ann}0")).await;
    browser.sees("Not logged in:").await;
    assert_eq!(browser.typed("token").await, "");
    log_in(&browser, &ann).await;
    browser.sees("You are ann").await;
    assert_eq!(browser.path().await, "/tools?q=wipe");
    // No script can read what it is known by.
    assert_eq!(browser.run("return document.cookie", vec![]).await, "");

    browser.press("Log out").await;
    browser
        .sees("This gateway wants to know who you are.")
        .await;
    browser.go("/tools").await;
    assert_eq!(browser.path().await, "/login?next=%2Ftools");
    browser.close().await;
}

#[tokio::test]
async fn whoever_may_look_sees_everything_and_changes_nothing() {
    let holders = [("vic", "viewer"), ("carl", "caller"), ("ann", "admin")];
    let (stage, [vic, carl, ann]) = Stage::guarded("", holders).await;
    let flight = waiting(&stage, &carl).await;
    let desk = Desk::at(stage.gateway.at("/api/v1"), Some(&ann));
    let id = desk.only().await;
    let browser = Browser::open(&stage.gateway.at("")).await;
    browser.go("/approvals").await;
    log_in(&browser, &vic).await;
    browser.sees("attic").await;
    let page = format!("/approvals/{id}");
    for path in PAGES.into_iter().chain([&*page]) {
        browser.go(path).await;
        browser.sees("You are vic").await;
        browser.sees("`vic` has the role viewer.").await;
        assert!(!browser.has("main form[method='post']").await, "{path}");
    }
    // Tokens are nothing to look at.
    browser.go("/access").await;
    assert!(!browser.text().await.contains("carl"));
    for path in ["/toolsets/new", "/sources/new"] {
        browser.go(path).await;
        assert!(!browser.has("main form[method='post']").await, "{path}");
    }

    // A form that somebody makes themselves is not taken.
    browser.go("/approvals").await;
    let forged = "const [id] = arguments;
        const form = document.querySelector('form[action=\"/logout\"]').cloneNode(true);
        form.action = '/approvals';
        for (const [name, value] of [['id', id], ['answer', 'approve']]) {
            const field = document.createElement('input');
            [field.name, field.value] = [name, value];
            form.append(field);
        }
        document.body.append(form);
        form.submit();";
    browser.run(forged, vec![id.clone().into()]).await;
    browser
        .sees("This form is not one of ours, or too old")
        .await;
    let hers = Desk::at(stage.gateway.at("/api/v1"), Some(&vic));
    let (status, said) = hers.decide(&id, &json!({"decision": "approve"})).await;
    assert_eq!(status, 403, "{said}");
    assert_eq!(desk.show(&id).await["state"], "pending");
    desk.deny(&id, "enough").await;
    flight.done().await.refused();
    browser.close().await;
}

#[tokio::test]
async fn whoever_may_only_call_sees_nothing() {
    let holders = [("carl", "caller"), ("ann", "admin")];
    let (stage, [carl, ann]) = Stage::guarded("", holders).await;
    let flight = waiting(&stage, &carl).await;
    let desk = Desk::at(stage.gateway.at("/api/v1"), Some(&ann));
    let id = desk.only().await;
    let browser = Browser::open(&stage.gateway.at("")).await;
    browser.go("/login").await;
    log_in(&browser, &carl).await;
    let page = format!("/approvals/{id}");
    for path in ["/", "/audit", "/audit/changes", &page]
        .into_iter()
        .chain(PAGES)
    {
        browser.go(path).await;
        if path == "/access" {
            // Everybody may know who they are.
            browser.sees("You are carl").await;
        } else {
            browser
                .sees("This takes the role viewer; `carl` has the role caller.")
                .await;
            browser.sees("Log in as somebody else").await;
        }
        let text = browser.text().await;
        assert!(
            !text.contains("attic") && !text.contains("s.wipe"),
            "{path}: {text}"
        );
        assert!(!browser.has("#parts .count").await, "{path}");
    }
    desk.deny(&id, "enough").await;
    flight.done().await.refused();
    browser.close().await;
}

#[tokio::test]
async fn a_token_that_is_taken_back_decides_nothing_more() {
    let holders = [
        ("amy", "viewer,approver"),
        ("carl", "caller"),
        ("ann", "admin"),
    ];
    let (stage, [amy, carl, ann]) = Stage::guarded("", holders).await;
    let flight = waiting(&stage, &carl).await;
    let desk = Desk::at(stage.gateway.at("/api/v1"), Some(&ann));
    let id = desk.only().await;
    let browser = Browser::open(&stage.gateway.at("")).await;
    browser.go(&format!("/approvals/{id}")).await;
    log_in(&browser, &amy).await;
    browser.sees("May this call be made?").await;
    stage.run(&["token", "revoke", "amy"]);
    let hers = Desk::at(stage.gateway.at("/api/v1"), Some(&amy));
    until("that the token works no more", async || {
        let (status, _) = hers.send(Method::GET, "/approvals", None).await;
        (status == 401).then_some(())
    })
    .await;
    browser.press("Approve").await;
    browser.sees("You are not logged in").await;
    assert_eq!(desk.show(&id).await["state"], "pending");
    // Whoever logs in as somebody else comes back to the question.
    browser.press("Log in").await;
    log_in(&browser, &ann).await;
    browser.press("Approve").await;
    browser.sees("Approved by ann").await;
    flight.done().await.fine();
    browser.close().await;
}
