//! `/tools`.

use candor_model::SourceTrust;
use serde_json::json;

use crate::fixture::{ApiFixture, ApiFixtureBuilder, refuse_each, shows, strings};

#[tokio::test]
async fn a_list_shows_every_tool_with_what_it_does() {
    let world = ApiFixture::shop().await;
    let page = world.json("/tools").await;
    assert_eq!(
        strings(&page["items"], "name"),
        [
            "shop.a/b c",
            "shop.add_book",
            "shop.delete_book",
            "shop.list_books"
        ]
    );
    assert_eq!(page["next"], json!(null));
    let list = &page["items"][3];
    shows!(list, {
        "exposed": "shop_list_books", "source": "shop", "trust": "untrusted", "title": "List Books",
        "description": "Lists books.",
    });
    assert_eq!(list["hints"]["read_only"], true);
    assert_eq!(list["hints"]["destructive"], false, "it follows");
    assert_eq!(
        list["relied"]["read_only"],
        json!(null),
        "nobody relied upon says so"
    );
    assert_eq!(list["quarantined"], false);
    assert!(list["tokens"].as_u64() > Some(10), "{list}");
    for key in ["hash", "ref_id"] {
        assert_eq!(list[key].as_str().map(str::len), Some(64), "{key}");
    }
    assert_eq!(page["items"][1]["title"], "Add");
    assert_eq!(page["items"][2]["hints"]["destructive"], true);
}

#[tokio::test]
async fn filters_choose() {
    let zoo = r#"[{"name": "feed", "title": "Feed the BEARS", "inputSchema": {"type": "object"},
                   "annotations": {"destructiveHint": false}}]"#;
    let world = ApiFixtureBuilder::shop()
        .tools("zoo", zoo, SourceTrust::Trusted)
        .start()
        .await;
    world
        .post("/environments", json!({"name": "prod"}))
        .sent(201)
        .await;
    world
        .patch("/annotations/shop.add_book", json!({"open_world": false}))
        .sent(200)
        .await;
    world
        .patch(
            "/annotations/zoo.*?environment=prod",
            json!({"read_only": true}),
        )
        .sent(200)
        .await;
    for (query, expect) in [
        ("?source=zoo", &["zoo.feed"][..]),
        ("?q=BOOKS", &["shop.list_books"]),
        ("?q=bears", &["zoo.feed"]),
        ("?read_only=true", &["shop.list_books"]),
        (
            "?read_only=true&environment=prod",
            &["shop.list_books", "zoo.feed"],
        ),
        ("?destructive=true", &["shop.delete_book"]),
        ("?destructive=false&trust=trusted", &["zoo.feed"]),
        ("?open_world=false", &["shop.add_book"]),
        ("?layer=override", &["shop.add_book"]),
        ("?layer=environment", &[]),
        ("?layer=environment&environment=prod", &["zoo.feed"]),
        ("?layer=declared", &["shop.list_books", "zoo.feed"]),
        ("?trust=trusted", &["zoo.feed"]),
        ("?quarantined=true", &[]),
        ("?quarantined=false&source=zoo", &["zoo.feed"]),
        ("?q=nothing%20of%20the%20kind", &[]),
    ] {
        assert_eq!(world.names(query).await, expect, "{query}");
    }
    let unset = world.names("?open_world=unset").await;
    assert!(!unset.contains(&"shop.add_book".to_owned()), "{unset:?}");
}

#[tokio::test]
async fn filters_that_make_no_sense_are_named() {
    let world = ApiFixture::shop().await;
    let list = |query: &str| world.get(&format!("/tools{query}"));
    let parts = json!({
        "?read_only=maybe":
            "read_only: unknown variant `maybe`, expected one of `true`, `false`, `unset`",
        "?layer=top": "expected one of `inferred`, `declared`",
        "?quarantined=1": "quarantined: unknown variant `1`, expected `true` or `false`",
        "?colour=red": "unknown field `colour`, expected one of `source`",
        "?q=a&q=b": "duplicate field `q`",
        "?limit=0": "`limit` is `0`; it takes a number from 1 to 500",
        "?after=%25": "`after` is `%`, which is no cursor of this list",
        "?after=bm8tZG90": "omit it to start from the beginning",
    });
    refuse_each((400, "malformed"), &parts, list).await;
    let parts = json!({
        "?source=shops": "there is no source `shops`",
        "?source=": "a name cannot be empty",
        "?environment=prod": "there is no environment `prod`",
        "?environment=PROD": "`PROD` cannot be the name of an environment",
        "?toolset=reading": "there is no toolset `reading`",
    });
    refuse_each((404, "unknown"), &parts, list).await;
}

