//! A definition that is no longer the pinned one.

use candor_model::Hint;
use candor_pagetest::{PageWorld, assert_page};
use serde_json::{Value, json};

use crate::shop::{self, FETCH};

const TO: &str = "/tools/web.fetch_page/drift";

fn before() -> Value {
    json!({"name": "fetch_page", "title": "Fetch a page",
        "description": "Fetches.\nOne page.\nOf the web.",
        "inputSchema": {"type": "object", "properties": {"url": {"type": "number"}}},
        "annotations": {"readOnlyHint": false}})
}

fn is_held(world: &PageWorld) -> bool {
    let catalogue = world.gateway.catalogue();
    let tool = catalogue.named(&shop::named("web.fetch_page"));
    tool.expect("a tool").quarantine.is_some()
}

#[tokio::test]
async fn a_change_is_shown_and_accepted() {
    let world = shop::open().await;
    let hash = shop::hold(&world, "web.fetch_page", &before()).await;
    let mut local = world.browser();
    let page = local.get(FETCH).await;
    let parts = [
        "Quarantined.",
        "Changed definition",
        "removed: </span>One page.",
        TO,
    ];
    page.says(200, &parts);
    assert_page!("drifted", page);
    let page = local.get(TO).await;
    page.says(200, &["New tool as served", "Accept change"]);
    assert_page!("accept", page);

    // A form for another definition is refused.
    let other = "0".repeat(64);
    let page = local
        .submit(TO, TO, &[("hash", &other), ("why", "Fine")])
        .await;
    page.says(409, &["has changed again", "value=\"Fine\""]);
    let page = local.submit(TO, TO, &[("hash", "none")]).await;
    page.says(422, &["`none` is not the hash of a definition"]);
    assert!(is_held(&world));

    let page = local.submit(TO, TO, &[("why", "Looked at it")]).await;
    assert_eq!(page.leads(), format!("{FETCH}?done=accepted"));
    assert!(!is_held(&world));
    let pin = world
        .gateway
        .records()
        .pin(&shop::named("web.fetch_page"))
        .await;
    assert_eq!(pin.expect("a pin").expect("a pin").hash, hash);
    let page = local.get(FETCH).await;
    page.says(200, &["Definition accepted", "Looked at it"]);
    page.lacks(&["Quarantined."]);

    local.get(TO).await.says(409, &["Nothing to accept"]);
}

#[tokio::test]
async fn accepting_twice_is_accepting_once() {
    let world = shop::open().await;
    shop::hold(&world, "web.fetch_page", &before()).await;
    let mut local = world.browser();
    let opened = local.get(TO).await.hidden(TO);
    let fields: Vec<_> = opened
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    local.post(TO, &fields).await.leads();
    local
        .post(TO, &fields)
        .await
        .says(409, &["Nothing to accept"]);
}

#[tokio::test]
async fn a_tool_that_was_renamed_is_held_to_what_it_was() {
    let world = shop::open().await;
    let before = json!({"name": "get_page", "title": "Fetch a page",
        "description": "Fetches.\nA page.\nOf the web.",
        "inputSchema": {"type": "object", "properties": {"url": {"type": "string"}}},
        "annotations": {"readOnlyHint": true}});
    let former = Some("web.get_page");
    shop::hold_as(&world, "web.fetch_page", former, &before).await;
    let page = world.browser().get(FETCH).await;
    let parts = ["it was <code>web.get_page", "Pinned definition"];
    page.says(200, &parts);
    let page = world.browser().submit(TO, TO, &[]).await;
    assert_eq!(page.leads(), format!("{FETCH}?done=accepted"));
    assert!(!is_held(&world));
}

#[tokio::test]
async fn a_tool_in_quarantine_can_be_corrected() {
    let world = shop::open().await;
    shop::hold(&world, "web.fetch_page", &before()).await;
    let page = shop::send(&world, FETCH, "annotations", &[("idempotent", "true")]).await;
    page.leads();
    assert_eq!(
        shop::shown(&world, "web.fetch_page", Hint::Idempotent),
        Some(true)
    );
    assert!(is_held(&world));
}

#[tokio::test]
async fn viewers_cannot_accept() {
    let world = shop::guarded().await;
    shop::hold(&world, "web.fetch_page", &before()).await;
    let mut viewer = world.logged_in("vic", "viewer").await;
    let page = viewer.get(TO).await;
    page.says(200, &["New tool as served", "Requires the editor role"]);
    page.lacks(&["Accept change"]);
    viewer.get(FETCH).await.says(200, &["Quarantined."]);
}
