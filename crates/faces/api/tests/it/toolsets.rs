//! `/toolsets`.

mod drifting;
mod history;
mod members;
mod places;

use candor_gateway::{DeclaredToolset, FileDeclarations};
use candor_model::{ConfirmMode, SourceTrust, Toolset, ToolsetMember, ToolsetName};
use serde_json::{Value, json};

use crate::fixture::{ApiFixture, ApiFixtureBuilder, SHOP, strings};

const READING: &str = "/toolsets/reading";

async fn build(world: &ApiFixture, body: Value) -> Value {
    world.post("/toolsets", body).gives(201).await
}

#[tokio::test]
async fn making_reading_and_removing() {
    let world = ApiFixture::shop().await;
    let body = json!({"name": "reading", "description": "Only looks.", "profile": "explicit",
                      "members": ["shop.list_*", "shop.add_book"], "budget": 900, "why": "small"});
    let made = world.post("/toolsets", body).send().await;
    assert_eq!(made.status, 201, "{}", made.text);
    assert_eq!(made.header("location"), Some("/api/v1/toolsets/reading"));
    let view = made.json();
    assert_eq!(view["members"], json!(["shop.list_*", "shop.add_book"]));
    assert_eq!(
        strings(&view["tools"], "name"),
        ["shop.list_books", "shop.add_book"]
    );
    let first = &view["tools"][0];
    assert_eq!(first["hints"]["read_only"], true);
    assert_eq!(first["exposed"], "shop_list_books");
    assert_eq!(
        (&view["profile"], &view["budget"]),
        (&json!("explicit"), &json!(900))
    );
    assert_eq!(view["provenance"], json!(null));
    assert_eq!(view["endpoint"], "/mcp/reading");
    assert_eq!(
        (&view["equipped"], &view["declared"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(
        (&view["missing"], &view["confirm"]),
        (&json!([]), &json!([]))
    );
    assert_eq!(
        (&view["tool_count"], &view["missing_count"]),
        (&json!(2), &json!(0))
    );
    assert_eq!(made.etag(), format!("\"v{}\"", view["version"]));

    let tokens = |key: &str| view[key].as_i64().expect(key);
    let each = view["tools"].as_array().expect("tools").iter();
    let each: i64 = each
        .map(|tool| tool["tokens"].as_i64().expect("a number"))
        .sum();
    assert_eq!(tokens("tokens"), each);
    assert!(tokens("tokens_of_everything") > each);
    assert_eq!(tokens("saving"), tokens("tokens_of_everything") - each);

    let read = world.get(READING).send().await;
    assert_eq!((read.etag(), read.json()), (made.etag(), view.clone()));
    build(&world, json!({"name": "all"})).await;
    let list = world.json("/toolsets").await;
    assert_eq!(strings(&list["items"], "name"), ["all", "reading"]);
    assert_eq!(list["items"][1]["tokens"], view["tokens"]);
    assert_eq!(list["items"][1].get("tools"), None, "a list is short");

    let stale = world.delete(READING).header("if-match", "\"v0\"");
    let stale = stale
        .refused(412, "changed", "the toolset `reading` has changed")
        .await;
    assert_eq!(stale.etag(), made.etag());
    let bare = world.delete(READING);
    bare.refused(428, "precondition-required", "the toolset `reading`")
        .await;
    let gone = world.delete(&format!("{READING}?why=over"));
    assert_eq!(
        gone.header("if-match", made.etag()).send().await.status,
        204
    );
    world
        .get(READING)
        .refused(404, "unknown", "there is no toolset `reading`")
        .await;
    let changes = world
        .json("/audit/changes?action=toolset.&subject=toolset%20reading")
        .await;
    assert_eq!(
        strings(&changes["items"], "action"),
        ["toolset.delete", "toolset.create"]
    );
    assert_eq!(strings(&changes["items"], "why"), ["over", "small"]);
}

#[tokio::test]
async fn nonsense_is_refused() {
    let world = ApiFixture::shop().await;
    build(&world, json!({"name": "reading"})).await;
    let many: Vec<_> = (0..1_001).map(|number| format!("shop.{number}*")).collect();
    let with = |key: &str, value: Value| json!({"name": "x1", key: value});
    let members = |members: Value| with("members", members);
    for (body, part) in [
        (json!({"name": "R"}), "`R` cannot be the name of a toolset"),
        (
            json!({"name": "a\u{0}b"}),
            "cannot be the name of a toolset",
        ),
        (json!({}), "missing field `name`"),
        (members(json!("shop.*")), "expected a sequence"),
        (members(json!(["shop"])), "`shop` names no tool"),
        (members(json!([{}])), "a member is an object with"),
        (members(json!([{"ref_id": "7"}])), "`7` is no id"),
        (members(json!(["a.*", "a.*"])), "`a.*` is there twice"),
        (members(json!(many)), "at most 1000 members"),
        (
            with("budget", json!(199)),
            "`budget` is `199`; it takes a number from 200 to 100000",
        ),
        (with("budget", json!(-1)), "invalid value: integer `-1`"),
        (with("profile", json!("loud")), "unknown variant `loud`"),
        (with("colour", json!(1)), "unknown field `colour`"),
        (
            with("description", json!("a\u{200b}")),
            "U+200B at position 2",
        ),
        (
            with("description", json!("é".repeat(501))),
            "501 characters",
        ),
        (with("why", json!("a\u{7}")), "`why` holds the hidden"),
    ] {
        let ask = world.post("/toolsets", body);
        ask.refused(422, "invalid", part).await;
    }
    for (names, part) in [
        (json!(["shop.add_bok"]), "did you mean `shop.add_book`?"),
        (json!(["shops.*"]), "`shops.*` matches no tool"),
        (
            json!([{"ref_id": "0".repeat(64)}]),
            "no tool has the id `000",
        ),
    ] {
        let ask = world.post("/toolsets", members(names));
        ask.refused(404, "unknown", part).await;
    }
    let twice = world.post("/toolsets", json!({"name": "reading"}));
    let part = "toolset `reading` exists already";
    twice.refused(409, "exists", part).await;
    let list = world.json("/toolsets").await;
    assert_eq!(strings(&list["items"], "name"), ["reading"]);
}

#[tokio::test]
async fn what_is_not_there_is_not_shown() {
    let world = ApiFixture::shop().await;
    for path in ["", "/versions", "/notes"] {
        let ask = world.get(&format!("/toolsets/nope{path}"));
        let part = "there is no toolset `nope`";
        ask.refused(404, "unknown", part).await;
    }
    let odd = world.get("/toolsets/NO%2FPE");
    odd.refused(404, "unknown", "`NO/PE` cannot be the name")
        .await;
}

#[tokio::test]
async fn editing_replaces_what_is_mentioned() {
    let world = ApiFixture::shop().await;
    let body = json!({"name": "reading", "description": "Old.", "members": ["shop.*"],
                      "profile": "openai", "provenance": true, "budget": 300});
    let made = world.post("/toolsets", body).send().await;
    let body = json!({"members": ["shop.add_book", "shop.list_books"], "profile": null});
    let edited = world
        .patch(READING, body)
        .header("if-match", made.etag())
        .send()
        .await;
    assert_eq!(edited.status, 200, "{}", edited.text);
    let view = edited.json();
    assert_eq!(view["description"], "Old.", "what is not mentioned stays");
    assert_eq!(
        (&view["profile"], &view["provenance"]),
        (&json!(null), &json!(true))
    );
    assert_eq!(
        strings(&view["tools"], "name"),
        ["shop.add_book", "shop.list_books"]
    );

    let stale = world
        .patch(READING, json!({"description": "x"}))
        .header("if-match", made.etag());
    let stale = stale
        .refused(412, "changed", "the toolset `reading` has changed")
        .await;
    assert_eq!(stale.etag(), edited.etag());
    let bare = world.patch(READING, json!({"description": "x"}));
    bare.refused(428, "precondition-required", "the toolset `reading`")
        .await;
    for (body, status, kind, part) in [
        (
            json!({"members": ["shop.nope"]}),
            404,
            "unknown",
            "there is no tool `shop.nope`",
        ),
        (
            json!({"members": ["shop.*", "shop.*"]}),
            422,
            "invalid",
            "is there twice",
        ),
        (json!({"budget": 1}), 422, "invalid", "`budget` is `1`"),
        (
            json!({"name": "Bad"}),
            422,
            "invalid",
            "`Bad` cannot be the name of a toolset",
        ),
        (
            json!({"provenance": "yes"}),
            422,
            "invalid",
            "expected a boolean",
        ),
    ] {
        let ask = world.patch(READING, body).header("if-match", "*");
        ask.refused(status, kind, part).await;
    }
    let unknown = world
        .patch("/toolsets/nope", json!({}))
        .header("if-match", "*");
    unknown
        .refused(404, "unknown", "there is no toolset `nope`")
        .await;
    assert_eq!(
        world.get(READING).send().await.etag(),
        edited.etag(),
        "nothing was changed"
    );
}

#[tokio::test]
async fn what_the_file_declares_cannot_be_changed_here() {
    let name = ToolsetName::parse("reading").expect("a name");
    let toolset = Toolset {
        description: "From the file.".to_owned(),
        members: vec![
            ToolsetMember::parse("shop.list_*").expect("a member"),
            ToolsetMember::parse("shop.gone").expect("a member"),
        ],
        confirm: vec![(
            candor_model::ToolPattern::parse("shop.*").expect("a pattern"),
            ConfirmMode::Always,
        )],
        ..Toolset::new(name)
    };
    let declarations = FileDeclarations {
        toolsets: vec![DeclaredToolset {
            toolset,
            place: "candor.toml:9".to_owned(),
        }],
        ..FileDeclarations::default()
    };
    let plan = ApiFixtureBuilder::default().tools("shop", SHOP, SourceTrust::Untrusted);
    let world = plan.declare(declarations).start().await;
    let read = world.get(READING).send().await;
    assert_eq!(read.header("etag"), None, "there is no version to name");
    let view = read.json();
    assert_eq!(
        (&view["declared"], &view["version"]),
        (&json!(true), &json!(null))
    );
    assert_eq!(
        view["confirm"],
        json!([{"about": "shop.*", "confirm": "always"}])
    );
    assert_eq!(view["missing"][0]["member"], "shop.gone");
    assert_eq!(view["missing"][0]["reason"], "not-there");
    assert_eq!(world.names("?toolset=reading").await, ["shop.list_books"]);
    let versions = world.json(&format!("{READING}/versions")).await;
    assert_eq!(versions["items"], json!([]));

    let note = json!({"tool": "shop.list_books", "notes": [{"name": "nn", "note": "x"}]});
    let asks = [
        world
            .patch(READING, json!({"description": "x"}))
            .header("if-match", "*"),
        world.delete(READING).header("if-match", "*"),
        world.post("/toolsets", json!({"name": "reading"})),
        world.post(&format!("{READING}/members"), json!({"add": ["shop.*"]})),
        world.post(&format!("{READING}/notes"), note),
    ];
    for ask in asks {
        let part = "the toolset `reading` is declared in candor.toml:9";
        ask.refused(409, "declared", part).await;
    }
}