#[tokio::test]
async fn one_tool_is_explained_layer_by_layer() {
    let world = ApiFixture::shop().await;
    let why = "it only lists";
    let body = json!({"read_only": true, "title": "Books", "extra": {"a": 1.50}, "why": why});
    let said = world
        .patch("/annotations/shop.list_books", body)
        .sent(200)
        .await;
    let reply = world.get("/tools/shop.list_books").send().await;
    assert_eq!(reply.etag(), said.etag());
    let tool = reply.json();
    assert_eq!(tool["name"], "shop.list_books");
    assert_eq!(tool["hints"]["read_only"], true);
    let read_only = &tool["effective"]["read_only"];
    shows!(read_only, {
        "value": true, "layer": "override",
        "says": "read-only: true, says override `shop.list_books` by local: it only lists",
    });
    let destructive = &tool["effective"]["destructive"];
    shows!(destructive, {"value": false, "follows": "read_only"});
    shows!(tool["effective"]["title"], {"value": "Books", "layer": "override"});
    assert_eq!(
        tool["effective"]["extra"]["vendor/cost"]["layer"],
        "declared"
    );
    assert_eq!(tool["effective"]["extra"]["a"]["layer"], "override");
    assert!(
        reply.text.contains(r#""vendor/cost":{"value":1.0,"#),
        "{}",
        reply.text
    );
    shows!(tool["effective"]["idempotent"], {"value": null, "layer": null});
    assert_eq!(tool["relied"]["read_only"]["value"], true);
    let layers = strings(&tool["layers"], "layer");
    assert_eq!(layers, ["inferred", "declared", "override"]);
    let said = &tool["layers"][2]["says"]["read_only"];
    shows!(said, {"say": true, "who": "person local", "about": "shop.list_books"});
    assert_eq!(said["why"], why);
    assert!(
        said["at"]
            .as_str()
            .is_some_and(|at| at.starts_with("20") && at.ends_with('Z'))
    );
    assert_eq!(
        tool["layers"][1]["says"]["extra"]["vendor/cost"]["who"],
        "source shop"
    );
    assert_eq!(tool["drift"], json!(null));
}

#[tokio::test]
async fn a_definition_is_what_clients_get_byte_for_byte() {
    let world = ApiFixture::shop().await;
    let catalogue = world.gateway.catalogue();
    let offer = catalogue
        .offer(&candor_gateway::Endpoint::default())
        .expect("an endpoint");
    for offered in offer.tools() {
        let name = offered
            .tool
            .name
            .to_string()
            .replace('/', "%2F")
            .replace(' ', "%20");
        let reply = world.get(&format!("/tools/{name}")).sent(200).await;
        let bytes = String::from_utf8(offered.definition.as_bytes().to_vec()).expect("text");
        let member = format!(r#""definition":{bytes},"#);
        assert!(reply.text.contains(&member), "{member}\n{}", reply.text);
    }
}

#[tokio::test]
async fn odd_names_are_decoded_once() {
    let world = ApiFixture::shop().await;
    let tool = world.json("/tools/shop.a%2Fb%20c").await;
    assert_eq!(tool["name"], "shop.a/b c");
    let path = "/annotations/shop.a%2Fb%20c";
    let entry = world.patched(path, json!({"idempotent": true})).await;
    assert_eq!(entry["about"], "shop.a/b c");
    // Encoded twice is another name.
    let twice = world.get("/tools/shop.a%252Fb%2520c");
    twice.unknown("there is no tool `shop.a%2Fb%20c`").await;
    let raw = world.get("/tools/shop.a/b");
    raw.unknown("there is nothing at `/api/v1/tools/shop.a/b`")
        .await;
    let broken = world.get("/tools/shop.%FF");
    broken
        .refused(400, "malformed", "the path cannot be read")
        .await;
}

#[tokio::test]
async fn unknown_tools_are_not_there() {
    let world = ApiFixture::shop().await;
    for (name, part) in [
        (
            "shop.list_bookz",
            "there is no tool `shop.list_bookz`; did you mean `shop.list_books`?",
        ),
        ("shop.xyz", "`candor tools` lists those that are known"),
        ("nodot", "`nodot` names no tool; write `source.tool`"),
        ("shop.a%07b", "names no tool"),
    ] {
        let ask = world.get(&format!("/tools/{name}"));
        ask.unknown(part).await;
    }
    let ask = world.get("/tools/shop.list_books?environment=nowhere");
    ask.unknown("there is no environment `nowhere`").await;
}

#[tokio::test]
async fn in_an_environment_a_tool_has_an_entry_of_its_own() {
    let world = ApiFixture::shop().await;
    world.environment("prod").await;
    let path = "/annotations/shop.add_book?environment=prod";
    let said = world.patch(path, json!({"destructive": true})).send().await;
    assert_eq!(said.json()["environment"], "prod");
    let there = world
        .get("/tools/shop.add_book?environment=prod")
        .send()
        .await;
    assert_eq!(there.etag(), said.etag());
    assert_eq!(
        there.json()["effective"]["destructive"]["layer"],
        "environment"
    );
    let here = world.get("/tools/shop.add_book").send().await;
    assert_eq!(here.etag(), "\"v0\"");
    assert_ne!(here.json()["hints"]["destructive"], true);
    // The tag says nothing about the rest of the page.
    let again = world
        .get("/tools/shop.add_book")
        .header("if-none-match", "\"v0\"");
    again.sent(200).await;
}
