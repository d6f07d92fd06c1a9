//! `/tools`.

use candor_model::SourceTrust;
use serde_json::json;

use crate::fixture::{ApiFixture, ApiFixtureBuilder, SHOP, strings};

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
    assert_eq!(list["exposed"], "shop_list_books");
    assert_eq!(list["source"], "shop");
    assert_eq!(list["trust"], "untrusted");
    assert_eq!(list["title"], "List Books");
    assert_eq!(list["description"], "Lists books.");
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
    let world = ApiFixtureBuilder::default()
        .tools("shop", SHOP, SourceTrust::Untrusted)
        .tools("zoo", zoo, SourceTrust::Trusted)
        .start()
        .await;
    let made = world
        .post("/environments", json!({"name": "prod"}))
        .send()
        .await;
    assert_eq!(made.status, 201);
    let said = world.patch("/annotations/shop.add_book", json!({"open_world": false}));
    assert_eq!(said.send().await.status, 200);
    let said = world.patch(
        "/annotations/zoo.*?environment=prod",
        json!({"read_only": true}),
    );
    assert_eq!(said.send().await.status, 200);
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
    for (query, status, kind, part) in [
        (
            "?read_only=maybe",
            400,
            "malformed",
            "read_only: unknown variant `maybe`, expected one of `true`, `false`, `unset`",
        ),
        (
            "?layer=top",
            400,
            "malformed",
            "expected one of `inferred`, `declared`",
        ),
        (
            "?quarantined=1",
            400,
            "malformed",
            "quarantined: unknown variant `1`, expected `true` or `false`",
        ),
        (
            "?colour=red",
            400,
            "malformed",
            "unknown field `colour`, expected one of `source`",
        ),
        ("?q=a&q=b", 400, "malformed", "duplicate field `q`"),
        (
            "?limit=0",
            400,
            "malformed",
            "`limit` is `0`; it takes a number from 1 to 500",
        ),
        (
            "?after=%25",
            400,
            "malformed",
            "`after` is `%`, which is no cursor of this list",
        ),
        (
            "?after=bm8tZG90",
            400,
            "malformed",
            "leave it out to begin anew",
        ),
        (
            "?source=shops",
            404,
            "unknown",
            "there is no source `shops`",
        ),
        ("?source=", 404, "unknown", "a name cannot be empty"),
        (
            "?environment=prod",
            404,
            "unknown",
            "there is no environment `prod`",
        ),
        (
            "?environment=PROD",
            404,
            "unknown",
            "`PROD` cannot be the name of an environment",
        ),
        (
            "?toolset=reading",
            404,
            "unknown",
            "there is no toolset `reading`",
        ),
    ] {
        world
            .get(&format!("/tools{query}"))
            .refused(status, kind, part)
            .await;
    }
}

#[tokio::test]
async fn one_tool_is_explained_layer_by_layer() {
    let world = ApiFixture::shop().await;
    let why = "it only lists";
    let body = json!({"read_only": true, "title": "Books", "extra": {"a": 1.50}, "why": why});
    let said = world
        .patch("/annotations/shop.list_books", body)
        .send()
        .await;
    assert_eq!(said.status, 200, "{}", said.text);
    let reply = world.get("/tools/shop.list_books").send().await;
    assert_eq!(reply.etag(), said.etag());
    let tool = reply.json();
    assert_eq!(tool["name"], "shop.list_books");
    assert_eq!(tool["hints"]["read_only"], true);
    let read_only = &tool["effective"]["read_only"];
    assert_eq!(read_only["value"], true);
    assert_eq!(read_only["layer"], "override");
    assert_eq!(
        read_only["says"],
        "read-only: true, says override `shop.list_books` by local: it only lists"
    );
    let destructive = &tool["effective"]["destructive"];
    assert_eq!(destructive["value"], false);
    assert_eq!(destructive["follows"], "read_only");
    assert_eq!(tool["effective"]["title"]["value"], "Books");
    assert_eq!(tool["effective"]["title"]["layer"], "override");
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
    assert_eq!(tool["effective"]["idempotent"]["value"], json!(null));
    assert_eq!(tool["effective"]["idempotent"]["layer"], json!(null));
    assert_eq!(tool["relied"]["read_only"]["value"], true);
    let layers = strings(&tool["layers"], "layer");
    assert_eq!(layers, ["inferred", "declared", "override"]);
    let said = &tool["layers"][2]["says"]["read_only"];
    assert_eq!(said["say"], true);
    assert_eq!(said["who"], "person local");
    assert_eq!(said["about"], "shop.list_books");
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
        let reply = world.get(&format!("/tools/{name}")).send().await;
        assert_eq!(reply.status, 200, "{}", reply.text);
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
    let entry = world
        .patch(path, json!({"idempotent": true}))
        .gives(200)
        .await;
    assert_eq!(entry["about"], "shop.a/b c");
    // Encoded twice is another name.
    let twice = world.get("/tools/shop.a%252Fb%2520c");
    twice
        .refused(404, "unknown", "there is no tool `shop.a%2Fb%20c`")
        .await;
    let raw = world.get("/tools/shop.a/b");
    raw.refused(
        404,
        "unknown",
        "there is nothing at `/api/v1/tools/shop.a/b`",
    )
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
        ask.refused(404, "unknown", part).await;
    }
    let ask = world.get("/tools/shop.list_books?environment=nowhere");
    ask.refused(404, "unknown", "there is no environment `nowhere`")
        .await;
}

#[tokio::test]
async fn in_an_environment_a_tool_has_an_entry_of_its_own() {
    let world = ApiFixture::shop().await;
    world
        .post("/environments", json!({"name": "prod"}))
        .gives(201)
        .await;
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
    assert_eq!(again.send().await.status, 200);
}
