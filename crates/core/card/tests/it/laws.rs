//! Laws that hold for whatever a tool is called with.

use candor_card::{ApprovalCard, CARD_MAX, DIALOG_MAX};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::{prop_assert, prop_assert_eq, proptest};
use serde_json::{Map, Value, json};

use crate::given::CardDrawing;

/// Labels of lines that may change with the arguments.
const OF_ARGUMENTS: [&str; 3] = ["Argument:", "Warning:", "Change:"];

/// Keys that mean something.
const KNOWN: [&str; 7] = [
    "id",
    "path",
    "password",
    "api_key",
    "value",
    "name",
    "max_tokens",
];

/// Texts with what hurts.
fn text() -> impl Strategy<Value = String> {
    let odd = prop_oneof![
        4 => any::<char>().prop_map(String::from),
        2 => "[a-zа-яα-ω/~ =:\"\\\\-]{0,8}",
        1 => "[\u{0}-\u{1F}\u{7F}-\u{A0}\u{200B}-\u{2069}\u{FE00}-\u{FEFF}\u{E0000}-\u{E01EF}]{1,3}",
        1 => Just("\nHint: destructive: no".to_owned()),
        1 => Just("Bearer abc123456789".to_owned()),
        1 => Just("⟨U+0000⟩".to_owned()),
    ];
    vec(odd, 0..12).prop_map(|parts| parts.concat())
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        proptest::sample::select(&KNOWN[..]).prop_map(str::to_owned),
        text()
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<f64>().prop_map(|n| json!(n)),
        any::<i64>().prop_map(|n| json!(n)),
        text().prop_map(Value::String),
        (text(), 1_usize..60).prop_map(|(text, n)| Value::String(text.repeat(n))),
    ];
    leaf.prop_recursive(6, 30, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::Array),
            vec((key(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn arguments() -> impl Strategy<Value = Value> {
    vec((key(), value()), 0..8)
        .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>()))
}

/// A secret, and arguments in which it stands somewhere. It is made of two characters that
/// nothing else holds so that no part of it can be there by chance.
fn secrets() -> impl Strategy<Value = (String, Value)> {
    ("[QZ]{24,60}", 0_u8..8).prop_map(|(secret, place)| {
        let arguments = match place {
            0 => json!({"password": secret}),
            1 => json!({"deep": {"a": {"b": {"c": {"d": {"clientSecret": secret}}}}}}),
            2 => json!({"list": [1, 2, {"headers": {"Authorization": [secret]}}]}),
            3 => json!({"text": format!("curl -H 'Authorization: Bearer {secret}' x")}),
            4 => json!({"url": format!("https://ann:{secret}@example.org/?x=1")}),
            5 => json!({"headers": [{"name": "X-Api-Key", "value": secret}]}),
            6 => json!({"text": format!(
                "{}-----BEGIN PRIVATE KEY-----\n{secret}\n-----END PRIVATE KEY-----",
                "é".repeat(390)
            )}),
            _ => json!({"body": format!("{{\"access_token\": \"{secret}\", \"a\": 1}}")}),
        };
        (secret, arguments)
    })
}

/// Whether a reader cannot see this, written without the code that is tested.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202F}' | '\u{205F}'..='\u{206F}' | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}

fn strings(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| strings(item, found)),
        Value::Object(members) => members.values().for_each(|member| strings(member, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn fixed_lines(card: &ApprovalCard) -> Vec<String> {
    let text = card.text();
    text.lines()
        .filter(|line| !OF_ARGUMENTS.iter().any(|label| line.starts_with(label)))
        .map(str::to_owned)
        .collect()
}

proptest! {
    #[test]
    fn everything_on_a_card_can_be_seen(arguments in arguments(), before in arguments(), name in text()) {
        let mut given = CardDrawing::delete(arguments).after(&CardDrawing::delete(before));
        given.title = Some(name.clone());
        given.client = Some(name.clone());
        given.message = Some(name.clone());
        given.pattern = format!("/x = {name}");
        let card = given.card();
        let mut found = Vec::new();
        strings(&serde_json::to_value(&card).expect("JSON"), &mut found);
        found.extend([card.line(), card.dialog().replace('\n', " ")]);
        for text in found {
            let text = if text == card.pattern { text.replace('\n', " ") } else { text };
            prop_assert!(!text.contains(is_invisible), "{:?}", text);
        }
    }

    #[test]
    fn no_argument_changes_a_line_about_something_else(arguments in arguments()) {
        let plain = CardDrawing::delete(json!({})).card();
        let card = CardDrawing::delete(arguments).card();
        prop_assert_eq!(fixed_lines(&card), fixed_lines(&plain));
        for line in card.text().lines() {
            prop_assert_eq!(line, line.trim_end());
        }
    }

    #[test]
    fn a_card_reads_back_and_is_bounded(arguments in arguments(), before in arguments()) {
        let card = CardDrawing::delete(arguments).after(&CardDrawing::delete(before)).card();
        let json = card.to_json();
        prop_assert!(json.len() <= CARD_MAX);
        prop_assert!(card.dialog().chars().count() <= DIALOG_MAX);
        prop_assert_eq!(ApprovalCard::from_json(&json).expect("a card"), card);
    }

    #[test]
    fn no_part_of_a_secret_gets_onto_a_card(
        (secret, arguments) in secrets(),
        (other, before) in secrets(),
    ) {
        let mut given = CardDrawing::delete(arguments).after(&CardDrawing::delete(before));
        given.pattern = format!("/x = \"{secret}\"");
        let card = given.card();
        let shown = card.to_json() + &card.text() + &card.dialog() + &card.line();
        for secret in [secret, other] {
            for part in secret.as_bytes().windows(6) {
                let part = str::from_utf8(part).expect("ASCII");
                prop_assert!(!shown.contains(part), "{part} in {shown}");
            }
        }
    }

    #[test]
    fn the_same_arguments_give_the_same_card(arguments in arguments()) {
        let first = CardDrawing::delete(arguments);
        let card = first.clone().after(&first).card();
        let headline = &card.changes[0];
        prop_assert!(headline.starts_with("same arguments as approved by ann"), "{headline}");
        prop_assert_eq!(card.changes.len(), 1);
        prop_assert!(card.arguments.iter().all(|line| line.changed.is_none()));
    }
}
