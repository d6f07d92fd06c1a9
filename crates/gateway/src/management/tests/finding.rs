//! `search-tools` and `describe-tool`.

use serde_json::{Value, json};

use super::fixture::{ManagementFixture, world};
use crate::Endpoint;

fn found(answer: &Value) -> Vec<&str> {
    let results = answer["results"].as_array().expect("results").iter();
    results
        .map(|one| one["name"].as_str().expect("a name"))
        .collect()
}

async fn first(world: &ManagementFixture, query: &str) -> String {
    let answer = world.done("search-tools", json!({"query": query})).await;
    found(&answer)
        .first()
        .map(|name| (*name).to_owned())
        .unwrap_or_default()
}

#[tokio::test]
async fn tools_are_found_by_what_they_do() {
    let world = world().await;
    for (query, expect) in [
        ("shop.delete_book", "shop_delete_book"),
        ("remove a book", "shop_delete_book"),
        ("delet bok isbn", "shop_delete_book"),
        ("read document", "files_read"),
        ("zzzzzz", ""),
    ] {
        assert_eq!(first(&world, query).await, expect, "{query}");
    }
    let answer = world
        .done("search-tools", json!({"query": "shop book", "limit": 2.0}))
        .await;
    assert_eq!(found(&answer).len(), 2);
    assert!(answer["total"].as_u64() > Some(2), "{answer}");
    let scores: Vec<_> = [0, 1]
        .map(|at| answer["results"][at]["score"].as_f64())
        .to_vec();
    assert!(scores[0] >= scores[1]);

    let answer = world
        .done("search-tools", json!({"query": "shop.list_books"}))
        .await;
    let best = &answer["results"][0];
    assert_eq!(best["namespacedName"], "shop.list_books");
    assert_eq!(best["title"], "List books");
    assert_eq!(best["description"], "Lists the books that are for sale.");
    assert_eq!(
        (&best["readOnly"], &best["destructive"]),
        (&json!(true), &json!(false))
    );
    let answer = world
        .done("search-tools", json!({"query": "shop.change"}))
        .await;
    assert_eq!(answer["results"][0]["idempotent"], Value::Null);
}

#[tokio::test]
async fn only_what_is_served_here_is_found() {
    let world = world().await;
    world
        .build("reading", &["files.read", "shop.list_books"])
        .await;
    let elsewhere = world
        .call_at("reading", "search-tools", json!({"query": "delete book"}))
        .await;
    assert_eq!(found(&elsewhere.structured), ["shop_list_books"]);
    world
        .done("equip-toolset", json!({"name": "reading"}))
        .await;
    let here = world
        .done("search-tools", json!({"query": "shop.delete_book"}))
        .await;
    assert!(!found(&here).contains(&"shop_delete_book"));
    let answer = world
        .failed("describe-tool", json!({"name": "shop_delete_book"}))
        .await;
    let error = answer["error"].as_str().expect("an error");
    assert!(
        error.starts_with("there is no tool `shop_delete_book` here; "),
        "{error}"
    );
    let gone = world
        .call_at("nobody", "search-tools", json!({"query": "x"}))
        .await;
    assert!(gone.is_error && gone.structured["error"].to_string().contains("`nobody`"));
}

/// A tool is found by its notes as soon as they are added.
#[tokio::test]
async fn notes_are_searched() {
    let world = world().await;
    world
        .build("reading", &["files.read", "shop.list_books"])
        .await;
    world
        .done("equip-toolset", json!({"name": "reading"}))
        .await;
    assert_eq!(first(&world, "minutes").await, "");
    let arguments = json!({
        "toolRef": {"namespacedName": "files.read"},
        "notes": [{"name": "where", "note": "The minutes of meetings are here."}],
    });
    world.done("add-tool-annotation", arguments).await;
    assert_eq!(first(&world, "minutes").await, "files_read");
}

#[tokio::test]
async fn a_tool_is_described_whole() {
    let world = world().await;
    let by_name = world
        .done("describe-tool", json!({"name": "shop.list_books"}))
        .await;
    let by_exposed = world
        .done("describe-tool", json!({"name": "shop_list_books"}))
        .await;
    assert_eq!(by_name, by_exposed);
    let tool = &by_name["tool"];
    assert_eq!(tool["name"], "shop_list_books");
    assert_eq!(tool["annotations"]["readOnlyHint"], true);
    assert_eq!(tool["inputSchema"]["properties"]["page"]["type"], "integer");
    assert_eq!(by_name["namespacedName"], "shop.list_books");
    assert_eq!(
        by_name["refId"],
        world.ref_id("shop.list_books").await.as_str()
    );
    let hint = json!({
        "value": true,
        "says": "read-only: true, declared by source `shop`",
        "layer": "declared",
    });
    assert_eq!(by_name["hints"]["readOnly"], hint);
    assert_eq!(by_name["hints"]["destructive"]["value"], false);
    let answer = world
        .done("describe-tool", json!({"name": "shop_change"}))
        .await;
    let unset = json!({"value": null, "says": "idempotent: not set"});
    assert_eq!(answer["hints"]["idempotent"], unset);

    let answer = world
        .failed("describe-tool", json!({"name": "shop_list_boks"}))
        .await;
    let expect = "there is no tool `shop_list_boks` here; did you mean `shop_list_books`?";
    assert_eq!(answer, json!({"error": expect}));
    let answer = world
        .failed("describe-tool", json!({"name": "\u{7}".repeat(300)}))
        .await;
    let error = answer["error"].as_str().expect("an error");
    assert!(error.len() < 1_000 && error.ends_with("search-tools finds those that there are"));
}

/// One cache per offer, which is dropped with it.
#[tokio::test]
async fn what_is_worked_out_is_kept_with_its_offer() {
    let world = world().await;
    let offer = || {
        world
            .gateway
            .catalogue()
            .offer(&Endpoint::default())
            .expect("an offer")
    };
    let before = offer();
    assert!(std::ptr::eq(before.costs(), offer().costs()));
    world.build("reading", &["files.read"]).await;
    world
        .done("equip-toolset", json!({"name": "reading"}))
        .await;
    assert_eq!(offer().costs().each.len(), 1);
    // The old offer keeps its own cache.
    assert_eq!(before.costs().each.len(), 5);
}
