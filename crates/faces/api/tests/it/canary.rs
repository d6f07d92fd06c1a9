//! A secret is in no answer, whatever is asked and however wrongly.

use serde_json::json;

use crate::fixture::ApiFixture;

const CANARY: &str = "canary-5f1e";
const NUMBER: u64 = 777_000_777_000;

#[tokio::test]
async fn a_secret_is_never_answered() {
    let world = ApiFixture::shop().await;
    world.environment("prod").await;
    let path = "/environments/prod/variables/TOKEN";
    let good = json!({"value": CANARY, "secret": true});
    world.put(path, good.clone()).gives(200).await;
    // Mistakes that a parser would quote.
    for body in [
        json!({"value": true, "secret": CANARY}),
        json!({"value": NUMBER, "secret": true}),
        json!({"value": CANARY, "secret": true, CANARY: 1}),
        json!({"value": CANARY, "secret": true, "why": [CANARY]}),
        json!(CANARY),
        json!([CANARY]),
    ] {
        let part = "it should be an object with `value`, a text, and `secret`, true or false";
        world.put(path, body).refused(422, "invalid", part).await;
    }
    let broken = format!("{{\"value\": \"{CANARY}\", secret}}");
    world
        .put(path, broken)
        .refused(400, "malformed", "the body is not JSON")
        .await;
    let wrong = world
        .put(path, good.clone())
        .header("content-type", "text/plain");
    wrong.refused(415, "media-type", "application/json").await;
    let big = json!({"value": CANARY.repeat(5_000), "secret": true});
    world
        .put(path, big)
        .refused(413, "too-large", "larger than")
        .await;
    let bad_name = world.put("/environments/prod/variables/1", good);
    bad_name
        .refused(422, "invalid", "`1` cannot be the name of a variable")
        .await;
    for path in [
        "",
        "/environments",
        "/environments/prod",
        "/toolsets",
        "/equipped",
        "/notes",
        "/approvals?state=any",
        "/approvals/standing",
        "/policy",
        "/tokens",
        "/audit/changes?limit=500",
        "/audit/calls",
        "/tools",
        "/tools/shop.add_book?environment=prod",
        "/annotations",
        "/sources",
        "/drift",
        "/verifications",
        "/suggestions",
    ] {
        world.json(path).await;
    }
    world.delete(path).sent(204).await;
    world.json("/audit/changes?limit=500").await;
    let heard = world.heard.lock().expect("no panic");
    assert!(heard.contains("set-variable"), "the history was read");
    assert!(!heard.contains(CANARY));
    assert!(!heard.contains(&NUMBER.to_string()));
}
