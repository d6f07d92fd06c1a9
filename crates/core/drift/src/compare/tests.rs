//! Verdicts, and what is carried.

use candor_model::{Digest, QualifiedName};
use serde_json::json;

use super::*;
use crate::pin;

fn pinned(definition: &Value) -> DefinitionPin {
    let name = QualifiedName::parse("notes.read_note").expect("a name");
    pin(&name, definition, 0)
}

/// A tool with these annotations.
fn tool(annotations: &Value) -> DefinitionPin {
    pinned(&json!({"name": "read_note", "annotations": annotations}))
}

/// The verdict in a word, and the lines.
fn verdict(old: &DefinitionPin, new: &DefinitionPin) -> (&'static str, String) {
    match compare(old, new) {
        DriftVerdict::Same => ("same", String::new()),
        DriftVerdict::Tightened(told) => {
            assert!(!told.loosens, "what tightens does not loosen");
            ("tightened", told.differences.join("\n"))
        }
        DriftVerdict::Changed(told) if told.loosens => ("loosened", told.differences.join("\n")),
        DriftVerdict::Changed(told) => ("changed", told.differences.join("\n")),
    }
}

fn check(old: &Value, new: &Value, expect: &str, lines: &str) {
    let (old, new) = (tool(old), tool(new));
    let (word, told) = verdict(&old, &new);
    assert_eq!((word, &*told), (expect, lines));
}

#[test]
fn another_request_is_another_tool() {
    let tool = |request: Value| pinned(&json!({"name": "a", "_meta": {crate::REQUEST: request}}));
    let get = tool(json!({"method": "GET", "path": "/a", "server": "https://a.example/"}));
    for (method, path, server, expect) in [
        ("GET", "/a", "https://a.example/", "same"),
        ("DELETE", "/a", "https://a.example/", "loosened"),
        ("GET", "/a", "https://b.example/", "loosened"),
        ("GET", "/b", "https://a.example/", "changed"),
    ] {
        let found = tool(json!({"method": method, "path": path, "server": server}));
        assert_eq!(verdict(&get, &found).0, expect, "{method} {path} {server}");
    }
}

#[test]
fn the_order_of_a_set_is_no_change() {
    let tool = |schema: Value| pinned(&json!({"name": "a", "inputSchema": schema}));
    let fields = |default: Value| {
        json!({
            "type": "object",
            "properties": {"fields": {"type": ["string", "null"], "default": default}},
        })
    };
    for (old, new, expect) in [
        (
            json!({"required": ["a", "b"]}),
            json!({"required": ["b", "a"]}),
            "same",
        ),
        (
            json!({"required": ["a", "b"]}),
            json!({"required": ["a"]}),
            "changed",
        ),
        (
            json!({"enum": [1, "a", {"b": 2}]}),
            json!({"enum": [{"b": 2}, "a", 1]}),
            "same",
        ),
        (json!({"enum": [1, 2]}), json!({"enum": [1, 3]}), "changed"),
        (
            fields(json!("key, summary,status")),
            fields(json!("status,key,summary")),
            "same",
        ),
        (
            fields(json!("key,summary")),
            fields(json!("key,secret")),
            "changed",
        ),
        (fields(json!(["x", "y"])), fields(json!(["y", "x"])), "same"),
        // The order of other lists has a meaning.
        (
            json!({"prefixItems": [{"type": "string"}, {"type": "null"}]}),
            json!({"prefixItems": [{"type": "null"}, {"type": "string"}]}),
            "changed",
        ),
        // A parameter can have the name of a keyword.
        (
            json!({"properties": {"enum": {"type": "string"}, "default": {"enum": ["a", "b"]}}}),
            json!({"properties": {"default": {"enum": ["b", "a"]}, "enum": {"type": "string"}}}),
            "same",
        ),
        (
            json!({"const": ["a", "b"]}),
            json!({"const": ["b", "a"]}),
            "changed",
        ),
    ] {
        let (found, lines) = verdict(&tool(old.clone()), &tool(new.clone()));
        assert_eq!(found, expect, "{old} {new}: {lines}");
    }
}

#[test]
fn every_hint_turns_either_way() {
    for (hint, careful) in [
        ("readOnlyHint", false),
        ("destructiveHint", true),
        ("idempotentHint", false),
        ("openWorldHint", true),
    ] {
        let careless = !careful;
        let said = |value: bool| json!({hint: value});
        let line = |from: &str, to: bool, word: &str| format!("{hint}: {from} → {to} ({word})");
        check(&said(careful), &said(careful), "same", "");
        check(&said(careless), &said(careless), "same", "");
        let loose = line(&careful.to_string(), careless, "less careful");
        check(&said(careful), &said(careless), "loosened", &loose);
        let loose = line("unset", careless, "less careful");
        check(&json!({}), &said(careless), "loosened", &loose);
        let tight = line(&careless.to_string(), careful, "more careful");
        check(&said(careless), &said(careful), "tightened", &tight);
        let tight = line("unset", careful, "more careful");
        check(&json!({}), &said(careful), "tightened", &tight);
        check(&said(careful), &json!({}), "same", "");
        check(&said(careless), &json!({}), "same", "");
    }
}

#[test]
fn both_at_once_loosen() {
    check(
        &json!({"readOnlyHint": false, "openWorldHint": false}),
        &json!({"readOnlyHint": true, "openWorldHint": true}),
        "loosened",
        "readOnlyHint: false → true (less careful)\nopenWorldHint: false → true (more careful)",
    );
}

