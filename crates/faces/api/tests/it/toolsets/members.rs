//! What is in a toolset.

use serde_json::json;

use super::{READING, build};
use crate::fixture::{ApiFixture, strings};

#[tokio::test]
async fn members_take_every_form() {
    let world = ApiFixture::shop().await;
    world
        .patch("/annotations/shop.list_books", json!({"read_only": true}))
        .gives(200)
        .await;
    let id = world.json("/tools/shop.delete_book").await["ref_id"].clone();
    let pinned = json!({"tool": "shop.delete_book", "ref_id": id});
    let forms = json!([
        {"tool": "shop.a/b c"},
        pinned,
        {"ref_id": id},
        {"hint": "read_only", "value": true, "source": "shop"},
        {"pattern": "shop.add_*"},
    ]);
    let view = build(&world, json!({"name": "forms", "members": forms})).await;
    let shown = json!([
        "shop.a/b c", pinned, {"ref_id": id}, "shop:read_only=true", "shop.add_*",
    ]);
    assert_eq!(view["members"], shown);
    let tools = [
        "shop.a/b c",
        "shop.delete_book",
        "shop.list_books",
        "shop.add_book",
    ];
    assert_eq!(strings(&view["tools"], "name"), tools);
    // What is shown can be sent back.
    let again = json!({"name": "again", "members": shown});
    assert_eq!(build(&world, again).await["members"], shown);
}

#[tokio::test]
async fn members_come_and_go() {
    let world = ApiFixture::shop().await;
    let id = world.json("/tools/shop.delete_book").await["ref_id"].clone();
    let pinned = json!({"tool": "shop.delete_book", "ref_id": id});
    let made = build(
        &world,
        json!({"name": "reading", "members": ["shop.list_*", pinned]}),
    )
    .await;
    let path = format!("{READING}/members");
    let body = json!({"add": ["shop.add_book", "shop.list_*"], "remove": ["shop.delete_book"],
                      "why": "no deleting"});
    let view = world.post(&path, body).gives(200).await;
    assert_eq!(view["members"], json!(["shop.list_*", "shop.add_book"]));
    assert_ne!(view["version"], made["version"]);
    let again = world
        .post(&path, json!({"add": ["shop.add_book"]}))
        .gives(200)
        .await;
    assert_eq!(again["version"], view["version"], "nothing was new");
    for (body, status, kind, part) in [
        (json!({}), 422, "invalid", "there is nothing to do"),
        (
            json!({"remove": ["shop.list_books"]}),
            404,
            "unknown",
            "`shop.list_books` is no member of the toolset `reading`; a tool that a pattern",
        ),
        (
            json!({"add": ["shop.nope"]}),
            404,
            "unknown",
            "there is no tool `shop.nope`",
        ),
        (
            json!({"add": ["shop.*"], "remove": ["shop.*"]}),
            422,
            "invalid",
            "added and removed at once",
        ),
        (
            json!({"add": ["shop.*", "shop.*"]}),
            422,
            "invalid",
            "is there twice",
        ),
        (
            json!({"add": "shop.*"}),
            422,
            "invalid",
            "it should be an object with `add`",
        ),
    ] {
        world.post(&path, body).refused(status, kind, part).await;
    }
    let stale = world
        .post(&path, json!({"add": ["shop.*"]}))
        .header("if-match", "\"v0\"");
    stale
        .refused(412, "changed", "the toolset `reading` has changed")
        .await;
    let nowhere = world.post("/toolsets/nope/members", json!({"add": ["shop.*"]}));
    nowhere
        .refused(404, "unknown", "there is no toolset `nope`")
        .await;
    let now = world.json(READING).await;
    assert_eq!(now["version"], view["version"], "nothing was changed");
}

#[tokio::test]
async fn what_names_nothing_is_told() {
    let world = ApiFixture::shop().await;
    let id = world.json("/tools/shop.add_book").await["ref_id"].clone();
    let other = json!({"tool": "shop.list_books", "ref_id": id});
    let refused = world.post("/toolsets", json!({"name": "pinned", "members": [other]}));
    let part = "`shop.list_books` is no longer what the id";
    refused.refused(404, "unknown", part).await;
    let body = json!({"name": "odd", "members": ["shop.list_*", "open_world=true"]});
    let view = build(&world, body).await;
    let missing = json!([{"member": "open_world=true", "reason": "nothing-fits",
                          "why": "no tool fits"}]);
    assert_eq!(view["missing"], missing);
    assert_eq!(view["missing_count"], 1);
}
