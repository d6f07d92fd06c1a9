//! Lines as people see them, and that there are some exactly where something differs.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::*;
use crate::{DriftVerdict, compare, pin};
use candor_model::{DefinitionPin, QualifiedName};

fn lines(pinned: &Value, found: &Value) -> Vec<String> {
    differences(&canonical(pinned), &canonical(found))
}

fn check(pinned: &Value, found: &Value, expect: &[&str]) {
    assert_eq!(lines(pinned, found), expect);
    assert!(lines(pinned, pinned).is_empty() && lines(found, found).is_empty());
}

fn schema(properties: &Value, required: &[&str]) -> Value {
    json!({"inputSchema": {"properties": properties, "required": required}})
}

#[test]
fn the_order_is_that_of_what_matters() {
    check(
        &json!({
            "name": "a", "title": "Old", "description": "Reads", "icons": [],
            "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"},
            "annotations": {"title": "A", "destructiveHint": true},
        }),
        &json!({
            "name": "b", "title": "New", "description": "Writes", "extra": 1.5,
            "inputSchema": {"type": "array"}, "outputSchema": null,
            "annotations": {"readOnlyHint": true, "destructiveHint": false, "x": 1},
        }),
        &[
            "readOnlyHint: unset → true (less careful)",
            "destructiveHint: true → false (less careful)",
            r#"description: "Reads" → "Writes""#,
            r#"title: "Old" → "New""#,
            r#"inputSchema.type: "object" → "array""#,
            r#"outputSchema: {"type":"object"} → null"#,
            r#"annotations.title removed: "A""#,
            "annotations.x added: 1",
            "extra added: 1.5",
            "icons removed: []",
            r#"name: "a" → "b""#,
        ],
    );
}

#[test]
fn members_and_items_are_named() {
    check(
        &schema(
            &json!({"path": {"type": "string"}, "a b": {"": 1}}),
            &["path"],
        ),
        &schema(
            &json!({"path": {"type": "number"}, "a b": {"": 2}, "force": {"type": "boolean"}}),
            &["path", "force"],
        ),
        &[
            r#"inputSchema.properties."a b"."": 1 → 2"#,
            r#"inputSchema.properties.force added: {"type":"boolean"}"#,
            r#"inputSchema.properties.path.type: "string" → "number""#,
            r#"inputSchema.required: added "force""#,
        ],
    );
    check(
        &json!({"inputSchema": {"enum": [1, 2, 2], "type": ["a", "b"], "anyOf": [{"x": 1}, {"x": 2}]}}),
        &json!({"inputSchema": {"enum": [2, 3], "type": ["b", "a"], "anyOf": [{"x": 3}, {"x": 2}]}}),
        &[
            "inputSchema.anyOf[0].x: 1 → 3",
            "inputSchema.enum: added 3",
            "inputSchema.enum: removed 1",
            "inputSchema.enum: removed 2",
            r#"inputSchema.type: order changed: ["a","b"] → ["b","a"]"#,
        ],
    );
}

