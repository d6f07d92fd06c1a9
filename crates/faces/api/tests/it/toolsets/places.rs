//! What a toolset is seen as, and from where.

use serde_json::json;

use super::READING;
use crate::fixture::{ApiFixture, refuse_all, shows, strings};

#[tokio::test]
async fn in_a_toolset_there_are_only_its_tools() {
    let world = ApiFixture::shop().await;
    world
        .toolset_of("reading", json!(["shop.list_*", "shop.add_book"]))
        .await;
    let inside = ["shop.add_book", "shop.list_books"];
    assert_eq!(world.names("?toolset=reading").await, inside);
    assert_eq!(
        world.names("?toolset=reading&q=add").await,
        ["shop.add_book"]
    );
    world.json("/tools/shop.add_book?toolset=reading").await;
    let outside = world.get("/tools/shop.delete_book?toolset=reading");
    let part = "`shop.delete_book` is not in the toolset `reading`";
    outside.unknown(part).await;
    for path in [
        "/tools?toolset=nope",
        "/tools/shop.add_book?toolset=nope",
        "/annotations?toolset=nope",
        "/annotations/shop.add_book?toolset=nope",
    ] {
        world.get(path).unknown("there is no toolset `nope`").await;
    }
    // Whatever is equipped, the API shows everything that there is.
    world
        .put("/equipped", json!({"toolset": "reading"}))
        .gives(200)
        .await;
    assert_eq!(world.names("").await.len(), 4);
    world.json("/tools/shop.delete_book").await;
}

#[tokio::test]
async fn annotations_count_in_their_toolset_only() {
    let world = ApiFixture::shop().await;
    world.toolset_of("reading", json!(["shop.*"])).await;
    let path = "/annotations/shop.add_book?toolset=reading";
    let said = world
        .patch(path, json!({"destructive": true}))
        .sent(200)
        .await;
    let entry = said.json();
    shows!(entry, {"scope": "toolset", "toolset": "reading"});
    let there = world
        .get("/tools/shop.add_book?toolset=reading")
        .send()
        .await;
    assert_eq!(there.etag(), said.etag());
    assert_eq!(there.json()["effective"]["destructive"]["layer"], "toolset");
    let here = world.json("/tools/shop.add_book").await;
    assert_ne!(here["hints"]["destructive"], true);
    world
        .patched("/annotations/shop.*", json!({"idempotent": true}))
        .await;
    let list = world.json("/annotations?toolset=reading").await;
    assert_eq!(strings(&list["items"], "about"), ["shop.add_book"]);
    let list = world.json("/annotations").await;
    assert_eq!(
        strings(&list["items"], "about"),
        ["shop.*", "shop.add_book"]
    );
    world.environment("prod").await;
    for ask in [
        world.get("/annotations?toolset=reading&environment=prod"),
        world.patch(
            &format!("{path}&environment=prod"),
            json!({"read_only": false}),
        ),
    ] {
        ask.refused(400, "malformed", "an environment and a toolset")
            .await;
    }
    let both = world
        .get("/tools/shop.add_book?toolset=reading&environment=prod")
        .send()
        .await;
    assert_eq!(both.etag(), said.etag(), "the toolset is heard last");
    world.delete(path).if_match(said.etag()).sent(204).await;
    assert_eq!(
        world.json("/annotations?toolset=reading").await["items"],
        json!([])
    );
}

#[tokio::test]
async fn equipping_and_letting_go() {
    let world = ApiFixture::shop().await;
    world.toolset_of("reading", json!(["shop.list_*"])).await;
    let before = world.json("/equipped").await;
    shows!(before, {"toolset": null, "tool_count": 4, "endpoint": "/mcp"});
    let body = json!({"toolset": "reading", "why": "focus"});
    let now = world.put("/equipped", body).gives(200).await;
    shows!(now, {"toolset": "reading", "tool_count": 1});
    assert_eq!(now, world.json("/equipped").await);
    let view = world.json(READING).await;
    assert_eq!(
        (&view["equipped"], &view["tokens"]),
        (&json!(true), &now["tokens"])
    );
    let rows = json!([
        [422, "invalid", {}, "missing field `toolset`"],
        [422, "invalid", {"toolset": 7}, "a name or null"],
        [404, "unknown", {"toolset": "nope"}, "there is no toolset `nope`"],
        [422, "invalid", {"toolset": "NOPE"}, "`NOPE` cannot be the name"],
    ]);
    refuse_all(&rows, |body| world.put("/equipped", body)).await;
    assert_eq!(now, world.json("/equipped").await, "nothing was changed");
    world.delete(READING).if_match("*").sent(204).await;
    assert_eq!(before, world.json("/equipped").await);
    let all = world
        .put("/equipped", json!({"toolset": null}))
        .gives(200)
        .await;
    assert_eq!(before, all);
}
