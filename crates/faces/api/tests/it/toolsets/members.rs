//! What is in a toolset.

use serde_json::json;

use super::READING;
use crate::fixture::{ApiFixture, refuse_all, strings};

#[tokio::test]
async fn members_take_every_form() {
    let world = ApiFixture::shop().await;
    world
        .patched("/annotations/shop.list_books", json!({"read_only": true}))
        .await;
    let id = world.ref_id("shop.delete_book").await;
    let pinned = json!({"tool": "shop.delete_book", "ref_id": id});
    let forms = json!([
        {"tool": "shop.a/b c"},
        pinned,
        {"ref_id": id},
        {"hint": "read_only", "value": true, "source": "shop"},
        {"pattern": "shop.add_*"},
    ]);
    let view = world.toolset_of("forms", forms).await;
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
    assert_eq!(world.toolset(again).await["members"], shown);
}

#[tokio::test]
async fn members_come_and_go() {
    let world = ApiFixture::shop().await;
    let id = world.ref_id("shop.delete_book").await;
    let pinned = json!({"tool": "shop.delete_book", "ref_id": id});
    let made = world
        .toolset_of("reading", json!(["shop.list_*", pinned]))
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
    let rows = json!([
        [422, "invalid", {}, "there is nothing to do"],
        [404, "unknown", {"remove": ["shop.list_books"]},
         "`shop.list_books` is no member of the toolset `reading`; a tool that a pattern"],
        [404, "unknown", {"add": ["shop.nope"]}, "there is no tool `shop.nope`"],
        [422, "invalid", {"add": ["shop.*"], "remove": ["shop.*"]}, "added and removed at once"],
        [422, "invalid", {"add": ["shop.*", "shop.*"]}, "is there twice"],
        [422, "invalid", {"add": "shop.*"}, "it should be an object with `add`"],
    ]);
    refuse_all(&rows, |body| world.post(&path, body)).await;
    let stale = world
        .post(&path, json!({"add": ["shop.*"]}))
        .if_match("\"v0\"");
    stale
        .refused(412, "changed", "the toolset `reading` has changed")
        .await;
    let nowhere = world.post("/toolsets/nope/members", json!({"add": ["shop.*"]}));
    nowhere.unknown("there is no toolset `nope`").await;
    let now = world.json(READING).await;
    assert_eq!(now["version"], view["version"], "nothing was changed");
}

#[tokio::test]
async fn what_names_nothing_is_told() {
    let world = ApiFixture::shop().await;
    let id = world.ref_id("shop.add_book").await;
    let other = json!({"tool": "shop.list_books", "ref_id": id});
    let refused = world.post("/toolsets", json!({"name": "pinned", "members": [other]}));
    let part = "`shop.list_books` no longer has the id";
    refused.unknown(part).await;
    let body = json!({"name": "odd", "members": ["shop.list_*", "open_world=true"]});
    let view = world.toolset(body).await;
    let missing = json!([{"member": "open_world=true", "reason": "nothing-fits",
                          "why": "no tool fits"}]);
    assert_eq!(view["missing"], missing);
    assert_eq!(view["missing_count"], 1);
}
