//! Where tokens are required: logging in and out, and what each role may not do.

use candor_testkit::{ApiClient, wait_until};
use serde_json::json;

use super::browser::RealBrowser;
use crate::approvals::kit::{ApprovalGateway, ConcurrentClient, MODERN, PendingRequest};

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

/// Logs in on the login page.
async fn log_in(browser: &RealBrowser, token: &str) {
    browser.fill("Token", token).await;
    browser.press("Sign in").await;
}

/// A caller's call that waits, a user who may decide, the approval's id, and a browser.
async fn waiting(
    stage: &ApprovalGateway,
    caller: &str,
    admin: &str,
) -> (PendingRequest, ApiClient, String, RealBrowser) {
    let url = stage.gateway.url();
    let mut wire = ConcurrentClient::http(url, MODERN, &json!({}), Some(caller)).await;
    let flight = wire.call("s_wipe", &json!({"path": "attic"})).await;
    let approver = ApiClient::new(&stage.gateway, Some(admin));
    let id = approver.only_pending().await;
    let browser = RealBrowser::open(&stage.gateway.at("")).await;
    (flight, approver, id, browser)
}

#[tokio::test]
async fn a_token_lets_in_and_nothing_else_does() {
    let (stage, [ann]) = ApprovalGateway::guarded("", [("ann", "admin")]).await;
    let browser = RealBrowser::open(&stage.gateway.at("")).await;
    browser.go("/tools?q=wipe").await;
    assert_eq!(browser.path().await, "/login?next=%2Ftools%3Fq%3Dwipe");
    assert!(!browser.text().await.contains("s.wipe"));
    log_in(&browser, &format!("{ann}0")).await;
    browser.sees("Sign-in failed:").await;
    assert_eq!(browser.typed("token").await, "");
    log_in(&browser, &ann).await;
    browser.sees("Signed in as ann").await;
    assert_eq!(browser.path().await, "/tools?q=wipe");
    // No script can read what it is known by.
    assert_eq!(browser.run("return document.cookie", vec![]).await, "");

    browser.press("Sign out").await;
    browser.sees("candor open").await;
    browser.go("/tools").await;
    assert_eq!(browser.path().await, "/login?next=%2Ftools");
    browser.close().await;
}

#[tokio::test]
async fn whoever_may_look_sees_everything_and_changes_nothing() {
    let holders = [("vic", "viewer"), ("carl", "caller"), ("ann", "admin")];
    let (stage, [vic, carl, ann]) = ApprovalGateway::guarded("", holders).await;
    let (flight, approver, id, browser) = waiting(&stage, &carl, &ann).await;
    browser.go("/approvals").await;
    log_in(&browser, &vic).await;
    browser.sees("attic").await;
    let page = format!("/approvals/{id}");
    for path in PAGES.into_iter().chain([&*page]) {
        browser.go(path).await;
        browser.sees("Signed in as vic").await;
        browser.sees("vic has the viewer role.").await;
        assert!(!browser.has("main form[method='post']").await, "{path}");
    }
    // Tokens are nothing to look at.
    browser.go("/access").await;
    assert!(!browser.text().await.contains("carl"));
    for path in ["/toolsets/new", "/sources/new"] {
        browser.go(path).await;
        assert!(!browser.has("main form[method='post']").await, "{path}");
    }

    // A forged form is refused.
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
    browser.sees("Form expired").await;
    let hers = ApiClient::new(&stage.gateway, Some(&vic));
    hers.cannot_approve(&id, 403).await;
    assert_eq!(approver.approval(&id).await["state"], "pending");
    approver.deny(&id, "enough").await;
    flight.done().await.refused();
    browser.close().await;
}

#[tokio::test]
async fn whoever_may_only_call_sees_nothing() {
    let holders = [("carl", "caller"), ("ann", "admin")];
    let (stage, [carl, ann]) = ApprovalGateway::guarded("", holders).await;
    let (flight, approver, id, browser) = waiting(&stage, &carl, &ann).await;
    browser.go("/login").await;
    log_in(&browser, &carl).await;
    let page = format!("/approvals/{id}");
    for path in ["/", "/audit", "/audit/changes", &page]
        .into_iter()
        .chain(PAGES)
    {
        browser.go(path).await;
        if path == "/access" {
            // Every caller may know who they are.
            browser.sees("Signed in as carl").await;
        } else {
            browser
                .sees("Requires the viewer role. carl has the caller role.")
                .await;
            browser.sees("Sign in with another token").await;
        }
        let text = browser.text().await;
        assert!(
            !text.contains("attic") && !text.contains("s.wipe"),
            "{path}: {text}"
        );
        assert!(!browser.has("#parts .count").await, "{path}");
    }
    approver.deny(&id, "enough").await;
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
    let (stage, [amy, carl, ann]) = ApprovalGateway::guarded("", holders).await;
    let (flight, approver, id, browser) = waiting(&stage, &carl, &ann).await;
    browser.go(&format!("/approvals/{id}")).await;
    log_in(&browser, &amy).await;
    browser.sees("Approve this call?").await;
    stage.run(&["token", "revoke", "amy"]);
    let hers = ApiClient::new(&stage.gateway, Some(&amy));
    wait_until("that the token works no more", async || {
        hers.get("/approvals").await.status == 401
    })
    .await;
    browser.press("Approve").await;
    browser.sees("Sign-in required").await;
    assert_eq!(approver.approval(&id).await["state"], "pending");
    // After signing in as another person, the browser comes back to the approval.
    browser.press("Sign in").await;
    log_in(&browser, &ann).await;
    browser.press("Approve").await;
    browser.sees("Approved by ann").await;
    flight.done().await.fine();
    browser.close().await;
}
