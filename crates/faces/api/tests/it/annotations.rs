//! `/annotations`.

use std::sync::Arc;

use candor_gateway::FileDeclarations;
use candor_model::{
    AnnotationAuthor, AnnotationLayer, FieldValue, Hint, Opinion, OpinionField, OpinionKey,
    Provenance, ToolPattern,
};
use serde_json::json;

use crate::fixture::{ApiFixture, count, refuse_all, refuse_each, shows, strings};

const LIST: &str = "/annotations/shop.list_books";

#[tokio::test]
async fn saying_reading_and_taking_back() {
    let world = ApiFixture::shop().await;
    let nothing = world.get(LIST).send().await;
    assert_eq!((nothing.status, nothing.etag()), (200, "\"v0\""));
    assert_eq!(nothing.json()["fields"], json!({}));

    let body = json!({"read_only": true, "destructive": "unset", "title": "Books",
                      "extra": {"a": {"b": [1, null]}}, "why": "seen"});
    let first = world.patch(LIST, body).sent(200).await;
    let entry = first.json();
    shows!(entry, {"about": "shop.list_books", "scope": "everywhere", "declared": false});
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
    world
        .get(LIST)
        .header("if-none-match", "\"v99\", W/\"v98\"")
        .sent(200)
        .await;

    let body = json!({"read_only": null, "title": {"unset": true}, "extra": {"a": null}});
    let second = world.patch(LIST, body).if_match(first.etag()).send().await;
    assert_ne!(second.etag(), first.etag());
    let entry = second.json();
    assert_eq!(entry["fields"]["title"]["say"], json!({"unset": true}));
    assert_eq!(
        entry["fields"].as_object().map(serde_json::Map::len),
        Some(2)
    );

    let gone = world
        .delete(&format!("{LIST}?why=done"))
        .if_match(second.etag());
    let gone = gone.send().await;
    assert_eq!((gone.status, gone.text.as_str()), (204, ""));
    assert_eq!(world.json(LIST).await["version"], 0);
    assert_eq!(world.json("/annotations").await["items"], json!([]));
}

#[tokio::test]
async fn a_change_is_in_the_catalogue_when_it_is_confirmed() {
    let world = ApiFixture::shop().await;
    let body = json!({"destructive": true});
    world.patched("/annotations/shop.*", body).await;
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
    let rows = json!([
        [422, "invalid", {"destructive": true},
         "`read_only` and `destructive` cannot both be true"],
        [422, "invalid", {"title": "a\u{7}b"}, "hidden character U+0007 at position 2"],
        [422, "invalid", {"title": "a\u{202e}b"}, "hidden character U+202E"],
        [422, "invalid", {"title": " "}, "is empty"],
        [422, "invalid", {"title": long}, "at most 100 are allowed"],
        [422, "invalid", {"extra": {"title": 1}}, "use the field `title`"],
        [422, "invalid", {"extra": {"": 1}}, "empty key"],
        [422, "invalid", {"why": "x\n", "read_only": false},
         "`why` holds the hidden character U+000A"],
        [422, "invalid", {"read_only": "yes"}, "expected true, false, \"unset\" or null"],
        [422, "invalid", {"readOnly": true},
         "unknown field `readOnly`, expected one of `read_only`"],
        [422, "invalid", {}, "no change given"],
        [422, "invalid", [true], "it should be an object with `read_only`"],
    ]);
    refuse_all(&rows, |body| world.patch(LIST, body)).await;
    let say = |path: &str| world.patch(path, json!({"read_only": true}));
    let parts = json!({
        "/annotations/shop.list_bok": "did you mean `shop.list_books`?",
        "/annotations/shop.zzz*": "`shop.zzz*` matches no tool",
        "/annotations/shop.*?environment=prod": "there is no environment `prod`",
    });
    refuse_each((404, "unknown"), &parts, say).await;
    let parts = json!({
        "/annotations/*": "`*` names no tool",
        "/annotations/*.x": "letters, digits",
    });
    refuse_each((422, "invalid"), &parts, say).await;
    let after = world.get(LIST).send().await;
    assert_eq!((after.etag(), &after.text), (before.etag(), &before.text));
    let changes = world.json("/audit/changes?action=annotations").await;
    assert_eq!(count(&changes), 1, "{changes}");
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
        .if_match(read.etag());
    let mine = mine.sent(200).await;
    let theirs = world
        .patch(LIST, json!({"idempotent": false}))
        .if_match(read.etag());
    let stale = theirs
        .refused(412, "changed", "has changed since it was read")
        .await;
    assert_eq!(stale.etag(), mine.etag());
    let late = world.delete(LIST).if_match(read.etag());
    let stale = late.refused(412, "changed", "read it again").await;
    assert_eq!(stale.etag(), mine.etag());
    let fresh = world
        .patch(LIST, json!({"idempotent": false}))
        .if_match(stale.etag());
    fresh.sent(200).await;
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
        let ask = delete().if_match(bad);
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
    let any = delete().if_match("*");
    any.unknown("has no override to remove").await;
    let any = || world.patch(LIST, json!({"idempotent": true})).if_match("*");
    any()
        .refused(412, "changed", "`shop.list_books` has no override")
        .await;
    world
        .patch(LIST, json!({"idempotent": false}))
        .sent(200)
        .await;
    any().sent(200).await;
    delete().if_match("*").sent(204).await;
}