#[test]
fn what_is_absent_is_unchanged_but_what_is_there_counts() {
    check(
        &json!({"destructiveHint": true, "title": "Read", "x-cost": 3}),
        &json!({"readOnlyHint": false}),
        "tightened",
        "readOnlyHint: unset → false (more careful)",
    );
    check(
        &json!({"destructiveHint": true, "title": "Read"}),
        &json!({"title": "Write"}),
        "changed",
        "annotations.title: \"Read\" → \"Write\"",
    );
    check(
        &json!({"title": "Read"}),
        &json!({"x-cost": 3}),
        "changed",
        "annotations.x-cost added: 3",
    );
}

#[test]
fn null_says_nothing() {
    let full = json!({"destructiveHint": true, "title": "Read"});
    check(
        &full,
        &json!({"destructiveHint": null, "title": null}),
        "same",
        "",
    );
    check(&full, &json!(null), "same", "");
    check(&json!(null), &json!({}), "same", "");
    check(&json!({"title": null}), &json!({}), "same", "");
    check(
        &json!({"destructiveHint": null}),
        &json!({"destructiveHint": false}),
        "loosened",
        "destructiveHint: unset → false (less careful)",
    );
}

#[test]
fn odd_values_are_differences() {
    check(
        &json!({"destructiveHint": true}),
        &json!({"destructiveHint": "no"}),
        "loosened",
        "destructiveHint: true → \"no\" (not a boolean)",
    );
    check(
        &json!({"readOnlyHint": 1}),
        &json!({"readOnlyHint": [true]}),
        "loosened",
        "readOnlyHint: 1 → [true] (not a boolean)",
    );
    check(
        &json!({"readOnlyHint": "yes"}),
        &json!({"readOnlyHint": false}),
        "tightened",
        "readOnlyHint: \"yes\" → false (more careful)",
    );
    check(
        &json!({"destructiveHint": true}),
        &json!("safe"),
        "changed",
        "destructiveHint: true → unset\nannotations: {\"destructiveHint\":true} → \"safe\"",
    );
    check(
        &json!("safe"),
        &json!({"title": "A"}),
        "changed",
        "annotations: \"safe\" → {\"title\":\"A\"}",
    );
}

#[test]
fn a_contradiction_is_only_what_it_changes() {
    check(
        &json!({"readOnlyHint": true}),
        &json!({"readOnlyHint": true, "destructiveHint": true}),
        "tightened",
        "destructiveHint: unset → true (more careful)",
    );
}

#[test]
fn tightening_with_anything_else_is_a_change() {
    let old = json!({"name": "a", "description": "Reads"});
    let new = json!({"name": "a", "description": "Writes", "annotations": {"readOnlyHint": false}});
    assert_eq!(
        verdict(&pinned(&old), &pinned(&new)),
        (
            "changed",
            "readOnlyHint: unset → false (more careful)\ndescription: \"Reads\" → \"Writes\""
                .to_owned()
        )
    );
}

#[test]
fn volatile_members_of_an_older_pin_do_not_count() {
    let new = pinned(&json!({"name": "a"}));
    let text = r#"{"_meta":{"at":1},"name":"a"}"#;
    let old = DefinitionPin {
        definition: text.into(),
        hash: Digest::of(text),
        ..new.clone()
    };
    assert_eq!(compare(&old, &new), DriftVerdict::Same);
}

#[test]
fn what_cannot_be_read_is_changed_and_never_trusted() {
    let good = pinned(&json!({"name": "a", "annotations": {"readOnlyHint": true}}));
    let deep = "[".repeat(100_000);
    for text in ["", "{", "nonsense", "{\"a\":1}}", "\u{0}", &deep] {
        let bad = DefinitionPin {
            definition: text.into(),
            hash: Digest::of(text),
            ..good.clone()
        };
        let (word, told) = verdict(&bad, &good);
        assert_eq!(word, "loosened", "{told}");
        assert!(
            told.starts_with("pinned definition cannot be read, so nothing"),
            "{told}"
        );
        let (_, told) = verdict(&good, &bad);
        assert!(
            told.starts_with("found definition cannot be read, so nothing"),
            "{told}"
        );
        assert_eq!(carried(&bad, &good), []);
        assert_eq!(carried(&good, &bad), []);
        assert_eq!(compare(&bad, &bad), DriftVerdict::Same);
    }
}

#[test]
fn a_hash_that_does_not_fit_is_said() {
    let good = pinned(&json!({"name": "a"}));
    let bad = DefinitionPin {
        hash: Digest::UNKNOWN,
        ..good.clone()
    };
    let (word, told) = verdict(&bad, &good);
    assert_eq!(word, "loosened");
    assert!(
        told.contains(&good.hash.to_string()) && !told.contains('\n'),
        "{told}"
    );
}

#[test]
fn what_is_lacking_is_carried() {
    let old =
        tool(&json!({"title": "Read", "readOnlyHint": true, "x": {"b": 1, "a": "é"}, "n": null}));
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        let own = |(key, text): &(&str, &str)| ((*key).to_owned(), (*text).to_owned());
        pairs.iter().map(own).collect()
    };
    let all = pairs(&[
        ("readOnlyHint", "true"),
        ("title", "\"Read\""),
        ("x", "{\"a\":\"é\",\"b\":1}"),
    ]);
    for nothing in [json!({}), json!(null), json!("odd"), json!({"title": null})] {
        assert_eq!(carried(&old, &tool(&nothing)), all, "{nothing}");
    }
    assert_eq!(carried(&old, &pinned(&json!({"name": "read_note"}))), all);
    assert_eq!(carried(&old, &old), []);
    let some = tool(&json!({"readOnlyHint": false, "x": 1}));
    assert_eq!(carried(&old, &some), pairs(&[("title", "\"Read\"")]));
}
