//! `/annotations`.

use std::sync::Arc;

use candor_gateway::FileDeclarations;
use candor_model::{
    AnnotationAuthor, AnnotationLayer, FieldValue, Hint, Opinion, OpinionField, OpinionKey,
    Provenance, SourceTrust, ToolPattern,
};
use serde_json::json;

use crate::fixture::{ApiFixture, ApiFixtureBuilder, SHOP, strings};

const LIST: &str = "/annotations/shop.list_books";

#[tokio::test]
async fn saying_reading_and_taking_back() {
    let world = ApiFixture::shop().await;
    let nothing = world.get(LIST).send().await;
    assert_eq!((nothing.status, nothing.etag()), (200, "\"v0\""));
    assert_eq!(nothing.json()["fields"], json!({}));

    let body = json!({"read_only": true, "destructive": "unset", "title": "Books",
                      "extra": {"a": {"b": [1, null]}}, "why": "seen"});
    let first = world.patch(LIST, body).send().await;
    assert_eq!(first.status, 200, "{}", first.text);
    let entry = first.json();
    assert_eq!(entry["about"], "shop.list_books");
    assert_eq!(entry["scope"], "everywhere");
    assert_eq!(entry["declared"], false);
    assert_eq!(first.etag(), format!("\"v{}\"", entry["version"]));
    assert_eq!(entry["fields"]["read_only"]["say"], true);
    assert_eq!(entry["fields"]["destructive"]["say"], "unset");
    assert_eq!(entry["fields"]["title"]["say"], "Books");
    assert_eq!(
        entry["fields"]["extra"]["a"]["say"],
        json!({"b": [1, null]})
    );

    let again = world.get(LIST).send().await;
    assert_eq!((again.etag(), again.json()), (first.etag(), entry));
    let known = world
        .get(LIST)
        .header("if-none-match", first.etag())
        .send()
        .await;
    assert_eq!((known.status, known.text.as_str()), (304, ""));
    assert_eq!(known.etag(), first.etag());
    let other = world
        .get(LIST)
        .header("if-none-match", "\"v99\", W/\"v98\"")
        .send()
        .await;
    assert_eq!(other.status, 200);

    let body = json!({"read_only": null, "title": {"unset": true}, "extra": {"a": null}});
    let second = world
        .patch(LIST, body)
        .header("if-match", first.etag())
        .send()
        .await;
    assert_ne!(second.etag(), first.etag());
    let entry = second.json();
    assert_eq!(entry["fields"]["title"]["say"], json!({"unset": true}));
    assert_eq!(
        entry["fields"].as_object().map(serde_json::Map::len),
        Some(2)
    );

    let gone = world
        .delete(&format!("{LIST}?why=done"))
        .header("if-match", second.etag());
    let gone = gone.send().await;
    assert_eq!((gone.status, gone.text.as_str()), (204, ""));
    assert_eq!(world.json(LIST).await["version"], 0);
    assert_eq!(world.json("/annotations").await["items"], json!([]));
}

#[tokio::test]
async fn a_change_is_in_the_catalogue_when_it_is_confirmed() {
    let world = ApiFixture::shop().await;
    let body = json!({"destructive": true});
    world.patch("/annotations/shop.*", body).gives(200).await;
    let names = world.names("?destructive=true").await;
    assert_eq!(
        names.len(),
        4,
        "the untrusted word of a source is below a person's: {names:?}"
    );
}

