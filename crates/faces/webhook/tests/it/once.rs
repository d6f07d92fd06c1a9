//! Several processes on one store tell each thing once.

use candor_model::Secret;
use candor_webhook::{WebhookSpec, start_with};
use serde_json::json;

use crate::fixture::{WebhookFixture, brisk};

#[tokio::test]
async fn two_processes_send_each_message_once() {
    let world = WebhookFixture::start().await;
    let replica = world.replica().await;
    let hooks = || {
        vec![
            world.hook(),
            WebhookSpec {
                url: Secret::new(world.api.url("/second")),
                ..world.hook()
            },
        ]
    };
    let one = world.told(hooks());
    // The order in the configuration does not matter.
    let mut turned = hooks();
    turned.reverse();
    let other = start_with(&replica, turned, brisk()).expect("hooks");
    let call = world.call(json!({})).await;
    world.copies(call.id, 30).await;
    // Of what is answered before it was told, only the answer would be.
    world.api.until(62).await;
    world.answer(call.id, false, None).await;
    world.api.until(64).await;
    one.stop().await;
    other.stop().await;
    let requests = world.api.requests();
    assert_eq!(requests.len(), 64);
    let ids = requests
        .iter()
        .filter_map(|request| request.header("webhook-id"));
    let ids: std::collections::BTreeSet<_> = ids.collect();
    assert_eq!(ids.len(), 64, "no message twice");
    replica.stop().await;
}
