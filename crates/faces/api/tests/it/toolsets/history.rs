//! Renamed, copied and brought back.

use candor_model::{ChangeAuthor, ChangeChannel, ToolsetName};
use serde_json::json;

use super::READING;
use crate::fixture::{ApiFixture, refuse_all, shows, strings};

#[tokio::test]
async fn a_new_name_takes_everything_along() {
    let world = ApiFixture::shop().await;
    world.toolset_of("reading", json!(["shop.*"])).await;
    world.toolset(json!({"name": "other"})).await;
    world
        .put("/equipped", json!({"toolset": "reading"}))
        .gives(200)
        .await;
    let said = "/annotations/shop.add_book?toolset=reading";
    world.patched(said, json!({"destructive": true})).await;
    let taken = world.patch(READING, json!({"name": "other"})).if_match("*");
    taken
        .refused(409, "exists", "toolset `other` exists already")
        .await;
    let rename = world
        .patch(READING, json!({"name": "looking"}))
        .if_match("*");
    let view = rename.gives(200).await;
    shows!(view, {"name": "looking", "equipped": true});
    world
        .get(READING)
        .unknown("there is no toolset `reading`")
        .await;
    assert_eq!(world.json("/equipped").await["toolset"], "looking");
    let tool = world.json("/tools/shop.add_book?toolset=looking").await;
    assert_eq!(tool["effective"]["destructive"]["layer"], "toolset");
}

#[tokio::test]
async fn a_copy_is_whole_and_its_own() {
    let world = ApiFixture::shop().await;
    let body = json!({"name": "reading", "members": ["shop.*"], "budget": 500});
    world.toolset(body).await;
    let note = json!({"tool": "shop.add_book", "notes": [{"name": "isbn", "note": "Give it."}]});
    world
        .post(&format!("{READING}/notes"), note)
        .gives(200)
        .await;
    let said = "/annotations/shop.add_book?toolset=reading";
    world.patched(said, json!({"destructive": true})).await;

    let path = format!("{READING}/clone");
    let made = world.post(&path, json!({"name": "copy"})).sent(201).await;
    assert_eq!(made.header("location"), Some("/api/v1/toolsets/copy"));
    let view = made.json();
    shows!(view, {"name": "copy", "budget": 500, "members": ["shop.*"]});
    let notes = world.json("/toolsets/copy/notes").await;
    assert_eq!(notes["items"][0]["notes"][0]["name"], "isbn");
    let tool = world.json("/tools/shop.add_book?toolset=copy").await;
    assert_eq!(tool["effective"]["destructive"]["layer"], "toolset");

    world
        .delete("/toolsets/copy/notes/shop.add_book/isbn")
        .sent(204)
        .await;
    let notes = world.json(&format!("{READING}/notes")).await;
    assert_eq!(
        notes["items"][0]["notes"][0]["name"], "isbn",
        "the original is as it was"
    );
    let rows = json!([
        [409, "exists", {"name": "copy"}, "toolset `copy` exists already"],
        [409, "exists", {"name": "reading"}, "toolset `reading` exists already"],
        [422, "invalid", {"name": "C"}, "`C` cannot be the name"],
        [422, "invalid", {}, "missing field `name`"],
    ]);
    refuse_all(&rows, |body| world.post(&path, body)).await;
    let nowhere = world.post("/toolsets/nope/clone", json!({"name": "c2"}));
    nowhere.unknown("there is no toolset `nope`").await;
}

/// A version is the whole toolset: what is said about tools in it comes back, too.
#[tokio::test]
async fn what_was_said_comes_back() {
    let world = ApiFixture::shop().await;
    world.toolset_of("reading", json!(["shop.*"])).await;
    let said = "/annotations/shop.add_book?toolset=reading";
    let seen = async || {
        let tool = world.json("/tools/shop.add_book?toolset=reading").await;
        let shown = tool["definition"]["annotations"]["destructiveHint"].clone();
        (shown, tool["effective"]["destructive"]["layer"].clone())
    };
    let before = seen().await;
    let say = |value: bool| world.patch(said, json!({"destructive": value, "why": "house rule"}));
    say(true).gives(200).await;
    let with = world.json(READING).await["version"].clone();
    assert_eq!(seen().await, (json!(true), json!("toolset")));
    say(false).gives(200).await;
    assert_eq!(seen().await, (json!(false), json!("toolset")));
    let without = world.json(&format!("{READING}/versions")).await;
    let items = without["items"].as_array().expect("versions").clone();
    assert_eq!(items.len(), 3, "made, and said twice");
    assert_eq!(items[1]["version"], with);
    let kept = &items[1]["toolset"]["annotations"][0];
    assert_eq!(kept["about"], "shop.add_book");
    assert_eq!(items[2]["toolset"]["annotations"], json!([]));

    let restore = |version: &serde_json::Value| {
        world.post(&format!("{READING}/restore"), json!({"version": version}))
    };
    restore(&with).gives(200).await;
    assert_eq!(seen().await, (json!(true), json!("toolset")));
    restore(&items[2]["version"]).gives(200).await;
    assert_eq!(seen().await, before, "as when it was made");
    world.delete(READING).if_match("*").sent(204).await;
    restore(&with).gives(200).await;
    assert_eq!(seen().await, (json!(true), json!("toolset")));
    // Twice is once.
    let now = world.json(READING).await["version"].clone();
    let again = restore(&with).gives(200).await;
    assert_eq!(again["version"], now);
}

