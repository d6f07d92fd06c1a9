//! The JSON reader agrees with `serde_json` where both accept, and says what is wrong.

use super::*;
use proptest::prelude::*;

/// The tree as `serde_json` would have it.
fn plain(node: &ConfigNode) -> serde_json::Value {
    match &node.value {
        ConfigValue::Null => serde_json::Value::Null,
        ConfigValue::Bool(yes) => (*yes).into(),
        ConfigValue::Number(digits) => serde_json::from_str(digits).expect("a number"),
        ConfigValue::Text(text) | ConfigValue::Date(text) => text.as_str().into(),
        ConfigValue::List(items) => items.iter().map(plain).collect(),
        ConfigValue::Table(entries) => entries
            .iter()
            .map(|entry| (entry.key.clone(), plain(&entry.node)))
            .collect(),
    }
}

#[track_caller]
fn check(text: &str, expect: &str) {
    let document = parse(text).expect("readable");
    let expect: serde_json::Value = serde_json::from_str(expect).expect("an expectation");
    assert_eq!(plain(&document.root), expect);
}

#[track_caller]
fn refuse(text: &str, at: usize, message: &str) {
    let error = parse(text).expect_err("unreadable");
    assert_eq!((error.at, error.message.as_str()), (at, message));
}

#[test]
fn reads_what_editors_write() {
    check(" {} ", "{}");
    let list = "{\"a\": [1, -2.5e3, true, null,],}";
    check(list, r#"{"a":[1,-2500.0,true,null]}"#);
    let comments = "// top\n{ /* in */ \"a\": 1, // end\r\n}\n// last";
    check(comments, r#"{"a":1}"#);
    check(r#""\u0041\ud83d\ude00\n\/\"""#, r#""A😀\n/\"""#);
    check(r#"{"a": "// no comment"}"#, r#"{"a": "// no comment"}"#);
}

#[test]
fn says_what_is_wrong_and_where() {
    let no_key = "expected a key in double quotes or `}`";
    refuse("", 0, "the file is empty");
    refuse("{", 1, &format!("{no_key}, but the file ends"));
    refuse("{} x", 3, "expected the end of the file, found `x`");
    refuse("{a: 1}", 1, &format!("{no_key}, found `a`"));
    refuse("{\"a\" 1}", 5, "expected `:`, found `1`");
    refuse("{\"a\": 1 \"b\": 2}", 8, "expected `,` or `}`, found `\"`");
    refuse("[1 2]", 3, "expected `,` or `]`, found `2`");
    refuse("[,]", 1, "expected a value, found `,`");
    refuse("['a']", 1, "a text must stand in double quotes");
    let word = "`yes` is not a value; a text needs double quotes";
    refuse("[yes]", 1, word);
    refuse("[1x]", 1, "`1x` is not a number");
    refuse("[-inf]", 1, "`-inf` is not a number");
    refuse("\"abc", 0, "a text without its closing `\"`");
    refuse("\"\\x\"", 1, "`\\x` is not an escape");
    let digits = "a `\\u` needs four hexadecimal digits that stand for a character";
    refuse("\"\\ud800\"", 1, digits);
    refuse("\"\\u00é\"", 1, digits);
    refuse("/* x", 0, "a comment without its `*/`");
    refuse("{\"a\": \0}", 6, "expected a value, found `\\u{0}`");
}

#[test]
fn the_last_of_equal_keys_counts() {
    let document = parse(r#"{"a": 1, "b": 2, "a": 3}"#).expect("readable");
    assert_eq!(plain(&document.root), serde_json::json!({"b": 2, "a": 3}));
    assert_eq!(document.repeated, [("a".to_owned(), 1..4)]);
}

#[test]
fn depth_is_bounded() {
    let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(parse(&deep(DEEPEST)).is_ok());
    let deeper = "nested more than 64 levels deep";
    refuse(&deep(DEEPEST + 1), DEEPEST, deeper);
    refuse(&"[".repeat(1_000_000), DEEPEST, deeper);
    refuse(&"{\"a\":".repeat(1_000_000), DEEPEST * 5, deeper);
}

fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(serde_json::Value::Array),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn agrees_with_serde_json(value in any_json(), pretty: bool) {
        let text = if pretty { format!("{value:#}") } else { value.to_string() };
        let document = parse(&text).expect("readable");
        prop_assert_eq!(plain(&document.root), value);
        prop_assert!(document.repeated.is_empty());
    }

    #[test]
    fn never_panics(text in any::<String>(), json in "[\\[\\]{}\",:/*\\\\u0-9a-f ]{0,40}") {
        for text in [text, json] {
            if let Err(error) = parse(&text) {
                prop_assert!(error.at <= text.len());
            }
        }
    }
}
