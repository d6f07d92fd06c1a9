//! The owner, sign-in links, and what users who are not signed in see.

use candor_gateway::{GatewayOwner, GatewayPolicySettings, RequestPath};
use candor_model::{CallerIdentity, ChangeAuthor, ChangeChannel, Digest};
use candor_pagetest::{PageWorld, TestBrowser};
use serde_json::json;

const SECRET: &str = "candor_owner_x";

/// A bookshop as it is on a machine of one's own.
async fn world() -> PageWorld {
    let settings = GatewayPolicySettings {
        public_url: Some("http://localhost:7333".to_owned()),
        owner: Some(GatewayOwner {
            user: "ann".to_owned(),
            digest: Digest::of(SECRET),
        }),
        ..GatewayPolicySettings::default()
    };
    PageWorld::new(settings, candor_dashboard_site::routes(None)).await
}

async fn link(world: &PageWorld) -> String {
    let made = world.gateway.page_sessions().owner_link().await;
    made.expect("a link").path.expose().clone()
}

fn browser(world: &PageWorld, agent: &str) -> TestBrowser {
    let mut browser = world.browser();
    let header = ("user-agent".to_owned(), agent.to_owned());
    browser.headers.extend([header]);
    browser
}

#[tokio::test]
async fn whoever_has_not_signed_in_looks_and_changes_nothing() {
    let world = world().await;
    let call = world.call("shop.delete_book", json!({})).await;
    let mut local = world.browser();
    for path in [
        "/",
        "/tools",
        "/approvals",
        "/toolsets",
        "/sources",
        "/policy",
    ] {
        let page = local.get(path).await;
        page.says(200, &["Not signed in", "href=\"/login\">Sign in</a>"]);
    }
    let page = local.get(&call.path()).await;
    page.says(
        200,
        &[
            "Requires the approver role",
            "`candor open`",
            "`owner.secret`",
        ],
    );
    page.lacks(&["value=\"approve\""]);
    local
        .get("/access")
        .await
        .says(403, &["Not signed in.", "`candor open`"]);
    let page = local.get("/sources/new").await;
    page.says(
        403,
        &["Permission required", "`candor open`", "Sign in</a>"],
    );
}

#[tokio::test]
async fn the_secret_signs_in_and_acts_under_the_name_of_the_user() {
    let world = world().await;
    let call = world.call("shop.delete_book", json!({})).await;
    let mut ann = world.browser();
    let sent = ann.submit("/login", "/login", &[("token", SECRET)]).await;
    assert_eq!(sent.leads(), "/");
    assert_ne!(ann.cookies["candor_session"], SECRET);
    ann.get("/access")
        .await
        .says(200, &["Signed in as <strong><bdi>ann</bdi></strong>"]);
    let path = call.path();
    let fields = [("answer", "approve"), ("scope", "once")];
    ann.submit(&path, &path, &fields).await.leads();
    ann.get(&path).await.says(200, &["Approved by", "ann"]);
    call.reply().await;

    // A caller without a credential is not the owner, and the session id is no secret.
    let id = ann.cookies["candor_session"].clone();
    let authenticate = |text: Option<&str>| world.gateway.authenticate(text, RequestPath::Direct);
    assert_eq!(authenticate(Some(SECRET)), Ok(CallerIdentity::owner("ann")));
    assert_eq!(authenticate(None), Ok(CallerIdentity::local()));
    authenticate(Some(&id)).expect_err("it is for pages");
    let forwarded = world
        .gateway
        .authenticate(Some(SECRET), RequestPath::Forwarded);
    assert_eq!(forwarded, Ok(CallerIdentity::owner("ann")));
    let (sessions, nobody) = (world.gateway.page_sessions(), CallerIdentity::local());
    let begun = sessions.begin(&nobody, "").await;
    begun.expect_err("there is nothing behind it");
}

