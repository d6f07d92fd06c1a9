//! `/suggestions`.

use serde_json::json;

use crate::fixture::{ApiFixture, count, refuse_all, strings};

#[tokio::test]
async fn suggestions_are_listed_and_accepted() {
    let world = ApiFixture::shop().await;
    let page = world.json("/suggestions").await;
    let tools = strings(&page["items"], "tool");
    assert!(tools.contains(&"shop.list_books".to_owned()), "{page}");
    let first = &page["items"][0];
    assert!(
        first["confidence"]
            .as_u64()
            .is_some_and(|percent| (50..=99).contains(&percent))
    );
    assert!(!first["evidence"].as_array().expect("reasons").is_empty());
    let shown = world.json("/tools/shop.list_books").await;
    assert!(
        !shown["suggestions"]
            .as_array()
            .expect("suggestions")
            .is_empty()
    );

    let body = json!({"tool": "shop.list_books", "hint": "read_only", "why": "yes"});
    let accepted = world
        .post("/suggestions/accept", body.clone())
        .gives(200)
        .await;
    assert_eq!(
        accepted["accepted"],
        json!([{"tool": "shop.list_books", "hint": "read_only", "value": true}])
    );
    let tool = world.json("/tools/shop.list_books").await;
    assert_eq!(tool["relied"]["read_only"]["value"], true);
    let says = tool["relied"]["read_only"]["says"].as_str().expect("words");
    assert!(
        says.contains("by local: yes (accepted a suggestion of"),
        "{says}"
    );
    let again = world.post("/suggestions/accept", body);
    again
        .unknown("nothing is suggested about `read_only`")
        .await;
}

#[tokio::test]
async fn a_whole_source_can_be_accepted_above_a_confidence() {
    let world = ApiFixture::shop().await;
    let all = world.json("/suggestions?source=shop").await;
    let sure = world.json("/suggestions?min_confidence=80").await;
    assert!(count(&sure) > 0 && count(&sure) <= count(&all), "{all}");
    let body = json!({"source": "shop", "min_confidence": 80});
    let accepted = world.post("/suggestions/accept", body).gives(200).await;
    assert_eq!(
        accepted["accepted"].as_array().map_or(0, Vec::len),
        count(&sure)
    );
    assert_eq!(
        count(&world.json("/suggestions?min_confidence=80").await),
        0
    );
}

#[tokio::test]
async fn nonsense_is_refused() {
    let world = ApiFixture::shop().await;
    let unclear = "it is not clear what is accepted";
    let rows = json!([
        [422, "invalid", {}, unclear],
        [422, "invalid", {"tool": "shop.list_books", "source": "shop"}, unclear],
        [422, "invalid", {"source": "shop"}, unclear],
        [422, "invalid", {"source": "shop", "min_confidence": 90, "hint": "read_only"}, unclear],
        [422, "invalid", {"source": "shop", "min_confidence": 100}, "`min_confidence` is `100`"],
        [422, "invalid", {"source": "shop", "min_confidence": -1}, "invalid value: integer `-1`"],
        [422, "invalid", {"tool": "shop.list_books", "hint": "safe"},
         "unknown variant `safe`, expected one of `read_only`"],
        [422, "invalid", {"tool": "nodot"}, "`nodot` names no tool"],
        [404, "unknown", {"tool": "shop.list_boooks"}, "did you mean `shop.list_books`?"],
        [404, "unknown", {"source": "zoo", "min_confidence": 50}, "`zoo`"],
        [422, "invalid", {"tool": "shop.list_books", "all": true}, "unknown field `all`"],
    ]);
    refuse_all(&rows, |body| world.post("/suggestions/accept", body)).await;
    let ask = world.get("/suggestions?min_confidence=sure");
    ask.refused(
        400,
        "malformed",
        "`min_confidence` is `sure`; it takes a percentage",
    )
    .await;
    world
        .get("/suggestions?source=zoo")
        .unknown("no source `zoo`")
        .await;
    assert_eq!(
        world.json("/annotations").await["items"],
        json!([]),
        "nothing was said"
    );
}
