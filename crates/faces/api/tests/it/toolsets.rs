//! `/toolsets`.

mod drifting;
mod history;
mod members;
mod places;

use candor_gateway::{DeclaredToolset, FileDeclarations};
use candor_model::{ConfirmMode, Toolset, ToolsetMember, ToolsetName};
use serde_json::{Value, json};

use crate::fixture::{ApiFixture, refuse_all, shows, strings};

const READING: &str = "/toolsets/reading";

#[tokio::test]
async fn making_reading_and_removing() {
    let world = ApiFixture::shop().await;
    let body = json!({"name": "reading", "description": "Only looks.", "profile": "explicit",
                      "members": ["shop.list_*", "shop.add_book"], "budget": 900, "why": "small"});
    let made = world.post("/toolsets", body).sent(201).await;
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
    shows!(view, {
        "profile": "explicit", "budget": 900, "provenance": null, "endpoint": "/mcp/reading",
        "equipped": false, "declared": false, "missing": [], "confirm": [], "tool_count": 2,
        "missing_count": 0, "prompts_and_resources": true,
    });
    assert_eq!(view["version"], 1, "its versions are its own");
    assert!(made.etag().starts_with("\"v"), "{}", made.etag());

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
    world.toolset(json!({"name": "all"})).await;
    let list = world.json("/toolsets").await;
    assert_eq!(strings(&list["items"], "name"), ["all", "reading"]);
    assert_eq!(list["items"][1]["tokens"], view["tokens"]);
    assert_eq!(list["items"][1].get("tools"), None, "a list is short");

    let stale = world.delete(READING).if_match("\"v0\"");
    let stale = stale
        .refused(412, "changed", "the toolset `reading` has changed")
        .await;
    assert_eq!(stale.etag(), made.etag());
    let bare = world.delete(READING);
    bare.refused(428, "precondition-required", "the toolset `reading`")
        .await;
    let gone = world.delete(&format!("{READING}?why=over"));
    gone.if_match(made.etag()).sent(204).await;
    world
        .get(READING)
        .unknown("there is no toolset `reading`")
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
    world.toolset(json!({"name": "reading"})).await;
    let many: Vec<_> = (0..1_001).map(|number| format!("shop.{number}*")).collect();
    let with = |key: &str, value: Value| json!({"name": "x1", key: value});
    let members = |members: Value| with("members", members);
    let rows = json!([
        [422, "invalid", {"name": "R"}, "`R` cannot be the name of a toolset"],
        [422, "invalid", {"name": "a\u{0}b"}, "cannot be the name of a toolset"],
        [422, "invalid", {}, "missing field `name`"],
        [422, "invalid", members(json!("shop.*")), "expected a sequence"],
        [422, "invalid", members(json!(["shop"])), "`shop` names no tool"],
        [422, "invalid", members(json!([{}])), "a member is an object with"],
        [422, "invalid", members(json!([{"ref_id": "7"}])), "`7` is no id"],
        [422, "invalid", members(json!(["a.*", "a.*"])), "`a.*` is there twice"],
        [422, "invalid", members(json!(many)), "at most 1000 members"],
        [422, "invalid", with("budget", json!(199)),
         "`budget` is `199`; it takes a number from 200 to 100000"],
        [422, "invalid", with("budget", json!(-1)), "invalid value: integer `-1`"],
        [422, "invalid", with("profile", json!("loud")), "unknown variant `loud`"],
        [422, "invalid", with("colour", json!(1)), "unknown field `colour`"],
        [422, "invalid", with("description", json!("a\u{200b}")), "U+200B at position 2"],
        [422, "invalid", with("description", json!("é".repeat(501))), "501 characters"],
        [422, "invalid", with("why", json!("a\u{7}")), "`why` holds the hidden"],
    ]);
    refuse_all(&rows, |body| world.post("/toolsets", body)).await;
    for (names, part) in [
        (json!(["shop.add_bok"]), "did you mean `shop.add_book`?"),
        (json!(["shops.*"]), "`shops.*` matches no tool"),
        (
            json!([{"ref_id": "0".repeat(64)}]),
            "no tool has the id `000",
        ),
    ] {
        let ask = world.post("/toolsets", members(names));
        ask.unknown(part).await;
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
        ask.unknown(part).await;
    }
    let odd = world.get("/toolsets/NO%2FPE");
    odd.unknown("`NO/PE` cannot be the name").await;
}

#[tokio::test]
async fn editing_replaces_what_is_mentioned() {
    let world = ApiFixture::shop().await;
    let body = json!({"name": "reading", "description": "Old.", "members": ["shop.*"],
                      "profile": "openai", "provenance": true, "budget": 300});
    let made = world.post("/toolsets", body).send().await;
    let body = json!({"members": ["shop.add_book", "shop.list_books"], "profile": null,
                      "prompts_and_resources": false});
    let edited = world
        .patch(READING, body)
        .if_match(made.etag())
        .sent(200)
        .await;
    let view = edited.json();
    assert_eq!(view["description"], "Old.", "what is not mentioned stays");
    shows!(view, {"profile": null, "provenance": true, "prompts_and_resources": false});
    assert_eq!(
        strings(&view["tools"], "name"),
        ["shop.add_book", "shop.list_books"]
    );

    let stale = world
        .patch(READING, json!({"description": "x"}))
        .if_match(made.etag());
    let stale = stale
        .refused(412, "changed", "the toolset `reading` has changed")
        .await;
    assert_eq!(stale.etag(), edited.etag());
    let bare = world.patch(READING, json!({"description": "x"}));
    bare.refused(428, "precondition-required", "the toolset `reading`")
        .await;
    let rows = json!([
        [404, "unknown", {"members": ["shop.nope"]}, "there is no tool `shop.nope`"],
        [422, "invalid", {"members": ["shop.*", "shop.*"]}, "is there twice"],
        [422, "invalid", {"budget": 1}, "`budget` is `1`"],
        [422, "invalid", {"name": "Bad"}, "`Bad` cannot be the name of a toolset"],
        [422, "invalid", {"provenance": "yes"}, "expected a boolean"],
    ]);
    refuse_all(&rows, |body| world.patch(READING, body).if_match("*")).await;
    let unknown = world.patch("/toolsets/nope", json!({})).if_match("*");
    unknown.unknown("there is no toolset `nope`").await;
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
    let world = ApiFixture::shop_with(declarations).await;
    let read = world.get(READING).send().await;
    assert_eq!(read.header("etag"), None, "there is no version to name");
    let view = read.json();
    shows!(view, {
        "declared": true, "version": null, "confirm": [{"about": "shop.*", "confirm": "always"}],
    });
    shows!(view["missing"][0], {"member": "shop.gone", "reason": "not-there"});
    assert_eq!(world.names("?toolset=reading").await, ["shop.list_books"]);
    let versions = world.json(&format!("{READING}/versions")).await;
    assert_eq!(versions["items"], json!([]));

    let note = json!({"tool": "shop.list_books", "notes": [{"name": "nn", "note": "x"}]});
    let asks = [
        world
            .patch(READING, json!({"description": "x"}))
            .if_match("*"),
        world.delete(READING).if_match("*"),
        world.post("/toolsets", json!({"name": "reading"})),
        world.post(&format!("{READING}/members"), json!({"add": ["shop.*"]})),
        world.post(&format!("{READING}/notes"), note),
    ];
    for ask in asks {
        let part = "the toolset `reading` is declared in candor.toml:9";
        ask.refused(409, "declared", part).await;
    }
}
