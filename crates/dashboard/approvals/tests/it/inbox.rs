//! Calls that wait, answered where they stand.

use candor_model::{
    ApprovalAnswer, ApprovalState, ChangeAuthor, ChangeChannel, ConfirmMode, FieldEdit, GrantScope,
    OpinionEdit, OpinionKey, OpinionScope, QualifiedName, SourceTrust, ToolPattern,
};
use serde_json::json;

use candor_pagetest::{PageWorld, PageWorldPlan};

use crate::kept;

const PATH: &str = "/approvals";

async fn guarded() -> PageWorld {
    PageWorld::guarded(candor_dashboard_approvals::routes()).await
}

#[tokio::test]
async fn a_call_that_waits_shows_what_it_is() {
    let world = guarded().await;
    let arguments = json!({"isbn": "<978>", "copies": 2});
    let call = world
        .call_of("bob", None, "shop.delete_book", arguments)
        .await;
    let mut ann = world.logged_in("ann", "approver").await;
    let page = ann.get(PATH).await;
    let link = format!(
        "<a href=\"{}\" id=\"open-{}\"><bdi>Delete a book</bdi></a>",
        call.path(),
        call.id
    );
    page.says(
        200,
        &[
            &link,
            "<code><bdi>shop.delete_book</bdi></code> for <bdi>bob</bdi>",
            "expires <time",
            "</svg>Destructive</span>",
            "This may destroy or overwrite something.",
            "<code dir=\"auto\">&#34;&#60;978&#62;&#34;</code>",
            "Approve once",
            "data-live=\"approvals\"",
            "data-says=\"1 pending approval.\"",
            "aria-current=\"page\">Pending",
        ],
    );
    page.lacks(&[" autofocus"]);
    kept("a_waiting_call", &page);
    ann.get("/approvals/decided").await.lacks(&[&call.path()]);
}

#[tokio::test]
async fn an_answer_leads_to_the_next_one() {
    let world = guarded().await;
    let first = world
        .call_of("bob", None, "shop.delete_book", json!({"isbn": "1"}))
        .await;
    let second = world
        .call_of("bob", None, "shop.delete_book", json!({"isbn": "2"}))
        .await;
    let mut ann = world.logged_in("ann", "approver").await;
    let fields = [
        ("id", second.id.to_string()),
        ("answer", "approve".to_owned()),
    ];
    let fields = fields
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let sent = ann.submit(PATH, PATH, &fields).await;
    assert_eq!(sent.leads(), "/approvals?done=approved");
    let page = ann.get("/approvals?done=approved").await;
    let next = format!("id=\"open-{}\" autofocus", first.id);
    page.says(200, &["Call approved.", &next, "1 pending approval."]);
    let id = second.id;
    assert_eq!(second.reply().await["structuredContent"]["isbn"], "2");
    let verdict = world.approval(id).await.verdict.expect("a verdict");
    assert_eq!(verdict.answer, ApprovalAnswer::Approve(GrantScope::Once));
    assert_eq!(
        (&*verdict.author.name, verdict.author.channel),
        ("ann", ChangeChannel::Page)
    );

    let id = first.id.to_string();
    let sent = ann
        .submit(PATH, PATH, &[("id", &id), ("answer", "deny")])
        .await;
    assert_eq!(sent.leads(), "/approvals?done=denied");
    let page = ann.get("/approvals?done=denied").await;
    page.says(200, &["Call denied.", "No pending approvals."]);
    assert_eq!(first.reply().await["isError"], true);
    let page = ann.get("/approvals/decided").await;
    page.says(200, &["Denied by ann", "Approved by ann, call made"]);
    kept("decided_calls", &page);
    ann.get("/approvals?done=%3Cb%3E").await.lacks(&["&#60;b"]);
}

#[tokio::test]
async fn the_first_answer_counts_and_others_are_told() {
    let world = guarded().await;
    let call = world
        .call_of("bob", None, "shop.delete_book", json!({}))
        .await;
    let other = world
        .call_of("bob", None, "shop.delete_book", json!({"isbn": "2"}))
        .await;
    let mut ann = world.logged_in("ann", "approver").await;
    let mut cleo = world.logged_in("cleo", "admin").await;
    let id = call.id.to_string();
    let theirs = cleo.get(PATH).await.hidden(PATH)[0].1.clone();
    ann.submit(PATH, PATH, &[("id", &id), ("answer", "deny")])
        .await
        .leads();
    let late = [("form", &*theirs), ("id", &*id), ("answer", "approve")];
    let page = cleo.post(PATH, &late).await;
    page.says(
        409,
        &[
            "role=\"alert\"",
            "Your decision was not saved: ann has denied this call already",
            &other.id.to_string(),
        ],
    );
    page.lacks(&[&format!("open-{id}")]);
    let page = cleo.get(&call.path()).await;
    let next = format!("<a href=\"{}\">Next pending approval</a>", other.path());
    let made = format!("href=\"/audit?approval={id}\"");
    page.says(200, &["data-says=\"Denied by ann\"", &next, &made]);
}

