//! A link that a user opens on another device.

use candor_gateway::GatewayPolicySettings;
use serde_json::json;

use super::DELETE;
use crate::fixture::ApiFixture;

async fn at(public_url: Option<&str>) -> ApiFixture {
    let settings = GatewayPolicySettings {
        public_url: public_url.map(str::to_owned),
        tokens_needed: true,
        ..candor_gatetest::permissive_settings()
    };
    ApiFixture::shop_of(settings).await
}

#[tokio::test]
async fn who_may_decide_gets_a_link_that_answers() {
    let world = at(Some("https://candor.example")).await;
    let ann = world.token("ann", "viewer,approver").await;
    let bob = world.token("bob", "viewer,caller,approver").await;
    let caller = world.token("cal", "viewer,caller").await;
    let id = world.ask_about("bob", DELETE, json!({"isbn": "978"})).await;
    let path = format!("/approvals/{id}/link");
    let refused = world.post(&path, json!({})).by(&caller);
    refused.refused(403, "not-allowed", "approver").await;
    // Callers cannot approve their own call through a link either.
    let own = world.post(&path, json!({})).by(&bob);
    own.refused(403, "not-allowed", "`bob` made this call")
        .await;
    let odd = world.post(&path, json!({"to": "me"})).by(&ann);
    odd.refused(422, "invalid", "to").await;

    let made = world.post(&path, json!({})).by(&ann).gives(201).await;
    let url = made["url"].as_str().expect("a link");
    let sealed = url.strip_prefix("https://candor.example/a/");
    let approvals = world.gateway.approvals();
    let opened = approvals.open_link(sealed.expect("ours")).await;
    let (approval, link) = opened.expect("a link that works");
    assert_eq!((approval.id.to_string(), &*link.to), (id.clone(), "ann"));
    let shown = world.get(&format!("/approvals/{id}")).by(&ann).gives(200);
    assert_eq!(made["expires_at"], shown.await["expires"]);

    let decision = json!({"decision": "deny"});
    let decided = world.post(&format!("/approvals/{id}/decision"), decision);
    decided.by(&ann).gives(200).await;
    let late = world.post(&path, json!({})).by(&ann);
    late.refused(409, "decided", "denied").await;
}

#[tokio::test]
async fn a_link_that_leads_a_phone_to_itself_is_not_made() {
    for (address, status, kind, part) in [
        (
            Some("http://127.0.0.1:7333"),
            422,
            "invalid",
            "a phone cannot open `http://127.0.0.1:7333`",
        ),
        (None, 404, "unknown", "`candor serve`"),
    ] {
        let world = at(address).await;
        let ann = world.token("ann", "viewer,approver").await;
        let id = world.ask_about("bob", DELETE, json!({})).await;
        let refused = world.post(&format!("/approvals/{id}/link"), json!({}));
        refused.by(&ann).refused(status, kind, part).await;
    }
}
