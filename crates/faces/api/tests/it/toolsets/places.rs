//! What a toolset is seen as, and from where.

use serde_json::json;

use super::{READING, build};
use crate::fixture::{ApiFixture, strings};

#[tokio::test]
async fn in_a_toolset_there_are_only_its_tools() {
    let world = ApiFixture::shop().await;
    build(
        &world,
        json!({"name": "reading", "members": ["shop.list_*", "shop.add_book"]}),
    )
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
    outside.refused(404, "unknown", part).await;
    for path in [
        "/tools?toolset=nope",
        "/tools/shop.add_book?toolset=nope",
        "/annotations?toolset=nope",
        "/annotations/shop.add_book?toolset=nope",
    ] {
        world
            .get(path)
            .refused(404, "unknown", "there is no toolset `nope`")
            .await;
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
    build(&world, json!({"name": "reading", "members": ["shop.*"]})).await;
    let path = "/annotations/shop.add_book?toolset=reading";
    let said = world.patch(path, json!({"destructive": true})).send().await;
    assert_eq!(said.status, 200, "{}", said.text);
    let entry = said.json();
    assert_eq!(
        (&entry["scope"], &entry["toolset"]),
        (&json!("toolset"), &json!("reading"))
    );
    let there = world
        .get("/tools/shop.add_book?toolset=reading")
        .send()
        .await;
    assert_eq!(there.etag(), said.etag());
    assert_eq!(there.json()["effective"]["destructive"]["layer"], "toolset");
    let here = world.json("/tools/shop.add_book").await;
    assert_ne!(here["hints"]["destructive"], true);
    world
        .patch("/annotations/shop.*", json!({"idempotent": true}))
        .gives(200)
        .await;
    let list = world.json("/annotations?toolset=reading").await;
    assert_eq!(strings(&list["items"], "about"), ["shop.add_book"]);
    let list = world.json("/annotations").await;
    assert_eq!(
        strings(&list["items"], "about"),
        ["shop.*", "shop.add_book"]
    );
    world
        .post("/environments", json!({"name": "prod"}))
        .gives(201)
        .await;
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
    let gone = world.delete(path).header("if-match", said.etag());
    assert_eq!(gone.send().await.status, 204);
    assert_eq!(
        world.json("/annotations?toolset=reading").await["items"],
        json!([])
    );
}

#[tokio::test]
async fn equipping_and_letting_go() {
    let world = ApiFixture::shop().await;
    build(
        &world,
        json!({"name": "reading", "members": ["shop.list_*"]}),
    )
    .await;
    let before = world.json("/equipped").await;
    assert_eq!(
        (&before["toolset"], &before["tool_count"]),
        (&json!(null), &json!(4))
    );
    assert_eq!(before["endpoint"], "/mcp");
    let body = json!({"toolset": "reading", "why": "focus"});
    let now = world.put("/equipped", body).gives(200).await;
    assert_eq!(
        (&now["toolset"], &now["tool_count"]),
        (&json!("reading"), &json!(1))
    );
    assert_eq!(now, world.json("/equipped").await);
    let view = world.json(READING).await;
    assert_eq!(
        (&view["equipped"], &view["tokens"]),
        (&json!(true), &now["tokens"])
    );
    for (body, status, kind, part) in [
        (json!({}), 422, "invalid", "missing field `toolset`"),
        (json!({"toolset": 7}), 422, "invalid", "a name or null"),
        (
            json!({"toolset": "nope"}),
            404,
            "unknown",
            "there is no toolset `nope`",
        ),
        (
            json!({"toolset": "NOPE"}),
            422,
            "invalid",
            "`NOPE` cannot be the name",
        ),
    ] {
        world
            .put("/equipped", body)
            .refused(status, kind, part)
            .await;
    }
    assert_eq!(now, world.json("/equipped").await, "nothing was changed");
    let gone = world.delete(READING).header("if-match", "*");
    assert_eq!(gone.send().await.status, 204);
    assert_eq!(before, world.json("/equipped").await);
    let all = world
        .put("/equipped", json!({"toolset": null}))
        .gives(200)
        .await;
    assert_eq!(before, all);
}
