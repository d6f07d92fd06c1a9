//! What goes on counting, and its end.

use candor_store::ChangeFilter;
use serde_json::json;

use candor_pagetest::PageWorld;

use crate::kept;

const PATH: &str = "/approvals/standing";

/// Where a user is led who has taken one back.
const DONE: &str = "/approvals/standing?done=taken";

#[tokio::test]
async fn standing_approvals_are_explained_and_taken_back() {
    let world = PageWorld::guarded(candor_dashboard_approvals::routes()).await;
    let arguments = json!({"isbn": "<1>"});
    let call = world
        .call_of("bob", Some("s1"), "shop.delete_book", arguments.clone())
        .await;
    let path = call.path();
    let mut ann = world.logged_in("ann", "approver").await;
    let fields = [
        ("answer", "approve"),
        ("scope", "pattern"),
        ("pattern", "/isbn ~ \"<1>*\""),
        ("why", "<sold>"),
    ];
    assert_eq!(ann.submit(&path, &path, &fields).await.leads(), path);
    call.reply().await;
    let page = ann.get(PATH).await;
    let link = format!("<a href=\"{path}\">view call</a>");
    let parts = [
        "shop.delete_book",
        "for bob",
        "those that match a pattern",
        "/isbn ~ &#34;&#60;1&#62;*&#34;",
        "by <bdi>ann</bdi> via the dashboard",
        "&#60;sold&#62;",
        ">in 29 days</time>",
        &link,
    ];
    page.says(200, &parts);
    kept("a_standing_approval", &page);

    let mut vic = world.logged_in("vic", "viewer").await;
    let seen = vic.get(PATH).await;
    seen.says(200, &["those that match a pattern"]);
    seen.lacks(&["Revoke"]);

    let id = world.gateway.approvals().grants().await.expect("grants")[0]
        .id
        .to_string();
    let page = ann.submit(PATH, PATH, &[("revoke", "nonsense")]).await;
    page.says(422, &["`nonsense` is not a standing approval"]);
    let form = vic.post(PATH, &[("form", ""), ("revoke", &id)]).await;
    form.says(403, &["Form expired"]);
    assert_eq!(
        ann.submit(PATH, PATH, &[("revoke", &id)]).await.leads(),
        DONE
    );
    let page = ann.get(DONE).await;
    page.says(
        200,
        &[
            "No standing approvals.",
            "Approval revoked. Such calls need approval again.",
        ],
    );
    let filter = ChangeFilter {
        subject: None,
        who: None,
        action: None,
        after: None,
        limit: 10,
    };
    let changes = world.gateway.records().changes(&filter).await;
    let changes = changes.expect("changes").changes;
    let change = changes.first().expect("a change");
    assert_eq!(
        (&*change.action, &*change.author.name),
        ("approvals.revoke", "ann")
    );
}

#[tokio::test]
async fn what_was_taken_back_by_somebody_else_is_said() {
    let world = PageWorld::open(candor_dashboard_approvals::routes()).await;
    let call = world.call("shop.delete_book", json!({"isbn": "1"})).await;
    let mut local = world.browser();
    let fields = [("answer", "approve"), ("scope", "these-arguments")];
    local
        .submit(&call.path(), &call.path(), &fields)
        .await
        .leads();
    call.reply().await;
    let page = local.get(PATH).await;
    page.says(200, &["exactly those of the approved call"]);
    let form = page.hidden(PATH)[0].1.clone();
    let id = world.gateway.approvals().grants().await.expect("grants")[0]
        .id
        .to_string();
    let fields = [("form", &*form), ("revoke", &*id)];
    assert_eq!(local.post(PATH, &fields).await.leads(), DONE);
    let again = local.post(PATH, &fields).await;
    again.says(
        404,
        &["there is no standing approval", ">Standing approvals</a>"],
    );
}
