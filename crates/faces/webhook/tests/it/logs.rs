//! What is written into the log.

use candor_model::Secret;
use candor_testkit::http_api::ScriptedReply;
use candor_webhook::{MessageFormat, WebhookSpec};
use serde_json::json;

use crate::fixture::{PATH, WebhookFixture};
use crate::log::CapturedLog;

#[tokio::test]
async fn no_address_no_link_and_no_secret_is_in_the_log() {
    let (log, _guard) = CapturedLog::begin();
    let world = WebhookFixture::start().await;
    world.api.on("POST", PATH, ScriptedReply::status(500));
    world
        .api
        .on("POST", "/gone-S3CRET", ScriptedReply::status(410));
    let secret = Some(Secret::new("whsec_aHVudGVyMg==".to_owned()));
    let hook = |url: String| WebhookSpec {
        url: Secret::new(url),
        secret: secret.clone(),
        format: MessageFormat::Candor,
        ..world.hook()
    };
    let hooks = vec![
        hook(world.api.url(PATH)),
        hook(world.api.url("/gone-S3CRET")),
        hook("http://127.0.0.1:9/dead-S3CRET".to_owned()),
        WebhookSpec {
            allow_private: false,
            ..hook(world.api.url("/private-S3CRET"))
        },
    ];
    let webhooks = world.told(hooks);
    let call = world.call(json!({})).await;
    // Five tries for the first and one for the second.
    let messages = world.messages(6).await;
    log.until("A webhook message could not be delivered", 4)
        .await;
    world.answer(call.id, false, None).await;
    world.messages(12).await;
    call.reply().await;
    log.until("A webhook message could not be delivered", 8)
        .await;
    webhooks.stop().await;
    let link = messages[0]["data"]["link"].as_str().expect("a link");
    let sealed = link.rsplit('/').next().expect("the sealed part");
    let text = log.text();
    assert!(text.contains("it answered 410"), "{text}");
    assert!(text.contains("not a public address"), "{text}");
    for part in ["S3CRET", "hunter2", "aHVudGVyMg", sealed, "/a/"] {
        assert!(!text.contains(part), "{part} is in {text}");
    }
}
