//! What Slack is told.

use candor_webhook::{MessageFormat, WebhookSpec};
use serde_json::{Value, json};

use crate::fixture::WebhookFixture;

fn texts(message: &Value) -> Vec<&str> {
    let blocks = message["blocks"].as_array().expect("blocks");
    assert!(blocks.len() <= 50, "{}", blocks.len());
    let texts = blocks.iter().map(|block| {
        assert_eq!(block["type"], "section");
        assert_eq!(block["text"]["type"], "mrkdwn");
        assert_eq!(block["text"]["verbatim"], true);
        let text = block["text"]["text"].as_str().expect("a text");
        assert!((1..=3_000).contains(&text.chars().count()), "{text}");
        text
    });
    texts.collect()
}

#[tokio::test]
async fn a_message_for_a_channel() {
    let world = WebhookFixture::start().await;
    let hook = WebhookSpec {
        format: MessageFormat::Slack,
        ..world.hook()
    };
    let webhooks = world.told(vec![hook]);
    let arguments = json!({
        "isbn": "<!everyone> & <http://evil.example|click> ```",
        "huge": "&<>`".repeat(250_000),
    });
    let call = world.call(arguments).await;
    let messages = world.messages(1).await;
    let shown = texts(&messages[0]).join("\n----\n");
    let mut settings = insta::Settings::clone_current();
    for (found, put) in [
        (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "MOMENT"),
        (r"/a/[A-Za-z0-9_-]{40,}", "/a/SEALED"),
        (r"(&amp;&lt;&gt;ˋ){20,}", "(and so on)"),
        (r"SHA-256 [0-9a-f]{64}", "SHA-256 DIGEST"),
    ] {
        settings.add_filter(found, put);
    }
    settings.bind(|| insta::assert_snapshot!("a_call_that_waits", shown));
    let alone = messages[0]["text"].as_str().expect("a sentence");
    assert_eq!(
        alone,
        "*May this call be made?* `shop.delete_book` for `bob`"
    );
    for part in ["<!", "<http://evil", "````"] {
        assert!(!shown.contains(part), "{part}: {shown}");
    }
    assert_eq!(messages[0]["unfurl_links"], false);

    world.answer(call.id, false, Some("<!here> `no`")).await;
    let messages = world.messages(2).await;
    let shown = texts(&messages[1]);
    let expect = "*Denied* by `ann`: `shop.delete_book` for `bob`: `&lt;!here&gt; ˋnoˋ`";
    assert_eq!(shown[0], expect);
    let page = format!(
        "<http://gateway.example:7333/approvals/{}|Look at the call>",
        call.id
    );
    assert_eq!(shown[1], page);
    webhooks.stop().await;
}

#[tokio::test]
async fn without_links_there_is_the_page() {
    let world = WebhookFixture::start().await;
    let hook = WebhookSpec {
        format: MessageFormat::Slack,
        links: false,
        ..world.hook()
    };
    let webhooks = world.told(vec![hook]);
    let call = world.call(json!({})).await;
    let messages = world.messages(1).await;
    let texts = texts(&messages[0]);
    let page = format!(
        "<http://gateway.example:7333/approvals/{}|Log in and decide>",
        call.id
    );
    assert_eq!(texts.last(), Some(&&*page));
    webhooks.stop().await;
}
