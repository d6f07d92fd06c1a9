//! `/audit`.

use candor_model::SourceTrust;
use serde_json::json;

use crate::fixture::{ApiFixture, ApiFixtureBuilder, SHOP, count, shows, strings};

#[tokio::test]
async fn changes_say_who_when_what_and_why() {
    let world = ApiFixture::shop().await;
    let path = "/annotations/shop.add_book";
    let body = json!({"idempotent": true, "why": "tried it"});
    world.patched(path, body).await;
    world.patched(path, json!({"idempotent": "unset"})).await;
    world.environment("prod").await;
    let page = world.json("/audit/changes").await;
    let actions = strings(&page["items"], "action");
    assert_eq!(
        actions,
        [
            "environment.create",
            "annotations.amend",
            "annotations.amend"
        ],
        "newest first"
    );
    let first = &page["items"][2];
    shows!(first, {"who": "local", "door": "api", "why": "tried it", "subject": "shop.add_book"});
    shows!(first, {"old": null, "new": {"idempotent": true}});
    assert!(first["at"].as_str().is_some_and(|at| at.ends_with('Z')));
    let second = &page["items"][1];
    shows!(second, {"old": {"idempotent": true}, "new": {"idempotent": "unset"}});
    for (query, expect) in [
        ("?subject=shop.add_book", 2),
        ("?action=environment", 1),
        ("?who=local", 3),
        ("?who=ada", 0),
        ("?action=annotations&limit=1", 1),
    ] {
        let page = world.json(&format!("/audit/changes{query}")).await;
        assert_eq!(count(&page), expect, "{query}");
    }
    let ask = world.get("/audit/changes?door=api");
    ask.refused(
        400,
        "malformed",
        "unknown field `door`, expected one of `subject`",
    )
    .await;
}

#[tokio::test]
async fn calls_say_how_they_ended() {
    let world = ApiFixture::shop().await;
    world.call("shop.add_book").await;
    world.call("shop.list_books").await;
    let there = |page: &serde_json::Value| count(page) == 2;
    let page = world.until("/audit/calls", there).await;
    assert_eq!(
        strings(&page["items"], "target"),
        ["list_books", "add_book"]
    );
    let call = &page["items"][1];
    shows!(call, {
        "source": "shop", "kind": "tool", "outcome": "ok", "principal": "local",
        "revision": "2025-11-25", "request_bytes": 100,
    });
    assert_eq!(call["arguments"].as_str().map(str::len), Some(64));
    let at = call["at"].as_str().expect("a moment").to_owned();
    let later = page["items"][0]["at"]
        .as_str()
        .expect("a moment")
        .to_owned();
    for (query, expect) in [
        ("?target=add_book".to_owned(), 1),
        ("?source=shop&outcome=ok".to_owned(), 2),
        ("?outcome=refused".to_owned(), 0),
        (format!("?since={at}"), 2),
        (format!("?since={later}"), 1),
        ("?since=2099-01-01T00:00:00Z".to_owned(), 0),
    ] {
        let page = world.json(&format!("/audit/calls{query}")).await;
        assert_eq!(count(&page), expect, "{query}");
    }
    let first = world.json("/audit/calls?limit=1").await;
    assert_eq!(
        first["next"], first["items"][0]["id"],
        "the cursor is the id"
    );
    let next = first["next"].as_str().expect("a cursor");
    let second = world
        .json(&format!("/audit/calls?limit=1&after={next}"))
        .await;
    assert_eq!(strings(&second["items"], "target"), ["add_book"]);
    assert_eq!(second["next"], json!(null));
    for (query, part) in [
        (
            "?since=yesterday",
            "`since` is `yesterday`; it takes a moment such as",
        ),
        (
            "?outcome=fine",
            "unknown variant `fine`, expected one of `ok`",
        ),
        ("?source=a%20b", "the name `a b` holds ` `"),
        ("?after=x", "`after` is `x`"),
    ] {
        let ask = world.get(&format!("/audit/calls{query}"));
        ask.refused(400, "malformed", part).await;
    }
}

#[tokio::test]
async fn an_answer_that_was_kept_says_so() {
    let plan = ApiFixtureBuilder::default();
    let world = plan.tools("shop", SHOP, SourceTrust::Trusted).start().await;
    let body = json!({"open_world": false});
    let path = "/annotations/shop.list_books";
    world.patched(path, body).await;
    let keep = world.put("/policy/preferences", json!({"cache_ms": 60_000}));
    keep.if_match("*").gives(200).await;
    world.call("shop.list_books").await;
    world.call("shop.list_books").await;
    let there = |page: &serde_json::Value| count(page) == 2;
    let page = world.until("/audit/calls", there).await;
    let (first, second) = (&page["items"][1], &page["items"][0]);
    shows!(first, {"attempts": 1, "reused": null});
    assert_eq!(second["attempts"], 0);
    assert!(second["reused"]["kept_ms"].is_u64(), "{second}");
    assert_eq!(second["reused"]["shared_with"], json!(null));
    let hints = json!({
        "read_only": true, "destructive": false, "idempotent": null, "open_world": false,
    });
    assert_eq!(second["hints"], hints);
    assert_eq!(second["approval"], json!(null));
    assert!(second["decision"].is_string());
}