#[tokio::test]
async fn nobody_approves_what_they_do_not_see() {
    let world = guarded().await;
    let many = json!({"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": "x".repeat(5_000)});
    let call = world.call_of("bob", None, "shop.burn_book", many).await;
    let mut ann = world.logged_in("ann", "approver").await;
    let page = ann.get(PATH).await;
    page.says(
        200,
        &["2 more arguments", "Review to approve", "value=\"deny\""],
    );
    page.lacks(&["value=\"approve\""]);
    kept("a_call_that_does_not_fit", &page);
    let long = json!({"a": "x".repeat(170)});
    let long = world.call_of("bob", None, "shop.delete_book", long).await;
    let page = ann.get(PATH).await;
    page.says(200, &["1 argument</a> not shown here."]);
    page.lacks(&["value=\"approve\""]);
    for call in [call, long] {
        let id = call.id.to_string();
        ann.submit(PATH, PATH, &[("id", &id), ("answer", "deny")])
            .await
            .leads();
        call.reply().await;
    }
}

#[tokio::test]
async fn a_tool_that_is_asked_about_once_says_for_whom() {
    let tools = r#"[{"name": "add", "description": "Adds.", "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": false, "destructiveHint": false}}]"#;
    let world = PageWorld::planned(PageWorldPlan {
        sources: vec![("shelf".to_owned(), tools.to_owned(), SourceTrust::Trusted)],
        ..PageWorldPlan::shop(candor_dashboard_approvals::routes())
    })
    .await;
    let name = QualifiedName::parse("shelf.add").expect("a name");
    let key = OpinionKey {
        scope: OpinionScope::Everywhere,
        about: ToolPattern::exactly(&name),
    };
    let mut first = OpinionEdit::default();
    first.confirm = Some(FieldEdit::Set(ConfirmMode::First));
    let author = ChangeAuthor {
        name: "local".to_owned(),
        channel: ChangeChannel::Cli,
        why: None,
    };
    let editor = world.gateway.editor();
    editor
        .amend(&author, &key, &first, None)
        .await
        .expect("an amendment");
    let call = world.call_of("bob", None, "shelf.add", json!({})).await;
    let mut local = world.browser();
    local
        .get(PATH)
        .await
        .says(200, &["Approve for this caller", "</svg>Additive</span>"]);
    let id = call.id.to_string();
    let fields = [("id", &*id), ("answer", "approve")];
    assert_eq!(
        local.submit(PATH, PATH, &fields).await.leads(),
        "/approvals?done=approved"
    );
    call.reply().await;
    assert_eq!(
        world
            .gateway
            .approvals()
            .grants()
            .await
            .expect("grants")
            .len(),
        1
    );
}

#[tokio::test]
async fn whoever_may_not_decide_sees_and_is_told_why() {
    let world = guarded().await;
    let call = world
        .call_of("ann", None, "shop.delete_book", json!({}))
        .await;
    let mut vic = world.logged_in("vic", "viewer").await;
    let page = vic.get(PATH).await;
    page.says(
        200,
        &[
            "Requires the approver role. `vic` has the viewer role.",
            "No arguments.",
        ],
    );
    page.lacks(&["value=\"approve\"", "value=\"deny\""]);
    kept("a_waiting_call_for_a_viewer", &page);
    let mut ann = world.logged_in("ann", "approver").await;
    let page = ann.get(PATH).await;
    page.says(
        200,
        &["You made this call, so someone else must approve it."],
    );
    page.lacks(&["value=\"approve\"", "value=\"deny\""]);

    // Forms that were never rendered.
    let id = call.id.to_string();
    let form = ("form", "0".repeat(64));
    for somebody in [&mut vic, &mut ann] {
        let fields = [(form.0, &*form.1), ("id", &id), ("answer", "approve")];
        let page = somebody.post(PATH, &fields).await;
        page.says(403, &["Form expired"]);
    }
    let mut nobody = world.browser();
    let page = nobody
        .post(PATH, &[("id", &id), ("answer", "approve")])
        .await;
    page.says(401, &["Sign-in required"]);
    assert_eq!(world.approval(call.id).await.state, ApprovalState::Pending);
}

#[tokio::test]
async fn odd_forms_change_nothing() {
    let world = guarded().await;
    let call = world
        .call_of("bob", None, "shop.delete_book", json!({}))
        .await;
    let mut ann = world.logged_in("ann", "approver").await;
    let id = call.id.to_string();
    for (id, answer, status, part) in [
        ("<b>", "deny", 404, "There is no approval `&#60;b&#62;`"),
        ("", "deny", 404, "There is no approval"),
        (
            "0198c0de-0000-7000-8000-000000000000",
            "deny",
            404,
            "may have been deleted",
        ),
        (&id, "", 422, "contains neither `approve` nor `deny`"),
        (&id, "always", 422, "contains neither `approve` nor `deny`"),
    ] {
        let page = ann
            .submit(PATH, PATH, &[("id", id), ("answer", answer)])
            .await;
        page.says(status, &[part]);
    }
    assert_eq!(world.approval(call.id).await.state, ApprovalState::Pending);
    // More than one call is not approved from here.
    let fields = [("id", &*id), ("answer", "approve"), ("scope", "always")];
    ann.submit(PATH, PATH, &fields).await.leads();
    call.reply().await;
    let grants = world.gateway.approvals().grants().await;
    assert!(grants.expect("grants").is_empty());
}