#[tokio::test]
async fn a_link_works_once_and_in_one_browser() {
    let world = world().await;
    let path = link(&world).await;
    let mut early = browser(&world, "one");
    early
        .headers
        .insert("sec-purpose".to_owned(), "prefetch;prerender".to_owned());
    early.get(&path).await.says(503, &["Open it to sign in"]);
    assert_eq!(early.send("HEAD", &path, String::new()).await.status, 200);

    let mut ann = browser(&world, "one");
    let opened = ann
        .get(&format!("{path}?next=%2Fapprovals%3Fbefore%3D1"))
        .await;
    assert_eq!(opened.leads(), "/approvals?before=1");
    ann.get("/")
        .await
        .says(200, &["Signed in as <bdi>ann</bdi>", "Sign out"]);
    let mut other = browser(&world, "two");
    other.cookies = ann.cookies.clone();
    other.get("/").await.says(200, &["Not signed in"]);

    let mut late = world.browser();
    let page = late.get(&path).await;
    page.says(
        410,
        &["This link no longer works", "`candor open`", "/login"],
    );
    late.get("/sign-in/made-up")
        .await
        .says(404, &["Unknown sign-in link"]);
    assert!(late.cookies.is_empty());
    let path = link(&world).await;
    let sent = late
        .get(&format!("{path}?next=https://evil.example/"))
        .await;
    assert_eq!(sent.leads(), "/");
}

#[tokio::test]
async fn a_session_ends_in_the_database() {
    let world = world().await;
    let mut ann = world.browser();
    ann.get(&link(&world).await).await.leads();
    let kept = ann.cookies.clone();
    ann.submit("/", "/logout", &[]).await.leads();
    assert!(ann.cookies.is_empty());
    ann.cookies = kept;
    ann.get("/").await.says(200, &["Not signed in"]);

    // One that begins ends the one before it in the same browser.
    ann.get(&link(&world).await).await.leads();
    let first = ann.cookies.clone();
    ann.get(&link(&world).await).await.leads();
    let mut again = world.browser();
    again.cookies = first;
    again.get("/").await.says(200, &["Not signed in"]);

    // All of them.
    let mut vic = world.logged_in("vic", "viewer").await;
    vic.get("/")
        .await
        .says(200, &["Signed in as <bdi>vic</bdi>"]);
    let made = link(&world).await;
    let to = "/access/sign-out-all";
    vic.post(to, &[("form", "made-up")])
        .await
        .says(403, &["Form expired"]);
    let done = ann.submit("/access", to, &[]).await;
    assert_eq!(done.leads(), "/login");
    for browser in [&mut ann, &mut vic] {
        browser.get("/").await.says(200, &["Not signed in"]);
    }
    ann.get(&made).await.says(404, &["Unknown sign-in link"]);
}

#[tokio::test]
async fn a_session_ends_with_the_token_behind_it() {
    let world = world().await;
    let mut vic = world.logged_in("vic", "viewer").await;
    vic.get("/")
        .await
        .says(200, &["Signed in as <bdi>vic</bdi>"]);
    let author = ChangeAuthor {
        name: "ann".to_owned(),
        channel: ChangeChannel::Cli,
        why: None,
    };
    let revoked = world.gateway.editor().revoke_token("vic", &author).await;
    revoked.expect("a token");
    vic.get("/").await.says(200, &["Not signed in"]);
}

/// On a personal machine there is no other user to approve.
#[tokio::test]
async fn the_owner_may_approve_what_the_owner_tries() {
    let world = world().await;
    let decide = async |name: &str, copy: u8| {
        let call = world
            .call_of(name, None, "shop.delete_book", json!({"copy": copy}))
            .await;
        let author = ChangeAuthor {
            name: name.to_owned(),
            channel: ChangeChannel::Page,
            why: None,
        };
        let yes = candor_model::ApprovalAnswer::Approve(candor_model::GrantScope::Once);
        let decided = world.gateway.approvals().decide(call.id, yes, author).await;
        decided.is_ok()
    };
    assert!(decide("ann", 1).await);
    assert!(!decide("bob", 2).await);
    // A token of the same name is not the owner.
    world.token("ann", "caller,approver").await;
    assert!(!decide("ann", 3).await);
}