#[tokio::test]
async fn nonsense_changes_nothing() {
    let world = ApiFixture::shop().await;
    let before = world.patch(LIST, json!({"read_only": true})).send().await;
    let long = "x".repeat(101);
    for (path, body, status, kind, part) in [
        (
            LIST,
            json!({"destructive": true}),
            422,
            "invalid",
            "`read_only` and `destructive` cannot both be true",
        ),
        (
            LIST,
            json!({"title": "a\u{7}b"}),
            422,
            "invalid",
            "hidden character U+0007 at position 2",
        ),
        (
            LIST,
            json!({"title": "a\u{202e}b"}),
            422,
            "invalid",
            "hidden character U+202E",
        ),
        (LIST, json!({"title": " "}), 422, "invalid", "is empty"),
        (
            LIST,
            json!({"title": long}),
            422,
            "invalid",
            "at most 100 are allowed",
        ),
        (
            LIST,
            json!({"extra": {"title": 1}}),
            422,
            "invalid",
            "use the field `title`",
        ),
        (LIST, json!({"extra": {"": 1}}), 422, "invalid", "empty key"),
        (
            LIST,
            json!({"why": "x\n", "read_only": false}),
            422,
            "invalid",
            "`why` holds the hidden character U+000A",
        ),
        (
            LIST,
            json!({"read_only": "yes"}),
            422,
            "invalid",
            "expected true, false, \"unset\" or null",
        ),
        (
            LIST,
            json!({"readOnly": true}),
            422,
            "invalid",
            "unknown field `readOnly`, expected one of `read_only`",
        ),
        (LIST, json!({}), 422, "invalid", "nothing is said"),
        (
            LIST,
            json!([true]),
            422,
            "invalid",
            "it should be an object with `read_only`",
        ),
        (
            "/annotations/shop.list_bok",
            json!({"read_only": true}),
            404,
            "unknown",
            "did you mean `shop.list_books`?",
        ),
        (
            "/annotations/shop.zzz*",
            json!({"read_only": true}),
            404,
            "unknown",
            "`shop.zzz*` matches no tool",
        ),
        (
            "/annotations/shop.*?environment=prod",
            json!({"read_only": true}),
            404,
            "unknown",
            "there is no environment `prod`",
        ),
        (
            "/annotations/*",
            json!({"read_only": true}),
            422,
            "invalid",
            "`*` names no tool",
        ),
        (
            "/annotations/*.x",
            json!({"read_only": true}),
            422,
            "invalid",
            "letters, digits",
        ),
    ] {
        world.patch(path, body).refused(status, kind, part).await;
    }
    let after = world.get(LIST).send().await;
    assert_eq!((after.etag(), &after.text), (before.etag(), &before.text));
    let changes = world.json("/audit/changes?action=annotations").await;
    assert_eq!(
        changes["items"].as_array().map(Vec::len),
        Some(1),
        "{changes}"
    );
}

