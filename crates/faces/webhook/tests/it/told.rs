//! What a hook is told, and when.

use std::time::Duration;

use candor_gateway::GatewayPolicySettings;
use candor_webhook::WebhookSpec;
use serde_json::json;

use crate::fixture::{WebhookFixture, settings};

#[tokio::test]
async fn everything_there_is_to_know_is_told() {
    let world = WebhookFixture::start().await;
    let webhooks = world.told(vec![world.hook()]);
    let call = world
        .call(json!({"isbn": "978-1", "password": "hunter2hunter2"}))
        .await;
    let id = call.id.to_string();
    let messages = world.messages(1).await;
    let [message] = &messages[..] else {
        panic!("{messages:?}");
    };
    assert_eq!(message["type"], "approval.pending");
    let data = &message["data"];
    assert_eq!(data["id"], id);
    assert_eq!(data["tool"], "shop.delete_book");
    assert_eq!(data["title"], "Delete a <!channel> book");
    assert_eq!(data["source"], "shop");
    assert_eq!(data["principal"], "bob");
    assert_eq!(data["client"], "Desk 1.0");
    assert_eq!(data["card"]["arguments"][0]["value"], "\"978-1\"");
    assert_eq!(
        data["page"],
        format!("http://gateway.example:7333/approvals/{id}")
    );
    assert!(
        data["because"]
            .as_str()
            .expect("a sentence")
            .contains("destructive")
    );
    assert!(
        data["text"]
            .as_str()
            .expect("a card")
            .contains("Argument:    isbn = \"978-1\"")
    );
    assert!(!message.to_string().contains("hunter2"));
    assert!(data.get("decision").is_none());

    let link = data["link"].as_str().expect("a link");
    let sealed = link
        .strip_prefix("http://gateway.example:7333/a/")
        .expect("ours");
    let opened = world.gateway.approvals().open_link(sealed).await;
    let (approval, opened) = opened.expect("a link that opens");
    assert_eq!((approval.id, &*opened.to), (call.id, "127.0.0.1"));

    world.answer(call.id, false, Some("not today")).await;
    let messages = world.messages(2).await;
    let message = &messages[1];
    assert_eq!(message["type"], "approval.denied");
    let decision = &message["data"]["decision"];
    assert_eq!(decision["by"], "ann");
    assert_eq!(decision["why"], "not today");
    assert_eq!(decision["door"], "page");
    assert!(message["data"].get("link").is_none());
    call.reply().await;
    webhooks.stop().await;
    assert_eq!(world.api.requests().len(), 2);
    let request = &world.api.requests()[0];
    assert_eq!(request.method, "POST");
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(request.header("webhook-signature"), None);
}

#[tokio::test]
async fn a_yes_is_told_once_also_when_it_is_used() {
    let world = WebhookFixture::start().await;
    let webhooks = world.told(vec![world.hook()]);
    let call = world.call(json!({})).await;
    world.messages(1).await;
    world.answer(call.id, true, None).await;
    call.reply().await;
    let other = world.call(json!({"isbn": "2"})).await;
    let messages = world.messages(3).await;
    let mut kinds: Vec<_> = messages
        .iter()
        .map(|message| message["type"].clone())
        .collect();
    kinds.sort_by_key(ToString::to_string);
    assert_eq!(
        kinds,
        ["approval.approved", "approval.pending", "approval.pending"]
    );
    let approved = messages
        .iter()
        .find(|message| message["type"] == "approval.approved");
    assert_eq!(
        approved.expect("a yes")["data"]["decision"]["scope"],
        "once"
    );
    world.answer(other.id, false, None).await;
    world.messages(4).await;
    webhooks.stop().await;
    assert_eq!(world.api.requests().len(), 4);
}

#[tokio::test]
async fn what_nobody_answered_is_told_too() {
    let world = WebhookFixture::new(GatewayPolicySettings {
        approval_timeout: Duration::from_secs(1),
        ..settings()
    })
    .await;
    let hook = WebhookSpec {
        pending: false,
        ..world.hook()
    };
    let webhooks = world.told(vec![hook]);
    let call = world.call(json!({})).await;
    let messages = world.messages(1).await;
    assert_eq!(messages[0]["type"], "approval.expired");
    assert!(messages[0]["data"].get("decision").is_none());
    call.reply().await;
    webhooks.stop().await;
}

#[tokio::test]
async fn a_caller_that_has_gone_is_told_too() {
    let world = WebhookFixture::start().await;
    let (whole, slack) = (
        WebhookSpec {
            pending: false,
            ..world.hook()
        },
        WebhookSpec {
            pending: false,
            format: candor_webhook::MessageFormat::Slack,
            ..world.hook()
        },
    );
    let webhooks = world.told(vec![whole, slack]);
    world.call(json!({})).await.hang_up();
    let messages = world.messages(2).await;
    let told = messages
        .iter()
        .find(|it| it["type"] == "approval.abandoned");
    let told = told.unwrap_or_else(|| panic!("not told: {messages:?}"));
    assert_eq!(told["data"]["state"], "abandoned");
    assert_eq!(told["timestamp"], told["data"]["expires"]);
    assert!(told["data"].get("decision").is_none(), "{told}");
    let shown = messages.iter().find(|it| it["type"].is_null());
    let shown = shown.expect("a message for Slack").to_string();
    assert!(
        shown.contains("*The caller disconnected before an answer*"),
        "{shown}"
    );
    webhooks.stop().await;
}

#[tokio::test]
async fn a_hook_hears_only_what_it_wants() {
    let world = WebhookFixture::start().await;
    let hook = WebhookSpec {
        decided: false,
        links: false,
        ..world.hook()
    };
    let webhooks = world.told(vec![hook]);
    let call = world.call(json!({})).await;
    let messages = world.messages(1).await;
    assert!(messages[0]["data"].get("link").is_none());
    world.answer(call.id, false, None).await;
    call.reply().await;
    let other = world.call(json!({"isbn": "2"})).await;
    let messages = world.messages(2).await;
    assert_eq!(messages[1]["data"]["id"], other.id.to_string());
    webhooks.stop().await;
}

#[tokio::test]
async fn what_waits_since_before_the_start_is_told() {
    let world = WebhookFixture::start().await;
    let call = world.call(json!({})).await;
    world.copies(call.id, 20).await;
    let webhooks = world.told(vec![world.hook()]);
    world.messages(21).await;
    webhooks.stop().await;
    // Started again, it has nothing new to tell; the next call is the next message.
    let webhooks = world.told(vec![world.hook()]);
    let next = world.call(json!({"isbn": "2"})).await;
    let messages = world.messages(22).await;
    assert_eq!(messages[21]["data"]["id"], next.id.to_string());
    webhooks.stop().await;
    assert_eq!(world.api.requests().len(), 22);
}
