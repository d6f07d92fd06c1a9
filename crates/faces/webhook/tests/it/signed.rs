//! Signatures, computed once more by hand.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use candor_model::{Digest, Secret};
use candor_testkit::http_api::ScriptedReply;
use candor_webhook::WebhookSpec;
use serde_json::json;

use crate::fixture::WebhookFixture;

/// HMAC-SHA256 as RFC 2104 writes it.
fn hmac(key: &[u8], text: &[u8]) -> Vec<u8> {
    let mut block = [0_u8; 64];
    if key.len() > block.len() {
        block[..32].copy_from_slice(Digest::of(key).as_bytes());
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let pad = |with: u8| block.map(|byte| byte ^ with);
    let inner = Digest::of([&pad(0x36)[..], text].concat());
    let outer = Digest::of([&pad(0x5c)[..], inner.as_bytes()].concat());
    outer.as_bytes().to_vec()
}

async fn check(secret: &str, key: &[u8]) {
    let world = WebhookFixture::start().await;
    // The first try fails, so that the message is sent twice.
    world.api.on(
        "*",
        "*",
        [ScriptedReply::status(500), ScriptedReply::status(200)],
    );
    let hook = WebhookSpec {
        secret: Some(Secret::new(secret.to_owned())),
        ..world.hook()
    };
    let webhooks = world.told(vec![hook]);
    let call = world.call(json!({"text": "é\u{202e}"})).await;
    let requests = world.api.until(2).await;
    let mut ids = Vec::new();
    for request in &requests {
        let header = |name: &str| request.header(name).expect(name);
        let (id, timestamp) = (header("webhook-id"), header("webhook-timestamp"));
        let seconds: i64 = timestamp.parse().expect("seconds");
        assert!(seconds > 1_700_000_000, "{seconds}");
        let mut signed = format!("{id}.{timestamp}.").into_bytes();
        signed.extend(&request.body);
        let expect = format!("v1,{}", BASE64_STANDARD.encode(hmac(key, &signed)));
        assert_eq!(header("webhook-signature"), expect);
        assert!(!id.contains('.'), "{id}");
        ids.push(id.to_owned());
    }
    assert_eq!(ids[0], ids[1], "the same message");
    world.answer(call.id, false, None).await;
    let requests = world.api.until(3).await;
    assert_ne!(
        requests[2].header("webhook-id"),
        Some(&*ids[0]),
        "another message"
    );
    webhooks.stop().await;
}

#[tokio::test]
async fn a_plain_secret_signs_as_it_is() {
    check("hunter2", b"hunter2").await;
}

#[tokio::test]
async fn a_secret_in_base64_signs_as_its_bytes() {
    check("whsec_AAECAwQFBgcICQ==", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).await;
}

#[tokio::test]
async fn a_long_secret_signs_too() {
    check(&"k".repeat(200), "k".repeat(200).as_bytes()).await;
}