#[test]
fn an_item_put_in_front_moves_no_other() {
    let icons = |sources: &[&str]| json!({"icons": sources.iter().map(|src| json!({"src": src})).collect::<Vec<_>>()});
    check(
        &icons(&["b", "c"]),
        &icons(&["a", "b", "c"]),
        &[r#"icons[0] added: {"src":"a"}"#],
    );
    check(
        &icons(&["a", "b", "c"]),
        &icons(&["a", "c"]),
        &[r#"icons[1] removed: {"src":"b"}"#],
    );
}

#[test]
fn what_is_absent_counts_here() {
    check(
        &json!({"annotations": {"readOnlyHint": true, "title": "A"}}),
        &json!({}),
        &[
            "readOnlyHint: true → unset",
            r#"annotations.title removed: "A""#,
        ],
    );
    check(
        &json!({"annotations": {}}),
        &json!({}),
        &["annotations removed: {}"],
    );
    check(
        &json!({}),
        &json!({"annotations": null}),
        &["annotations added: null"],
    );
    check(
        &json!({"annotations": {"readOnlyHint": false}}),
        &json!({"annotations": {"readOnlyHint": null}}),
        &["readOnlyHint: false → null (not a boolean)"],
    );
}

#[test]
fn odd_definitions_are_compared_too() {
    check(
        &json!([1]),
        &json!({"a": 1}),
        &[r#"definition: [1] → {"a":1}"#],
    );
    check(
        &json!(["a"]),
        &json!(["b"]),
        &[r#"definition: added "b""#, r#"definition: removed "a""#],
    );
    check(&json!("a"), &json!(null), &[r#"definition: "a" → null"#]);
    check(&json!({"a": 0.0}), &json!({"a": -0.0}), &["a: 0.0 → -0.0"]);
    check(&json!({"a": 1}), &json!({"a": 1.0}), &["a: 1 → 1.0"]);
}

#[test]
fn text_is_shown_around_the_first_difference() {
    let text = |text: &str| json!({"description": text});
    let head = "a".repeat(500);
    check(
        &text(&format!("{head} old{}", "z".repeat(300))),
        &text(&format!("{head} new{}", "z".repeat(300))),
        &[&format!(
            "description: \"…{0} old{1}…\" → \"…{0} new{1}…\"",
            "a".repeat(39),
            "z".repeat(77)
        )],
    );
    check(
        &text("Reads a note"),
        &text(&format!("Reads a note. <IMPORTANT>{}", "x".repeat(1000))),
        &[&format!(
            "description: \"Reads a note\" → \"Reads a note. <IMPORTANT>{}…\" \
             (the change goes on for 905 more characters)",
            "x".repeat(95)
        )],
    );
}

#[test]
fn what_is_hidden_is_shown() {
    let text = |text: &str| json!({"description": text});
    check(
        &text("Reads 'a' note"),
        &text("Reads 'a'\u{200b} \"note\"\n\u{202e}\u{e0041}\u{3164}\u{1b}[0m"),
        &["description: \"Reads 'a' note\" → \
           \"Reads 'a'\\u{200b} \\\"note\\\"\\n\\u{202e}\\u{e0041}\\u{3164}\\u{1b}[0m\""],
    );
    check(
        &text("cafe\u{301} pay"),
        &text("caf\u{e9} p\u{430}y"),
        &["description: \"cafe\\u{301} pay\" → \"café pаy\" (U+0065 → U+00E9)"],
    );
    check(
        &text("pay"),
        &text("p\u{430}y"),
        &["description: \"pay\" → \"pаy\" (U+0061 → U+0430)"],
    );
    check(
        &json!({}),
        &json!({"x\u{200b}": {"y\u{ad}": "\u{feff}"}}),
        &["\"x\\u{200b}\" added: {\"y\\u{ad}\":\"\\u{feff}\"}"],
    );
}

#[test]
fn hidden_text_before_the_difference_does_not_push_it_out() {
    let blank = "\u{e0041}".repeat(400);
    let lines = lines(
        &json!({"title": format!("{blank}old")}),
        &json!({"title": format!("{blank}new")}),
    );
    assert!(
        lines[0].contains("old\" → \"…") && lines[0].ends_with("new\""),
        "{lines:?}"
    );
}

#[test]
fn huge_definitions_give_few_and_short_lines() {
    let key = |at: usize| format!("{at}{}", "k".repeat(at % 300));
    let many = |word: &str| -> Value {
        (0..10_000)
            .map(|at| (key(at), json!({"type": word})))
            .collect()
    };
    let big = |word: &str| json!({"inputSchema": {"properties": many(word)}, "description": word.repeat(1_000_000)});
    let told = lines(&big("string"), &big("number"));
    assert_eq!(told.len(), LINES_MAX);
    assert_eq!(
        told[LINES_MAX - 1],
        format!("… and {} more differences", 10_001 - (LINES_MAX - 1))
    );
    assert!(
        told.iter().all(|line| line.chars().count() < 500),
        "{told:?}"
    );
}

#[test]
fn deep_definitions_give_a_short_path_or_a_reason() {
    let deep = |levels: usize, end: &str| {
        (0..levels).fold(
            json!({"end": end}),
            |inner, _| json!({"k".repeat(1000): [[inner]]}),
        )
    };
    let told = lines(&deep(40, "a"), &deep(40, "b"));
    assert_eq!(told.len(), 1);
    assert!(
        told[0].contains(".…") && told[0].ends_with(r#".end: "a" → "b""#),
        "{told:?}"
    );
    assert!(told[0].chars().count() < 1_000, "{told:?}");

    let told = lines(&deep(200, "a"), &deep(200, "b"));
    assert_eq!(told.len(), 2);
    assert!(
        told[0].contains("cannot be read") && told[0].contains("recursion limit"),
        "{told:?}"
    );
}

#[test]
fn what_is_no_json_is_said() {
    let told = differences("{", "null");
    assert_eq!(told.len(), 1);
    assert!(
        told[0].starts_with("pinned definition cannot be read"),
        "{told:?}"
    );
    let told = differences("", "nothing");
    assert!(
        told.len() == 2 && told[1].starts_with("found definition cannot be read"),
        "{told:?}"
    );
    assert_eq!(differences("{", "{"), Vec::<String>::new());
    // Neither is canonical, but both mean the same.
    assert_eq!(
        differences(r#"{"b":1,"a":2}"#, r#"{ "a":2, "b":1 }"#),
        Vec::<String>::new()
    );
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        (-3_i64..4).prop_map(Value::from),
        prop_oneof![Just(0.0), Just(-0.0), Just(1.5), Just(1e300)].prop_map(Value::from),
        "[ab\u{200b}é\"]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let key = prop_oneof![
            "[abc .]{0,2}",
            Just("type".to_owned()),
            Just("required".to_owned())
        ];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::hash_map(key, inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn any_definition() -> impl Strategy<Value = Value> {
    let key = prop_oneof![
        Just("description"),
        Just("title"),
        Just("inputSchema"),
        Just("_meta"),
        Just("annotations"),
        Just("x"),
    ];
    let hint = prop_oneof![
        Just("readOnlyHint"),
        Just("destructiveHint"),
        Just("openWorldHint"),
        Just("title"),
        Just("y"),
    ];
    let said = prop_oneof![3 => any::<bool>().prop_map(Value::from), 1 => any_json()];
    let owned = |members: std::collections::HashMap<&str, Value>| -> Map<String, Value> {
        members
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect()
    };
    (
        proptest::collection::hash_map(key, any_json(), 0..6),
        proptest::option::of(proptest::collection::hash_map(hint, said, 0..5)),
    )
        .prop_map(move |(members, said)| {
            let mut members = owned(members);
            if let Some(said) = said {
                members.insert("annotations".to_owned(), Value::Object(owned(said)));
            }
            Value::Object(members)
        })
}

fn pinned(definition: &Value) -> DefinitionPin {
    let name = QualifiedName::parse("s.tool").expect("a name");
    pin(&name, definition, 0)
}

/// The same value with the keys of every object turned round.
fn turned_round(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(turned_round).collect(),
        Value::Object(members) => {
            let members = members.iter().rev();
            members
                .map(|(key, value)| (key.clone(), turned_round(value)))
                .collect()
        }
        plain => plain.clone(),
    }
}

proptest! {
    #[test]
    fn there_are_lines_exactly_where_something_differs(one in any_json(), other in any_json()) {
        let equal = canonical(&one) == canonical(&other);
        prop_assert_eq!(lines(&one, &other).is_empty(), equal);
    }

    #[test]
    fn definitions_too(one in any_definition(), other in any_definition()) {
        let told = lines(&one, &other);
        prop_assert_eq!(told.is_empty(), canonical(&one) == canonical(&other));
        prop_assert!(told.len() <= LINES_MAX);
        let hidden = |line: &String| line.contains(['\u{200b}', '\n']);
        prop_assert!(!told.iter().any(hidden), "{:?}", told);
    }

    #[test]
    fn the_order_of_keys_never_matters(one in any_definition()) {
        let other = turned_round(&one);
        prop_assert_eq!(pinned(&one).hash, pinned(&other).hash);
        prop_assert_eq!(compare(&pinned(&one), &pinned(&other)), DriftVerdict::Same);
    }

    #[test]
    fn a_verdict_always_has_its_lines(one in any_definition(), other in any_definition()) {
        let (one, other) = (pinned(&one), pinned(&other));
        match compare(&one, &other) {
            DriftVerdict::Same => {}
            DriftVerdict::Tightened(told) => {
                prop_assert!(!told.loosens && !told.differences.is_empty());
                prop_assert!(told.differences.iter().all(|line| line.ends_with("(more careful)")));
            }
            DriftVerdict::Changed(told) => {
                prop_assert!(!told.differences.is_empty());
                prop_assert!(told.loosens || told.differences.iter().all(|line| !line.ends_with("(less careful)")));
            }
        }
    }

    #[test]
    fn leaving_out_annotations_is_no_change(one in any_definition(), keep in any::<u8>()) {
        let mut other = one.clone();
        if let Some(Value::Object(said)) = other.get_mut("annotations") {
            let mut at = 0;
            said.retain(|_, _| {
                at += 1;
                keep >> (at % 8) & 1 == 1
            });
        }
        prop_assert_eq!(compare(&pinned(&one), &pinned(&other)), DriftVerdict::Same);
    }
}
