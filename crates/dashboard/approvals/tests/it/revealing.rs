//! A user looks at what is masked.

use candor_model::ApprovalState;
use candor_pagetest::PageWorld;
use serde_json::{Value, json};

const CANARY: &str = "revealcanary12345678";

fn arguments() -> Value {
    json!({"isbn": "978-1", "header": format!("Bearer {CANARY}")})
}

#[tokio::test]
async fn who_may_decide_sees_what_is_masked_once() {
    let world = PageWorld::guarded(candor_dashboard_approvals::routes()).await;
    let call = world
        .call_of("bob", Some("s1"), "shop.delete_book", arguments())
        .await;
    let path = call.path();
    let to = format!("{path}/reveal");
    let mut ann = world.logged_in("ann", "approver").await;
    let page = ann.get(&path).await;
    page.says(
        200,
        &["Reveal masked arguments", "masked: may contain a secret"],
    );
    page.lacks(&[CANARY, "Revealed by"]);

    let page = ann.submit(&path, &to, &[]).await;
    page.says(
        200,
        &[
            &format!("&#34;Bearer {CANARY}&#34;"),
            "Nothing is masked on this page",
            "Revealed by <bdi>ann</bdi> via the dashboard",
            "value=\"approve\"",
            "value=\"once\" checked",
        ],
    );
    // A yes is for this one call, whatever one person has seen.
    page.lacks(&["Reveal masked arguments", "value=\"always\""]);
    assert_eq!(page.header("cache-control"), Some("no-store"));

    // Loaded again, it is masked again.
    assert_eq!(ann.get(&to).await.leads(), path);
    let page = ann.get(&path).await;
    page.says(200, &["Revealed by <bdi>ann</bdi>"]);
    page.lacks(&[CANARY]);
    for other in ["/approvals", "/approvals/decided", "/approvals/standing"] {
        ann.get(other).await.lacks(&[CANARY]);
    }
    let approval = world.approval(call.id).await;
    assert_eq!(approval.state, ApprovalState::Pending);
    let reveals = world.gateway.approvals().reveals(call.id).await;
    assert_eq!(reveals.expect("records").len(), 1);
}

#[tokio::test]
async fn nobody_else_does() {
    let world = PageWorld::guarded(candor_dashboard_approvals::routes()).await;
    let call = world
        .call_of("bob", None, "shop.delete_book", arguments())
        .await;
    let path = call.path();
    let to = format!("{path}/reveal");
    let mut viewer = world.logged_in("vic", "viewer").await;
    viewer
        .get(&path)
        .await
        .lacks(&["Reveal masked arguments", CANARY]);
    // A form of their own does not exist, and one that another user had is not theirs.
    let mut ann = world.logged_in("ann", "approver").await;
    let hidden = ann.get(&path).await.hidden(&to);
    let fields: Vec<_> = hidden.iter().map(|(a, b)| (&**a, &**b)).collect();
    let page = viewer.post(&to, &fields).await;
    page.says(403, &["Form expired"]);
    page.lacks(&[CANARY]);
    let page = ann.post(&to, &[]).await;
    page.says(403, &["Form expired"]);

    // What is decided is forgotten.
    let sent = ann.submit(&path, &path, &[("answer", "deny")]).await;
    assert_eq!(sent.leads(), path);
    let page = ann.post(&to, &fields).await;
    page.says(409, &["no longer waits for a decision"]);
    page.lacks(&[CANARY]);
    let reveals = world.gateway.approvals().reveals(call.id).await;
    assert!(reveals.expect("records").is_empty(), "nobody has seen it");
}

#[tokio::test]
async fn there_is_no_button_where_nothing_is_masked() {
    let world = PageWorld::open(candor_dashboard_approvals::routes()).await;
    let call = world.call("shop.delete_book", json!({"isbn": "1"})).await;
    let page = world.browser().get(&call.path()).await;
    page.lacks(&["Reveal masked arguments"]);
}
