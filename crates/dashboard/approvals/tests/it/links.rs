//! Links for recipients who need not be known.

use candor_model::{Approval, ApprovalAnswer, ApprovalState, ChangeChannel, GrantScope};
use serde_json::json;

use candor_pagetest::{PageWorld, guarded_settings};

/// The path of a fresh link.
fn link(world: &PageWorld, approval: &Approval) -> String {
    let made = world.gateway.approvals().link(approval, "ops@<b>");
    let url = made.expect("a link").expect("an address");
    url.strip_prefix("http://localhost:7333")
        .expect("ours")
        .to_owned()
}

#[tokio::test]
async fn a_link_shows_and_decides_without_a_login() {
    let world = PageWorld::guarded(candor_dashboard_approvals::routes()).await;
    let call = world
        .call_of(
            "bob",
            Some("s1"),
            "shop.delete_book",
            json!({"isbn": "978-7"}),
        )
        .await;
    let path = link(&world, &world.approval(call.id).await);
    let mut somebody = world.browser();
    for _ in 0..3 {
        let page = somebody.get(&path).await;
        let parts = [
            "Approve this call?",
            "978-7",
            "value=\"once\"",
            "value=\"these-arguments\"",
        ];
        page.says(200, &parts);
        page.lacks(&[
            "value=\"session\"",
            "value=\"pattern\"",
            "value=\"always\"",
            "/approvals\"",
        ]);
    }
    assert_eq!(world.approval(call.id).await.state, ApprovalState::Pending);
    assert!(somebody.cookies.is_empty());
    let sent = somebody
        .submit(&path, &path, &[("answer", "approve")])
        .await;
    assert_eq!(sent.leads(), path);
    let id = call.id;
    call.reply().await;
    let verdict = world.approval(id).await.verdict.expect("a verdict");
    assert_eq!(verdict.answer, ApprovalAnswer::Approve(GrantScope::Once));
    assert_eq!(
        (&*verdict.author.name, verdict.author.channel),
        ("link to ops@<b>", ChangeChannel::Link)
    );
    let page = somebody.get(&path).await;
    let parts = [
        "This call is already decided",
        "Approved by link to ops@&#60;b&#62;",
    ];
    page.says(200, &parts);
    page.lacks(&["978-7", "<form"]);
}

#[tokio::test]
async fn a_link_works_once_whoever_answers() {
    let world = PageWorld::guarded(candor_dashboard_approvals::routes()).await;
    let call = world
        .call_of("bob", None, "shop.delete_book", json!({}))
        .await;
    let approval = world.approval(call.id).await;
    let (one, other) = (link(&world, &approval), link(&world, &approval));
    assert_ne!(one, other);
    let mut somebody = world.browser();
    let form = somebody.get(&other).await.hidden(&other)[0].1.clone();
    let fields = [("answer", "deny"), ("why", "no")];
    assert_eq!(somebody.submit(&one, &one, &fields).await.leads(), one);
    let late = somebody
        .post(&other, &[("form", &form), ("answer", "approve")])
        .await;
    late.says(
        409,
        &["link to ops@&#60;b&#62; has denied this call already"],
    );
    let reply = call.reply().await.to_string();
    assert!(reply.contains("isError"), "{reply}");
}

#[tokio::test]
async fn a_link_gives_no_more_than_one_call_or_the_same() {
    let world = PageWorld::guarded(candor_dashboard_approvals::routes()).await;
    let call = world
        .call_of("bob", Some("s1"), "shop.delete_book", json!({}))
        .await;
    let path = link(&world, &world.approval(call.id).await);
    let mut somebody = world.browser();
    for scope in ["session", "always", "pattern"] {
        let fields = [
            ("answer", "approve"),
            ("scope", scope),
            ("pattern", "/x = *"),
        ];
        let page = somebody.submit(&path, &path, &fields).await;
        page.says(403, &["This scope needs sign-in", scope]);
    }
    for form in ["", "x"] {
        let page = somebody
            .post(&path, &[("form", form), ("answer", "approve")])
            .await;
        page.says(403, &["Form expired"]);
    }
    somebody
        .headers
        .insert("origin".to_owned(), "https://evil.example".to_owned());
    let page = somebody.post(&path, &[("answer", "approve")]).await;
    page.says(403, &["requests from the origin"]);
    somebody.headers.clear();
    assert_eq!(world.approval(call.id).await.state, ApprovalState::Pending);
    let fields = [("answer", "approve"), ("scope", "these-arguments")];
    assert_eq!(somebody.submit(&path, &path, &fields).await.leads(), path);
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
    call.reply().await;
}

#[tokio::test]
async fn what_was_changed_or_cut_leads_to_a_page_that_helps() {
    let world = PageWorld::guarded(candor_dashboard_approvals::routes()).await;
    let call = world
        .call_of("bob", None, "shop.delete_book", json!({}))
        .await;
    let path = link(&world, &world.approval(call.id).await);
    let last = if path.ends_with('A') { "B" } else { "A" };
    let mut somebody = world.browser();
    for bad in [
        "/a/x".to_owned(),
        path[..path.len() - 4].to_owned(),
        format!("{}{last}", &path[..path.len() - 5]),
        format!("{path}AAAA"),
        format!("/a/{}", "A".repeat(5_000)),
        "/a/%3Cscript%3E".to_owned(),
        "/a/%FF".to_owned(),
    ] {
        let page = somebody.get(&bad).await;
        page.says(404, &["<h1>"]);
        page.lacks(&["<form"]);
        let page = somebody.post(&bad, &[("answer", "approve")]).await;
        page.says(404, &["<h1>"]);
    }
    // The same link of a gateway with other keys, or about what is not kept any more.
    let other = PageWorld::new(guarded_settings(), candor_dashboard_approvals::routes()).await;
    let page = other.browser().get(&path).await;
    page.says(410, &["This link has expired", "no longer stored"]);
    assert_eq!(world.approval(call.id).await.state, ApprovalState::Pending);
}
