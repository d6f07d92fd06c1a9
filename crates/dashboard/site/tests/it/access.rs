//! Who is recognised, and what they may do.

use candor_gateway::GatewayPolicySettings;
use candor_model::{ApprovalState, ChangeAuthor, ChangeChannel};
use serde_json::json;

use candor_pagetest::{PageWorld, guarded_settings};

#[tokio::test]
async fn strangers_log_in_and_are_led_back() {
    let world = PageWorld::guarded(candor_dashboard_site::routes(None)).await;
    let call = world
        .call_of("bob", None, "shop.delete_book", json!({}))
        .await;
    let path = call.path();
    let mut ann = world.browser();
    let to_login = ann.get(&path).await;
    let login = to_login.leads().to_owned();
    assert_eq!(login, format!("/login?next={}", path.replace('/', "%2F")));
    let page = ann.get(&login).await;
    page.says(200, &["type=\"password\"", "Already signed in?"]);
    page.lacks(&["Sign out"]);

    let token = world.token("ann", "viewer").await;
    for (wrong, status, part) in [
        ("", 422, "Enter a token"),
        ("candor_x", 401, "the token is unknown"),
        (&token[..token.len() - 1], 401, "the token is unknown"),
    ] {
        let page = ann.submit(&login, "/login", &[("token", wrong)]).await;
        page.says(status, &["role=\"alert\"", part]);
        assert!(!ann.cookies.contains_key("candor_session"));
    }
    let sent = ann
        .submit(&login, "/login", &[("token", &format!(" {token}\n"))])
        .await;
    assert_eq!(sent.leads(), path);
    assert_ne!(ann.cookies["candor_session"], token);
    let page = ann.get(&path).await;
    page.says(200, &["Signed in as <bdi>ann</bdi>", "Sign out"]);
    page.lacks(&[&token]);

    let left = ann.submit("/approvals", "/logout", &[]).await;
    assert_eq!(left.leads(), "/login");
    assert!(!ann.cookies.contains_key("candor_session"));
    assert!(
        ann.get("/approvals")
            .await
            .leads()
            .starts_with("/login?next=")
    );
}

#[tokio::test]
async fn nobody_is_led_elsewhere() {
    let world = PageWorld::guarded(candor_dashboard_site::routes(None)).await;
    let token = world.token("ann", "viewer").await;
    for next in [
        "//evil.example/",
        "https://evil.example/",
        "/\\evil.example",
        "/\t/evil.example",
        "javascript:alert(1)",
    ] {
        let query = url::form_urlencoded::byte_serialize(next.as_bytes()).collect::<String>();
        let mut ann = world.browser();
        let page = ann.get(&format!("/login?next={query}")).await;
        page.says(200, &[]);
        page.lacks(&["evil.example", "javascript:"]);
        let fields = [("token", &*token), ("next", next)];
        let sent = ann.submit("/login", "/login", &fields).await;
        assert_eq!(sent.leads(), "/", "{next}");
    }
    let page = world.browser().get("/login?next=/%22%3E%3Cscript%3E").await;
    page.lacks(&["<script>", "\">&#60;script", "value=\"/\""]);
}

#[tokio::test]
async fn a_browser_that_keeps_no_cookies_is_told_so() {
    let world = PageWorld::guarded(candor_dashboard_site::routes(None)).await;
    let token = world.token("ann", "viewer").await;
    let mut ann = world.browser();
    let fields = ann.get("/login").await.hidden("/login");
    ann.cookies.clear();
    let form = &fields[0].1;
    let page = ann
        .post("/login", &[("form", form), ("token", &token)])
        .await;
    page.says(403, &["allow cookies for this site"]);
    assert!(page.header("set-cookie").is_none());
}

#[tokio::test]
async fn cookies_are_for_tls_where_there_is_tls() {
    let world = PageWorld::new(
        GatewayPolicySettings {
            public_url: Some("https://gateway.example".to_owned()),
            ..guarded_settings()
        },
        candor_dashboard_site::routes(None),
    )
    .await;
    let token = world.token("ann", "viewer").await;
    let mut ann = world.browser();
    let sent = ann.submit("/login", "/login", &[("token", &token)]).await;
    let cookies: Vec<_> = sent.headers.get_all("set-cookie").iter().collect();
    assert_eq!(cookies.len(), 2);
    for cookie in cookies {
        let cookie = cookie.to_str().expect("ASCII");
        assert!(cookie.ends_with("; Secure"), "{cookie}");
    }
}