/// Many copies at once: each is whole, and of those with one name there is one.
#[tokio::test]
async fn copies_at_once() {
    let world = ApiFixture::shop().await;
    world.toolset_of("reading", json!(["shop.*"])).await;
    let said = "/annotations/shop.add_book?toolset=reading";
    let say = world.patch(said, json!({"destructive": true}));
    say.gives(200).await;
    let parse = |name: &str| ToolsetName::parse(name).expect("a name");
    let names = (0..8).map(|at| format!("copy-{at}"));
    let names = names.chain((0..4).map(|_| "same".to_owned()));
    let tasks: Vec<_> = names
        .map(|name| {
            let (gateway, from, to) = (world.gateway.clone(), parse("reading"), parse(&name));
            let author = ChangeAuthor {
                name: "ada".to_owned(),
                channel: ChangeChannel::Api,
                why: None,
            };
            tokio::spawn(async move {
                let made = gateway.editor().clone_toolset(&author, &from, &to).await;
                (name, made.is_ok())
            })
        })
        .collect();
    let mut made = Vec::new();
    for task in tasks {
        made.push(task.await.expect("a task"));
    }
    for name in (0..8)
        .map(|at| format!("copy-{at}"))
        .chain(["same".to_owned()])
    {
        let own = made
            .iter()
            .filter(|(one, is_made)| *one == name && *is_made);
        assert_eq!(own.count(), 1, "{name}: {made:?}");
        let tool = world
            .json(&format!("/tools/shop.add_book?toolset={name}"))
            .await;
        assert_eq!(
            tool["effective"]["destructive"]["layer"], "toolset",
            "{name}"
        );
    }
}

#[tokio::test]
async fn what_was_can_be_brought_back() {
    let world = ApiFixture::shop().await;
    let body = json!({"name": "reading", "members": ["shop.list_books"], "why": "first"});
    let first = world.toolset(body).await["version"].clone();
    let body = json!({"members": ["shop.*"], "why": "more"});
    let edit = world.patch(READING, body).if_match("*");
    edit.gives(200).await;
    let versions = world.json(&format!("{READING}/versions")).await;
    let items = &versions["items"];
    assert_eq!(strings(items, "why"), ["more", "first"]);
    assert_eq!(strings(items, "door"), ["api", "api"]);
    assert_eq!(items[1]["version"], first);
    assert_eq!(items[1]["toolset"]["members"], json!(["shop.list_books"]));
    let page = world.json(&format!("{READING}/versions?limit=1")).await;
    let next = page["next"].as_str().expect("more");
    let rest = world
        .json(&format!("{READING}/versions?limit=1&after={next}"))
        .await;
    assert_eq!(rest["items"][0]["version"], first);
    assert_eq!(rest["next"], json!(null));
    let odd = world.get(&format!("{READING}/versions?after=Nw"));
    odd.refused(400, "malformed", "no cursor of this list")
        .await;

    let path = format!("{READING}/restore");
    let body = json!({"version": first});
    let view = world.post(&path, body.clone()).gives(200).await;
    assert_eq!(view["members"], json!(["shop.list_books"]));
    assert_ne!(view["version"], first, "it is a change like any other");
    world.delete(READING).if_match("*").sent(204).await;
    let versions = world.json(&format!("{READING}/versions")).await;
    assert_eq!(
        versions["items"][0]["toolset"],
        json!(null),
        "it was deleted"
    );
    let deleted = json!({"version": versions["items"][0]["version"]});
    let rows = json!([
        [404, "unknown", {"version": 999}, "has no version 999 to go back to"],
        [404, "unknown", deleted, "to go back to"],
        [422, "invalid", {"version": "1"}, "it should be an object with `version`"],
    ]);
    refuse_all(&rows, |body| world.post(&path, body)).await;
    world.post(&path, body).gives(200).await;
    assert_eq!(world.names("?toolset=reading").await, ["shop.list_books"]);
}
