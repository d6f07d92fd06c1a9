//! A user decides.

use candor_gateway::GatewayPolicySettings;
use candor_model::{
    ApprovalAnswer, ApprovalState, ChangeAuthor, ChangeChannel, GrantArguments, GrantScope,
};
use serde_json::json;

use candor_pagetest::{FetchedHtml, PageWorld, guarded_settings, open_settings};

use crate::kept;

#[tokio::test]
async fn the_page_shows_what_will_happen() {
    let world = PageWorld::open(candor_dashboard_approvals::routes()).await;
    let call = world
        .call_of(
            "bob",
            Some("s1"),
            "shop.delete_book",
            json!({"isbn": "978-1", "note": "x".repeat(3_000)}),
        )
        .await;
    let mut local = world.browser();
    let page = local.get(&call.path()).await;
    page.says(
        200,
        &[
            "<title>Delete a book · Candor</title>",
            ">Approve this call?</h1>",
            "from source <bdi>shop</bdi>",
            "trusted",
            "</svg>Destructive</span> <span dir=\"auto\">declared by source <code>shop</code></span>",
            "Open world: Not set",
            "<a href=\"/tools/shop.delete_book\">",
            "<strong>Warning:</strong>",
            "<code dir=\"auto\">&#34;978-1&#34;</code>",
            "Which &#60;b&#62;book&#60;/b&#62;",
            "<details>",
            "(3000 characters)",
            "<dd><bdi>bob</bdi></dd>",
            "<bdi>Desk &#60;i&#62; 1.0</bdi>",
            "no earlier approval",
            "value=\"once\" checked",
            "value=\"session\"",
            "value=\"these-arguments\"",
            "value=\"pattern\"",
            "value=\"always\"",
            "/isbn = &#34;978-1&#34;",
        ],
    );
    let long = page.text.replace(&"x".repeat(50), "");
    kept("a_call_that_waits", &FetchedHtml { text: long, ..page });
}

#[tokio::test]
async fn a_yes_lets_the_call_be_made() {
    let world = PageWorld::open(candor_dashboard_approvals::routes()).await;
    let call = world.call("shop.delete_book", json!({"isbn": "1"})).await;
    let (id, path) = (call.id, call.path());
    let mut local = world.browser();
    let fields = [
        ("answer", "approve"),
        ("scope", "once"),
        ("why", " fine \r\n by me "),
    ];
    let sent = local.submit(&path, &path, &fields).await;
    assert_eq!(sent.leads(), path);
    let reply = call.reply().await;
    assert_eq!(reply["structuredContent"]["isbn"], "1", "{reply}");
    let page = local.get(&path).await;
    let parts = [
        "Approved by local, call made",
        "via the dashboard",
        "fine \n by me",
    ];
    page.says(200, &parts);
    page.lacks(&["value=\"approve\""]);
    let verdict = world.approval(id).await.verdict.expect("a verdict");
    assert_eq!(verdict.answer, ApprovalAnswer::Approve(GrantScope::Once));
    let author = ChangeAuthor {
        name: "local".to_owned(),
        channel: ChangeChannel::Page,
        why: Some("fine \n by me".to_owned()),
    };
    assert_eq!(verdict.author, author);
    assert!(
        world
            .gateway
            .approvals()
            .grants()
            .await
            .expect("grants")
            .is_empty()
    );
}

#[tokio::test]
async fn a_yes_can_go_on_counting() {
    for (scope, pattern, expect) in [
        ("session", "", GrantArguments::Any),
        ("always", "", GrantArguments::Any),
        (
            "pattern",
            "/isbn ~ \"1*\"\r\n",
            GrantArguments::Fitting("/isbn ~ \"1*\"\n".to_owned()),
        ),
    ] {
        let world = PageWorld::open(candor_dashboard_approvals::routes()).await;
        let arguments = json!({"isbn": "1"});
        let call = world
            .call_of("bob", Some("s1"), "shop.delete_book", arguments)
            .await;
        let (id, path) = (call.id, call.path());
        let fields = [
            ("answer", "approve"),
            ("scope", scope),
            ("pattern", pattern),
        ];
        let sent = world.browser().submit(&path, &path, &fields).await;
        assert_eq!(sent.leads(), path, "{scope}");
        call.reply().await;
        let grants = world.gateway.approvals().grants().await.expect("grants");
        assert_eq!(grants.len(), 1, "{scope}");
        assert_eq!((&grants[0].arguments, grants[0].approval), (&expect, id));
        assert_eq!(grants[0].session.is_some(), scope == "session");
    }
}