#[tokio::test]
async fn roles_decide_what_is_seen_and_done() {
    let world = PageWorld::guarded(candor_dashboard_site::routes(None)).await;
    let call = world
        .call_of("bob", None, "shop.delete_book", json!({}))
        .await;
    let path = call.path();
    let pages = [
        "/approvals",
        "/approvals/decided",
        "/approvals/standing",
        &path,
    ];
    let lacks = "Requires the viewer role. `cal` has the caller role.";
    let mut caller = world.logged_in("cal", "caller").await;
    for page in pages {
        caller
            .get(page)
            .await
            .says(403, &[lacks, "Sign in with another token"]);
    }
    for (name, role) in [("vic", "viewer"), ("ed", "editor")] {
        let mut viewer = world.logged_in(name, role).await;
        for page in pages {
            viewer.get(page).await.says(200, &[]);
        }
        let sentence = format!("Requires the approver role. `{name}` has the {role} role.");
        let page = viewer.get(&path).await;
        page.says(200, &[&sentence]);
        page.lacks(&["value=\"approve\""]);
        let page = viewer.get("/approvals/standing").await;
        page.says(200, &["Requires the approver role"]);
    }
    for (name, role) in [("ann", "approver"), ("ada", "admin")] {
        let mut approver = world.logged_in(name, role).await;
        for page in pages {
            approver.get(page).await.says(200, &[]);
        }
        approver.get(&path).await.says(200, &["value=\"approve\""]);
    }
    // A role that was taken away while the page was open.
    let mut ann = world.logged_in("ann2", "approver").await;
    let form = ann.get(&path).await.hidden(&path)[0].1.clone();
    let author = ChangeAuthor {
        name: "local".to_owned(),
        channel: ChangeChannel::Cli,
        why: None,
    };
    let editor = world.gateway.editor();
    editor.revoke_token("ann2", &author).await.expect("a token");
    let page = ann
        .post(&path, &[("form", &form), ("answer", "approve")])
        .await;
    page.says(401, &["Sign-in required", "expired or is revoked"]);
    assert!(ann.get(&path).await.leads().starts_with("/login"));
    assert_eq!(world.approval(call.id).await.state, ApprovalState::Pending);
}

#[tokio::test]
async fn a_viewer_who_makes_up_a_form_is_refused() {
    let world = PageWorld::guarded(candor_dashboard_site::routes(None)).await;
    let call = world
        .call_of("bob", None, "shop.delete_book", json!({}))
        .await;
    let path = call.path();
    let token = world.token("vic", "viewer").await;
    let mut vic = world.browser();
    vic.headers
        .insert("authorization".to_owned(), format!("Bearer {token}"));
    // The field of another form fits only that form.
    let page = vic.get("/approvals/standing").await;
    assert!(page.hidden("/approvals/standing").is_empty());
    page.lacks(&["Sign out"]);
    let page = vic
        .post(&path, &[("form", &"0".repeat(64)), ("answer", "deny")])
        .await;
    page.says(403, &["Form expired"]);
    assert_eq!(world.approval(call.id).await.state, ApprovalState::Pending);
}

#[tokio::test]
async fn a_header_counts_before_a_cookie() {
    let world = PageWorld::guarded(candor_dashboard_site::routes(None)).await;
    let token = world.token("ann", "viewer").await;
    let mut ann = world.browser();
    for (header, status) in [
        (format!("Bearer {token}"), 200),
        (format!("bearer  {token} "), 200),
        (format!("Basic {token}"), 401),
        ("Bearer nonsense".to_owned(), 401),
        ("Bearer".to_owned(), 401),
    ] {
        ann.headers.insert("authorization".to_owned(), header);
        ann.get("/approvals").await.says(status, &[]);
    }
    ann.cookies = world.signed_in(&token).await.cookies;
    ann.get("/approvals").await.says(401, &["Sign-in required"]);
    ann.headers.clear();
    ann.get("/approvals")
        .await
        .says(200, &["Signed in as <bdi>ann</bdi>"]);
}

#[tokio::test]
async fn where_no_token_is_needed_an_old_one_does_no_harm() {
    let world = PageWorld::open(candor_dashboard_site::routes(None)).await;
    let mut local = world.browser();
    local
        .cookies
        .insert("candor_session".to_owned(), "old".to_owned());
    let page = local.get("/approvals").await;
    page.says(200, &["Not signed in"]);
    // Local users can still sign in with a token.
    let token = world.token("vic", "viewer").await;
    let sent = local.submit("/login", "/login", &[("token", &token)]).await;
    assert_eq!(sent.leads(), "/");
    local
        .get("/approvals")
        .await
        .says(200, &["Signed in as <bdi>vic</bdi>"]);
}
