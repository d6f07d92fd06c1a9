//! `/sign-in-links`, and what is refused without a credential.

use candor_gateway::{GatewayOwner, GatewayPolicySettings};
use candor_model::Digest;
use serde_json::json;

use crate::fixture::ApiFixture;

const SECRET: &str = "candor_owner_x";

/// The bookshop as it is on a machine of one's own.
async fn own() -> ApiFixture {
    let settings = GatewayPolicySettings {
        public_url: Some("http://candor.localhost:7333".to_owned()),
        owner: Some(GatewayOwner {
            user: "ann".to_owned(),
            digest: Digest::of(SECRET),
        }),
        ..GatewayPolicySettings::default()
    };
    ApiFixture::shop_of(settings).await
}

#[tokio::test]
async fn the_owner_makes_links_and_nobody_else_does() {
    let world = own().await;
    let part = "`owner.secret`";
    let nobody = world.post("/sign-in-links", json!({}));
    nobody.refused(403, "not-allowed", part).await;
    let body = json!({"name": "ci", "roles": ["admin"]});
    world
        .post("/tokens", body.clone())
        .refused(403, "not-allowed", part)
        .await;
    world.get("/tools").sent(200).await;
    let made = world.post("/sign-in-links", json!({"next": "/approvals"}));
    let made = made.by(SECRET).gives(201).await;
    let url = made["url"].as_str().expect("a link");
    let (code, next) = url
        .strip_prefix("http://candor.localhost:7333/sign-in/")
        .and_then(|rest| rest.split_once('?'))
        .expect("an address of the dashboard");
    assert_eq!((code.len(), next), (43, "next=/approvals"));
    assert!(made["expires_at"].is_string());
    let opened = world.gateway.page_sessions().open_link(code).await;
    assert_eq!(opened.expect("a link that works").name, "ann");

    let token = world.post("/tokens", body).by(SECRET).gives(201).await;
    assert_eq!(token["created_by"], "ann");
    let text = token["text"].as_str().expect("a token");
    let hers = world.post("/sign-in-links", json!({})).by(text);
    hers.gives(201).await;
    for next in [
        "approvals",
        "//evil.example",
        "/a?b=c",
        "https://evil.example",
    ] {
        let bad = world
            .post("/sign-in-links", json!({"next": next}))
            .by(SECRET);
        bad.refused(422, "invalid", "it takes the path of a page")
            .await;
    }
    let wrong = world.get("/tools").by("candor_owner_y");
    wrong.refused(401, "unrecognised", "unknown").await;
}