#[tokio::test]
async fn what_is_too_large_to_keep_is_refused() {
    let world = ApiFixture::shop().await;
    // Within the limit of a request each, but not together.
    let mut refused = None;
    for number in 0..5 {
        let body = json!({"extra": {format!("key-{number}"): "x".repeat(15_000)}});
        let reply = world.patch(LIST, body).send().await;
        if reply.status != 200 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.expect("an entry has a largest size");
    assert_eq!(refused.status, 422, "{}", refused.text);
    assert!(refused.text.contains("make it shorter"), "{}", refused.text);
}

#[tokio::test]
async fn two_editors_cannot_overwrite_each_other() {
    let world = ApiFixture::shop().await;
    let read = world.get(LIST).send().await;
    let mine = world
        .patch(LIST, json!({"idempotent": true}))
        .header("if-match", read.etag());
    let mine = mine.send().await;
    assert_eq!(mine.status, 200);
    let theirs = world
        .patch(LIST, json!({"idempotent": false}))
        .header("if-match", read.etag());
    let stale = theirs
        .refused(412, "changed", "has changed since it was read")
        .await;
    assert_eq!(stale.etag(), mine.etag());
    let late = world.delete(LIST).header("if-match", read.etag());
    let stale = late.refused(412, "changed", "read it again").await;
    assert_eq!(stale.etag(), mine.etag());
    let fresh = world
        .patch(LIST, json!({"idempotent": false}))
        .header("if-match", stale.etag());
    assert_eq!(fresh.send().await.status, 200);
    assert_eq!(world.json(LIST).await["fields"]["idempotent"]["say"], false);
}

#[tokio::test]
async fn conditions_are_asked_for_and_understood() {
    let world = ApiFixture::shop().await;
    let delete = || world.delete(LIST);
    delete()
        .refused(428, "precondition-required", "send `If-Match`")
        .await;
    for bad in ["v7", "\"7\"", "W/\"v7\"", "\"v1\", \"v2\"", "\"v-1\"", "**"] {
        let ask = delete().header("if-match", bad);
        ask.refused(
            400,
            "malformed",
            &format!("the `If-Match` header is `{bad}`"),
        )
        .await;
    }
    let bad = world.get(LIST).header("if-none-match", "v7");
    bad.refused(400, "malformed", "the `If-None-Match` header is `v7`")
        .await;
    let any = delete().header("if-match", "*");
    any.refused(404, "unknown", "that could be taken back")
        .await;
    let any = || {
        world
            .patch(LIST, json!({"idempotent": true}))
            .header("if-match", "*")
    };
    any()
        .refused(412, "changed", "nothing is said about `shop.list_books`")
        .await;
    assert_eq!(
        world
            .patch(LIST, json!({"idempotent": false}))
            .send()
            .await
            .status,
        200
    );
    assert_eq!(any().send().await.status, 200);
    assert_eq!(delete().header("if-match", "*").send().await.status, 204);
}

#[tokio::test]
async fn nothing_is_said_about_what_is_not_there() {
    let world = ApiFixture::shop().await;
    let ask = world.get("/annotations/shop.list_boks");
    ask.refused(404, "unknown", "did you mean `shop.list_books`?")
        .await;
    let ask = world.get("/annotations/shop.zzz*");
    ask.refused(404, "unknown", "`shop.zzz*` matches no tool")
        .await;
    assert_eq!(world.json("/annotations/shop.*").await["version"], 0);
}

/// The file says that `shop.add_book` destroys.
fn declared() -> FileDeclarations {
    let mut opinion = Opinion::default();
    let voice = Arc::new(Provenance {
        layer: AnnotationLayer::Override,
        author: AnnotationAuthor::File("candor.toml:7".into()),
        about: Some("shop.add_book".into()),
        at_micros: None,
        why: None,
    });
    let say = FieldValue::Set(true);
    opinion.set_hint(
        Hint::Destructive,
        Some(OpinionField {
            value: say,
            provenance: voice,
        }),
    );
    let about = ToolPattern::parse("shop.add_book").expect("a pattern");
    FileDeclarations {
        opinions: vec![(OpinionKey::everywhere(about), opinion)],
        ..FileDeclarations::default()
    }
}

#[tokio::test]
async fn what_the_file_declares_cannot_be_changed_here() {
    let plan = ApiFixtureBuilder::default().tools("shop", SHOP, SourceTrust::Untrusted);
    let world = plan.declare(declared()).start().await;
    let path = "/annotations/shop.add_book";
    let entry = world.json(path).await;
    assert_eq!(entry["declared"], true);
    assert_eq!(entry["version"], json!(null));
    assert_eq!(entry["fields"]["destructive"]["who"], "file candor.toml:7");

    let change = world.patch(path, json!({"destructive": false}));
    let part = "`destructive` of `shop.add_book` is declared in candor.toml:7";
    change.refused(409, "declared", part).await;
    let removal = world.delete(path).header("if-match", "*");
    removal
        .refused(
            409,
            "declared",
            "`shop.add_book` is declared in candor.toml:7",
        )
        .await;

    // About other fields anybody may speak.
    assert_eq!(
        world
            .patch(path, json!({"idempotent": true}))
            .send()
            .await
            .status,
        200
    );
    let entry = world.json(path).await;
    assert_eq!(entry["declared"], false);
    assert_eq!(entry["fields"]["idempotent"]["say"], true);
    assert_eq!(entry["file"]["destructive"]["say"], true);
    let all = world.json("/annotations").await;
    assert_eq!(strings(&all["items"], "about"), ["shop.add_book"; 2]);
    assert_eq!(all["items"][0]["declared"], false);
    assert_eq!(all["items"][1]["declared"], true);
    let tool = world.json("/tools/shop.add_book").await;
    let destructive = &tool["effective"]["destructive"];
    assert_eq!(destructive["value"], true);
    assert!(
        destructive["says"]
            .as_str()
            .is_some_and(|says| says.contains("candor.toml:7"))
    );
}

#[tokio::test]
async fn when_people_are_asked_can_be_said() {
    let world = ApiFixture::shop().await;
    let path = "/annotations/shop.add_book";
    let body = json!({"confirm": "always", "why": "each costs money"});
    let entry = world.patch(path, body).gives(200).await;
    let said = &entry["fields"]["confirm"];
    assert_eq!(
        (&said["say"], &said["who"]),
        (&json!("always"), &json!("person local"))
    );
    assert_eq!(world.json(path).await["fields"]["confirm"]["say"], "always");
    let list = world.json("/annotations").await;
    assert_eq!(list["items"][0]["fields"]["confirm"]["say"], "always");
    let tool = world.json("/tools/shop.add_book").await;
    let confirm = &tool["effective"]["confirm"];
    assert_eq!(
        (&confirm["value"], &confirm["layer"]),
        (&json!("always"), &json!("override"))
    );
    let says = confirm["says"].as_str().expect("a sentence");
    assert!(says.starts_with("confirm: always, says override"), "{says}");
    world.ask_about("agent", "shop.add_book", json!({})).await;

    let cleared = world
        .patch(path, json!({"confirm": "unset"}))
        .gives(200)
        .await;
    assert_eq!(cleared["fields"]["confirm"]["say"], "unset");
    let tool = world.json("/tools/shop.add_book").await;
    assert_eq!(tool["effective"]["confirm"], json!(null));
    let gone = world.patch(path, json!({"confirm": null})).gives(200).await;
    assert_eq!(gone["fields"], json!({}));
    let wrong = world.patch(path, json!({"confirm": "sometimes"}));
    wrong
        .refused(422, "invalid", "expected \"always\", \"first\", \"never\"")
        .await;
}