#[tokio::test]
async fn nothing_is_said_about_what_is_not_there() {
    let world = ApiFixture::shop().await;
    let ask = world.get("/annotations/shop.list_boks");
    ask.unknown("did you mean `shop.list_books`?").await;
    let ask = world.get("/annotations/shop.zzz*");
    ask.unknown("`shop.zzz*` matches no tool").await;
    assert_eq!(world.json("/annotations/shop.*").await["version"], 0);
}

/// The file says that `shop.add_book` destroys.
fn declared() -> FileDeclarations {
    let mut opinion = Opinion::default();
    let provenance = Arc::new(Provenance {
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
            provenance,
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
    let world = ApiFixture::shop_with(declared()).await;
    let path = "/annotations/shop.add_book";
    let entry = world.json(path).await;
    shows!(entry, {"declared": true, "version": null});
    assert_eq!(entry["fields"]["destructive"]["who"], "file candor.toml:7");

    let change = world.patch(path, json!({"destructive": false}));
    let part = "`destructive` of `shop.add_book` is declared in candor.toml:7";
    change.refused(409, "declared", part).await;
    let removal = world.delete(path).if_match("*");
    removal
        .refused(
            409,
            "declared",
            "`shop.add_book` is declared in candor.toml:7",
        )
        .await;

    // Other fields may be set by any editor.
    world
        .patch(path, json!({"idempotent": true}))
        .sent(200)
        .await;
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
    let entry = world.patched(path, body).await;
    let said = &entry["fields"]["confirm"];
    shows!(said, {"say": "always", "who": "person local"});
    assert_eq!(world.json(path).await["fields"]["confirm"]["say"], "always");
    let list = world.json("/annotations").await;
    assert_eq!(list["items"][0]["fields"]["confirm"]["say"], "always");
    let tool = world.json("/tools/shop.add_book").await;
    let confirm = &tool["effective"]["confirm"];
    shows!(confirm, {"value": "always", "layer": "override"});
    let says = confirm["says"].as_str().expect("a sentence");
    assert!(says.starts_with("confirm: always, says override"), "{says}");
    world.ask_about("agent", "shop.add_book", json!({})).await;

    let cleared = world.patched(path, json!({"confirm": "unset"})).await;
    assert_eq!(cleared["fields"]["confirm"]["say"], "unset");
    let tool = world.json("/tools/shop.add_book").await;
    assert_eq!(tool["effective"]["confirm"], json!(null));
    let gone = world.patched(path, json!({"confirm": null})).await;
    assert_eq!(gone["fields"], json!({}));
    let wrong = world.patch(path, json!({"confirm": "sometimes"}));
    wrong
        .refused(422, "invalid", "expected \"always\", \"first\", \"never\"")
        .await;
}
