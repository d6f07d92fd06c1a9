//! Tokens that were forged, cut, expired, taken back, or made for another gateway.

use candor_testkit::ApiClient;
use std::time::Duration;

use serde_json::json;

use crate::approvals::guarded::{GuardedGateway, HttpAnswer, fetch, pool, token, until};
use crate::approvals::message_client::{MessageClient, NOTHING};

/// What a token comes to at every face.
async fn tried(guarded: &GuardedGateway, token: &str) -> [HttpAnswer; 4] {
    let api = guarded.candor.at("/api/v1/approvals");
    let page = guarded.candor.at("/approvals");
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string();
    let mcp = pool(Some(token))
        .post(guarded.candor.url())
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    [
        fetch(pool(Some(token)).get(api)).await,
        fetch(pool(Some(token)).get(&page)).await,
        fetch(mcp.body(ping)).await,
        fetch(pool(Some(token)).get(guarded.candor.at("/metrics"))).await,
    ]
}

/// It is let in nowhere, and told nowhere what was wrong with it.
async fn refused(guarded: &GuardedGateway, token: &str) {
    for answer in tried(guarded, token).await {
        assert_eq!(answer.status, 401, "`{token}`: {}", answer.text);
        let secret = token.len() > 20 && answer.text.contains(token);
        assert!(!secret, "{}", answer.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_very_token_is_let_in() {
    let people = [("ann", "admin"), ("bob", "viewer")];
    let (guarded, tokens) = GuardedGateway::closed("", &people).await;
    let (_, elsewhere) = GuardedGateway::closed("", &people[..1]).await;
    let [ann, bob] = [&tokens[0], &tokens[1]];
    assert_eq!(guarded.approver_of(ann).get("/approvals").await.status, 200);

    let api = |token: &str| guarded.approver_of(token);
    for length in 0..ann.len() {
        let cut = api(&ann[..length]).get("/approvals").await;
        assert_eq!(cut.status, 401, "{length}: {}", cut.text);
    }
    for at in 0..ann.len() {
        let other = if &ann[at..=at] == "0" { "1" } else { "0" };
        let changed = format!("{}{other}{}", &ann[..at], &ann[at + 1..]);
        let answer = api(&changed).get("/approvals").await;
        assert_eq!(answer.status, 401, "{at}: {}", answer.text);
    }
    let (id, secret) = ann.rsplit_once('_').expect("two parts");
    let (of_bob, _) = bob.rsplit_once('_').expect("two parts");
    for forged in [
        format!("{of_bob}_{secret}"),
        format!("{id}_{}", "0".repeat(64)),
        format!("{id}_{secret}0"),
        format!("{id}__{secret}"),
        format!("{ann} {bob}"),
        format!("{ann},{bob}"),
        ann.replace("candor_", ""),
        ann.replace("candor_", "CANDOR_"),
        "x".repeat(8_000),
        "local".to_owned(),
        elsewhere[0].clone(),
    ] {
        refused(&guarded, &forged).await;
    }
    // In an address a token is not looked for.
    let url = guarded
        .candor
        .at(&format!("/api/v1/approvals?token={ann}&access_token={ann}"));
    assert_eq!(fetch(pool(None).get(url)).await.status, 401);
    // Two of them are none, also if both are right; neither is another scheme.
    let url = guarded.candor.at("/api/v1/approvals");
    let bearer = format!("Bearer {ann}");
    let twice = pool(None).get(&url).header("authorization", &bearer);
    let twice = fetch(twice.header("authorization", &bearer)).await;
    assert_eq!(twice.status, 401, "{}", twice.text);
    for value in [ann.clone(), format!("Basic {ann}"), format!("Token {ann}")] {
        let answer = fetch(pool(None).get(&url).header("authorization", value)).await;
        assert_eq!(answer.status, 401, "{}", answer.text);
    }
}

/// The secret of a token is hexadecimal, and only as it was given out.
#[tokio::test(flavor = "multi_thread")]
async fn the_case_of_a_token_counts() {
    let (guarded, tokens) = GuardedGateway::closed("", &[("ann", "admin")]).await;
    let (id, secret) = tokens[0].rsplit_once('_').expect("two parts");
    let loud = format!("{id}_{}", secret.to_uppercase());
    assert_ne!(loud, tokens[0]);
    refused(&guarded, &loud).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_over_is_let_in_nowhere() {
    let (guarded, tokens) =
        GuardedGateway::closed("", &[("ann", "admin"), ("bob", "caller,viewer")]).await;
    let admin = guarded.approver_of(&tokens[0]);
    let folder = guarded.candor.folder();
    // It works, and then its time is over.
    let brief = token(folder, "brief", &["--role", "admin", "--expires", "2s"]);
    let approver = ApiClient::new(&guarded.candor, Some(&brief));
    let works = async || (approver.get("/approvals").await.status == 200).then_some(());
    until("a token that was made beside the gateway", works).await;
    let over = async || (approver.get("/approvals").await.status == 401).then_some(());
    until("the end of a token", over).await;
    refused(&guarded, &brief).await;

    // Bob has a session when his token is taken back, and a stream of what happens.
    let wire = MessageClient::legacy(guarded.candor.url(), Some(&tokens[1]), NOTHING).await;
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    assert_eq!(wire.send(&list).await.status, 200);
    let events = guarded.candor.at("/api/v1/approvals/events");
    let mut events = pool(Some(&tokens[1]))
        .get(events)
        .send()
        .await
        .expect("a stream");
    assert_eq!(events.status(), 200);
    let mut listed = admin.items("/tokens").await.into_iter();
    let bob = listed.find(|token| token["name"] == "bob").expect("bob");
    let path = format!("/tokens/{}", bob["id"].as_str().expect("an id"));
    let taken = fetch(admin.request(reqwest::Method::DELETE, &path)).await;
    assert_eq!(taken.status, 204, "{}", taken.text);
    refused(&guarded, &tokens[1]).await;
    assert_eq!(wire.send(&list).await.status, 401);
    let end = async { while let Ok(Some(_)) = events.chunk().await {} };
    let ended = tokio::time::timeout(Duration::from_mins(1), end).await;
    assert!(
        ended.is_ok(),
        "the stream goes on for somebody who may not read it"
    );
}

/// An invalid token is refused also where none is needed, so that a client does not take
/// itself for another caller.
#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_is_wrong_everywhere() {
    let guarded = GuardedGateway::open("").await;
    assert_eq!(guarded.approver().get("/approvals").await.status, 200);
    for forged in ["candor_x", "", "local"] {
        for answer in tried(&guarded, forged).await {
            assert_eq!(answer.status, 401, "`{forged}`: {}", answer.text);
        }
    }
}
