//! Tokens: listing, creating and revoking them.

use candor_model::Roles;
use candor_pagetest::{FetchedHtml, PageWorld};

use crate::fixtures::{author, history, of_no_use, open};

const PATH: &str = "/access";

/// The text of the token that a page shows.
fn text(page: &FetchedHtml) -> String {
    let (_, rest) = page.text.split_once("id=\"made-token\">").expect("a token");
    rest.split('<').next().expect("an end").to_owned()
}

/// The page that revokes the token of this name.
fn revoking(page: &FetchedHtml, name: &str) -> String {
    let label = format!("\" aria-label=\"Revoke {name}\"");
    let (before, _) = page.text.split_once(&label).expect("a link");
    before.rsplit('"').next().expect("an address").to_owned()
}

#[tokio::test]
async fn every_state_of_the_page() {
    let (world, mut local) = open().await;
    let page = local.get(PATH).await;
    assert_kept!("access-none", page);
    world.token("ann", "approver").await;
    world.token("laptop", "caller,editor").await;
    let page = local.get(PATH).await;
    page.says(200, &["caller, editor", "never"]);
    let gone = revoking(&page, "ann");
    let page = local.get(&gone).await;
    assert_kept!("access-revoke", page);
    local.submit(&gone, &gone, &[]).await.leads();
    let page = local.get(PATH).await;
    assert_kept!("access-some", page);
    local
        .get("/access?which=ended")
        .await
        .says(200, &["Revoked", "ann"]);
}

#[tokio::test]
async fn a_token_is_shown_once() {
    let world = PageWorld::guarded(candor_dashboard_admin::routes()).await;
    let mut ada = world.logged_in("ada", "admin").await;
    let fields = [
        ("name", "ci-runner"),
        ("role[]", "caller"),
        ("role[]", "viewer"),
        ("lasts", "30d"),
        ("why", "nightly"),
    ];
    let field = ada.get(PATH).await.hidden(PATH)[0].1.clone();
    let all: Vec<(&str, &str)> = [("form", &*field)].into_iter().chain(fields).collect();
    let page = ada.post(PATH, &all).await;
    page.says(200, &["It will not be shown again", "viewer, caller"]);
    assert_eq!(page.header("cache-control"), Some("no-store"));
    let made = text(&page);
    let identity = world
        .gateway
        .authenticate(Some(&made), candor_gateway::RequestPath::Direct)
        .expect("a token that works");
    assert_eq!(
        (&*identity.name, &*identity.roles.to_string()),
        ("ci-runner", "viewer,caller")
    );
    let page = ada.get(PATH).await;
    page.says(200, &["ci-runner", "expires <time", "by ada"]);
    page.lacks(&[&made, "made-token"]);
    // Sent again, as by a reload, nothing is made.
    let twice = ada.post(PATH, &all).await;
    twice.says(409, &["ci-runner", "exists already", "value=\"nightly\""]);
    assert_eq!(history(&world).await[0], "tokens.create by ada");
    assert_eq!(
        world.gateway.editor().tokens().await.expect("tokens").len(),
        2
    );
}

#[tokio::test]
async fn what_cannot_be_made_is_told_with_what_was_typed() {
    let (world, mut local) = open().await;
    let long = "x".repeat(300_000);
    for (fields, part) in [
        (
            &[("name", "Ada"), ("role[]", "admin"), ("lasts", "7d")][..],
            "`Ada` is no name for a token",
        ),
        (
            &[("name", ""), ("role[]", "admin"), ("lasts", "7d")],
            "`` is no name",
        ),
        (
            &[("name", "local"), ("role[]", "admin"), ("lasts", "7d")],
            "`local` stands for callers without a token",
        ),
        (
            &[("name", &long), ("role[]", "admin"), ("lasts", "7d")],
            "is no name for a token",
        ),
        (&[("name", "ann"), ("lasts", "7d")], "at least one role"),
        (
            &[("name", "ann"), ("role[]", "king"), ("lasts", "7d")],
            "`king` is not a role",
        ),
        (
            &[("name", "ann"), ("role[]", "admin"), ("lasts", "")],
            "`` is not a lifetime",
        ),
        (
            &[("name", "ann"), ("role[]", "admin"), ("lasts", "0d")],
            "`0d` is not a lifetime",
        ),
        (
            &[("name", "ann"), ("role[]", "admin"), ("lasts", "9999d")],
            "up to ten years",
        ),
    ] {
        let page = local.submit(PATH, PATH, fields).await;
        page.says(422, &[part]);
        page.lacks(&["made-token"]);
    }
    let fields = [
        ("name", "Ada"),
        ("role[]", "admin"),
        ("lasts", "7d"),
        ("why", "kept"),
    ];
    let page = local.submit(PATH, PATH, &fields).await;
    page.says(
        422,
        &[
            "value=\"admin\" checked",
            "value=\"7d\" selected",
            "value=\"kept\"",
        ],
    );
    assert_kept!("access-refused", page);
    assert!(
        world
            .gateway
            .editor()
            .tokens()
            .await
            .expect("tokens")
            .is_empty()
    );
}

