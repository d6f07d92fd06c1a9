//! The lines of the arguments.

use candor_model::SourceTrust;
use serde_json::json;

use super::*;

fn lines(arguments: &Value) -> Vec<String> {
    list(arguments, None, SourceTrust::Trusted)
        .lines
        .iter()
        .map(|line| format!("{} = {}", line.pointer, line.value))
        .collect()
}

#[test]
fn every_argument_has_a_line_in_the_given_order() {
    let long = "word ".repeat(20);
    let long = long.trim_end();
    assert_eq!(
        lines(&json!({
            "zeta": 1,
            "alpha": [1, 2],
            "options": {"dry_run": true},
            "deep": {"a": {"b": [{"c": {"d": long}}, null]}, "e/f~": false},
            "none": null,
            "empty": {},
        })),
        [
            "/zeta = 1".to_owned(),
            "/alpha = [1, 2]".to_owned(),
            r#"/options = {"dry_run": true}"#.to_owned(),
            format!(r#"/deep/a/b/0 = {{"c": {{"d": "{long}"}}}}"#),
            "/deep/a/b/1 = null".to_owned(),
            "/deep/e~1f~0 = false".to_owned(),
            "/none = null".to_owned(),
            "/empty = {}".to_owned(),
        ]
    );
    assert_eq!(lines(&json!({})), [""; 0]);
    assert_eq!(lines(&json!(null)), [""; 0]);
    assert_eq!(lines(&json!("text")), [r#"(all) = "text""#]);
}

#[test]
fn a_key_cannot_pass_for_a_value() {
    assert_eq!(
        lines(&json!({
            "a = 1\nHint": 2,
            "b\" = \"": 3,
            "": 4,
            "\u{202E}": 5,
            "ghp_0123456789abcdefghij": 6,
        })),
        [
            r#""/a = 1\nHint" = 2"#,
            r#""/b\" = \"" = 3"#,
            "/ = 4",
            "\"/⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩\" = 5",
            "\"/⟨masked: 24 characters, SHA-256 begins 9ca8⟩\" = 6",
        ]
    );
}

#[test]
fn long_keys_are_cut_and_told_apart() {
    let [one, two] = ["a", "b"].map(|end| "k".repeat(5000) + end);
    let found = lines(&json!({one: 1, two: 2}));
    assert!(found.iter().all(|line| line.len() < 80), "{found:?}");
    let [one, two] = [0, 1].map(|at: usize| found[at].rsplit_once(" = ").map(|(key, _)| key));
    assert_ne!(one, two);
}

#[test]
fn more_arguments_than_fit_are_counted() {
    let many: Map<String, Value> = (0..100_000).map(|n| (format!("k{n}"), json!(n))).collect();
    let listing = list(&Value::Object(many), None, SourceTrust::Trusted);
    assert_eq!(listing.lines.len(), LINES_MAX);
    let more = listing.more.expect("more");
    assert_eq!((more.count, more.sha256.len()), (100_000 - LINES_MAX, 64));

    let nested = json!({"list": (0..500).map(|n| json!({"n": n})).collect::<Vec<_>>()});
    let listing = list(&nested, None, SourceTrust::Trusted);
    assert_eq!(listing.more.map(|more| more.count), Some(300));
}

#[test]
fn long_values_are_known_by_the_digest_of_the_string_itself() {
    let long = "x".repeat(1000);
    let listing = list(&json!({"long": long}), None, SourceTrust::Trusted);
    let folded = listing.lines[0].folded.as_ref().expect("folded");
    assert_eq!(folded.sha256, Digest::of(&long).to_string());
    assert_eq!(folded.characters, 1000);
    assert_eq!(folded.whole, Some(format!("\"{long}\"")));
    assert!(listing.notes.cut.is_empty());
}

#[test]
fn the_schema_marks_secrets_and_describes() {
    let schema = json!({"properties": {
        "pin": {"format": "password", "description": "The\ncard's \u{200B} PIN"},
        "note": {"description": "Whatever you like"},
    }});
    let listing = list(
        &json!({"pin": 1234, "note": "x"}),
        Some(&schema),
        SourceTrust::Trusted,
    );
    let told: Vec<_> = listing
        .lines
        .iter()
        .map(|line| (&*line.value, line.masked, line.description.as_deref()))
        .collect();
    assert_eq!(
        told,
        [
            (
                "•••• (a number)",
                true,
                Some("The card's ⟨U+200B ZERO WIDTH SPACE⟩ PIN")
            ),
            ("\"x\"", false, Some("Whatever you like")),
        ]
    );
    assert_eq!(listing.notes.masked.words().as_deref(), Some("\"pin\""));
}

#[test]
fn the_first_places_are_named_and_the_others_counted() {
    let mut places = PlaceList::default();
    assert_eq!(places.words(), None);
    for (place, expect) in [
        ("/a", "/a"),
        ("/b", "/a, /b"),
        ("/c", "/a, /b, /c"),
        ("/d", "/a, /b, /c and 1 more"),
    ] {
        places.add(place);
        assert_eq!(places.words().as_deref(), Some(expect));
    }
}

#[test]
fn only_one_plain_key_is_shown_without_its_slash() {
    for (key, name, in_a_sentence) in [
        ("id", "id", "\"id\""),
        ("max_tokens", "max_tokens", "\"max_tokens\""),
        ("X-Id.2", "X-Id.2", "\"X-Id.2\""),
        ("none", "none", "\"none\""),
        ("0", "/0", "/0"),
        ("a/b", "/a~1b", "/a~1b"),
        ("a b", "\"/a b\"", "\"/a b\""),
        ("(all)", "\"/(all)\"", "\"/(all)\""),
        ("", "/", "/"),
    ] {
        let pointer = shown(&format!("/{}", step(key, &PlaceSchemas::default())));
        assert_eq!(crate::card::place_name(&pointer), name, "{key}");
        assert_eq!(in_sentence(&pointer), in_a_sentence, "{key}");
    }
    assert_eq!(crate::card::place_name("/deep/a"), "/deep/a");
    assert_eq!(crate::card::place_name("(all)"), "(all)");
}