#[tokio::test]
async fn what_makes_no_sense_changes_nothing_and_is_not_lost() {
    let world = PageWorld::open(candor_dashboard_approvals::routes()).await;
    let call = world.call("shop.delete_book", json!({"isbn": "1"})).await;
    let path = call.path();
    let mut local = world.browser();
    let send = [
        ("answer", "approve"),
        ("scope", "pattern"),
        ("pattern", "/isbn is <1>"),
        ("why", "a reason"),
    ];
    let page = local.submit(&path, &path, &send).await;
    let parts = [
        "role=\"alert\"",
        "Your decision was not saved: line 1:",
        ">\n/isbn is &#60;1&#62;</textarea>",
        ">\na reason</textarea>",
        "value=\"pattern\" checked",
    ];
    page.says(422, &parts);
    let long = "é".repeat(2_001);
    let page = local
        .submit(&path, &path, &[("answer", "deny"), ("why", &long)])
        .await;
    page.says(422, &["a reason has at most 2000 characters"]);
    let page = local
        .submit(&path, &path, &[("answer", "approve"), ("scope", "session")])
        .await;
    page.says(422, &["the client has no session"]);
    for (answer, scope, part) in [
        ("", "once", "contains neither `approve` nor `deny`"),
        ("maybe", "once", "contains neither `approve` nor `deny`"),
        ("approve", "for ever", "`for ever` is not an approval scope"),
    ] {
        let page = local
            .submit(&path, &path, &[("answer", answer), ("scope", scope)])
            .await;
        page.says(422, &[part, "The call is still pending"]);
    }
    assert_eq!(world.approval(call.id).await.state, ApprovalState::Pending);
    let nowhere = local.get("/approvals/nonsense").await;
    nowhere.says(404, &["There is no approval `nonsense`"]);
    let nowhere = local
        .get("/approvals/0198c0de-0000-7000-8000-000000000000")
        .await;
    nowhere.says(404, &["It may have been deleted"]);
    local
        .get("/approvals/%FF")
        .await
        .says(404, &["The address is invalid"]);
}

#[tokio::test]
async fn the_first_answer_counts() {
    let world = PageWorld::guarded(candor_dashboard_approvals::routes()).await;
    let call = world
        .call_of("bob", None, "shop.delete_book", json!({}))
        .await;
    let path = call.path();
    let mut ann = world.logged_in("ann", "approver").await;
    let mut cleo = world.logged_in("cleo", "admin").await;
    let both = [ann.get(&path).await, cleo.get(&path).await];
    let [first, second] = both.map(|page| {
        let mut fields = page.hidden(&path);
        fields.push(("answer".to_owned(), "deny".to_owned()));
        fields.push(("why".to_owned(), "a <reason>".to_owned()));
        fields
    });
    let fields: Vec<_> = first.iter().map(|(a, b)| (&**a, &**b)).collect();
    assert_eq!(ann.post(&path, &fields).await.leads(), path);
    let again = ann.post(&path, &fields).await;
    again.says(
        409,
        &["Your decision was not saved: ann has denied this call already"],
    );
    let fields: Vec<_> = second.iter().map(|(a, b)| (&**a, &**b)).collect();
    let late = cleo.post(&path, &fields).await;
    late.says(
        409,
        &[
            "ann has denied this call already",
            "Denied by ann",
            "Your text",
            "a <reason>"
                .replace('<', "&#60;")
                .replace('>', "&#62;")
                .as_str(),
        ],
    );
    late.lacks(&["value=\"approve\""]);
    kept("an_answer_that_came_late", &late);
    let reply = call.reply().await;
    assert_eq!(reply["isError"], true, "{reply}");
}

#[tokio::test]
async fn callers_approve_their_own_calls_only_where_policy_allows_it() {
    let world = PageWorld::guarded(candor_dashboard_approvals::routes()).await;
    let call = world
        .call_of("ann", None, "shop.delete_book", json!({}))
        .await;
    let path = call.path();
    let mut ann = world.logged_in("ann", "approver").await;
    let page = ann.get(&path).await;
    page.says(
        200,
        &[
            "`ann` made this call, so someone else must approve it",
            ">Reload</a>",
        ],
    );
    page.lacks(&["value=\"approve\"", "value=\"deny\""]);
    // Another user is asked.
    let mut other = world.logged_in("cleo", "approver").await;
    other.get(&path).await.says(200, &["value=\"approve\""]);

    let settings = GatewayPolicySettings {
        self_approval: true,
        ..guarded_settings()
    };
    let world = PageWorld::new(settings, candor_dashboard_approvals::routes()).await;
    let call = world
        .call_of("ann", None, "shop.delete_book", json!({}))
        .await;
    let mut ann = world.logged_in("ann", "approver").await;
    let sent = ann
        .submit(&call.path(), &call.path(), &[("answer", "approve")])
        .await;
    assert_eq!(sent.leads(), call.path());
    call.reply().await;
}

#[tokio::test]
async fn a_store_that_fails_is_a_page_too() {
    let world = PageWorld::new(open_settings(), candor_dashboard_approvals::routes()).await;
    let call = world.call("shop.delete_book", json!({})).await;
    let mut local = world.browser();
    world.store.close().await;
    for path in [
        "/approvals",
        "/approvals/decided",
        "/approvals/standing",
        &call.path(),
    ] {
        let page = local.get(path).await;
        page.says(503, &["Temporarily unavailable", "Nothing was changed"]);
        page.lacks(&["sqlite", "pool"]);
    }
}