#[tokio::test]
async fn nobody_takes_back_their_own_by_accident() {
    let world = PageWorld::guarded(candor_dashboard_admin::routes()).await;
    let mut ada = world.logged_in("ada", "admin").await;
    world.token("bob", "caller").await;
    let page = ada.get(PATH).await;
    page.says(200, &["Yours"]);
    let (own, bob) = (revoking(&page, "ada"), revoking(&page, "bob"));
    let page = ada.get(&own).await;
    page.says(
        200,
        &[
            "You are signed in with this token",
            "This is the last active admin token",
        ],
    );
    assert_kept!("access-revoke-own", page);
    ada.get(&bob).await.lacks(&[
        "You are signed in with this token.",
        "This is the last active admin token",
    ]);
    let page = ada.submit(&own, &own, &[("why", "oops")]).await;
    page.says(422, &["tick the box to confirm", "value=\"oops\""]);
    assert!(ada.get(PATH).await.status == 200, "still logged in");
    assert_eq!(
        ada.submit(&own, &own, &[("own", "yes")]).await.leads(),
        "/access?done=revoked"
    );
    assert!(ada.get(PATH).await.leads().starts_with("/login"));
}

#[tokio::test]
async fn one_is_taken_back_once_and_it_is_the_right_one() {
    let (world, mut local) = open().await;
    world.token("bob", "caller").await;
    let editor = world.gateway.editor();
    let id = editor.tokens().await.expect("tokens")[0].id;
    // Another one that bears the first one's id as its name.
    let roles = Roles::parse("caller").expect("a role");
    editor
        .create_token(&id.to_string(), roles, None, &author())
        .await
        .expect("a token");
    let path = format!("/access/{id}/revoke");
    assert_eq!(
        local.submit(&path, &path, &[]).await.leads(),
        "/access?done=revoked"
    );
    local
        .get("/access?done=revoked")
        .await
        .says(200, &["Token revoked"]);
    let working = editor.tokens().await.expect("tokens").into_iter();
    let working: Vec<_> = working
        .filter(|token| token.revoked_micros.is_none())
        .collect();
    assert_eq!((working.len(), &*working[0].name), (1, &*id.to_string()));
    local
        .get(&path)
        .await
        .says(404, &["It may already be revoked"]);
    for path in ["/access/nonsense/revoke", "/access/%3Cscript%3E/revoke"] {
        local
            .get(path)
            .await
            .says(404, &["There is no active token"]);
        local
            .post(path, &[])
            .await
            .says(404, &["There is no active token"]);
    }
    assert_eq!(history(&world).await[0], "tokens.revoke by local");
}

#[tokio::test]
async fn tokens_are_for_admins() {
    let world = PageWorld::guarded(candor_dashboard_admin::routes()).await;
    let mut ada = world.logged_in("ada", "admin").await;
    let own = revoking(&ada.get(PATH).await, "ada");
    for (name, roles) in [
        ("vic", "viewer"),
        ("ed", "editor"),
        ("cal", "caller"),
        ("ann", "approver"),
    ] {
        let mut one = world.logged_in(name, roles).await;
        let page = one.get(PATH).await;
        page.says(
            403,
            &["Requires the admin role.", "Permissions of each role"],
        );
        page.lacks(&["Revoke ada", "Create token"]);
        one.get(&own).await.says(403, &["Requires the admin role"]);
        one.post(PATH, &[("name", "x"), ("role[]", "admin")])
            .await
            .says(403, &["Form expired"]);
        one.post(&own, &[("own", "yes")])
            .await
            .says(403, &["Form expired"]);
    }
    let mut vic = world.logged_in("vic2", "viewer").await;
    let page = vic.get(PATH).await;
    assert_kept!("access-viewer", page);
    let nobody = world.browser().get(PATH).await;
    assert_eq!(nobody.leads(), "/login?next=%2Faccess");
    let field = ada.get(PATH).await.hidden(PATH)[0].1.clone();
    let fields = [
        ("form", &*field),
        ("name", "x"),
        ("role[]", "admin"),
        ("lasts", "1d"),
    ];
    of_no_use(&world, &mut vic, PATH, &fields).await;
}

#[tokio::test]
async fn many_tokens_are_on_several_pages() {
    let world = PageWorld::open(candor_dashboard_admin::routes()).await;
    for n in 0..26 {
        world.token(&format!("t{n:03}"), "caller").await;
    }
    let mut local = world.browser();
    let page = local.get(PATH).await;
    page.says(200, &["t025", "Page 1 of 2"]);
    page.lacks(&["t000"]);
    local
        .get("/access?page=2")
        .await
        .says(200, &["t000", "Page 2 of 2"]);
}
