use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn read(text: &str) -> Result<CallArguments, String> {
    CallArguments::parse(text.as_bytes()).map_err(|error| error.to_string())
}

#[test]
fn what_readers_could_understand_differently_is_refused() {
    for (text, why) in [
        (r#"{"a":5000,"a":5}"#, "the key `a` is there twice"),
        (r#"{"a":1,"\u0061":2}"#, "the key `a` is there twice"),
        (
            r#"{"x":[{"y":{"k":1,"k":1}}]}"#,
            "the key `k` is there twice",
        ),
        (
            r#"{"amount":1,"Amount":2}"#,
            "take the keys `amount` and `Amount`",
        ),
        ("{\"caf\u{e9}\":1,\"cafe\u{301}\":2}", "for the same"),
        ("{\"\u{212a}\":1,\"k\":2}", "for the same"),
        ("{\"\u{ff41}\":1,\"a\":2}", "for the same"),
        (r#"{"a":"\ud800"}"#, "hex escape"),
        (r#"{"a":"\udc00\ud800"}"#, "hex escape"),
        ("\u{feff}{}", "expected value"),
        ("{/**/}", "key must be a string"),
        (r#"{"a":1,}"#, "trailing comma"),
        (r#"{"a":01}"#, "invalid number"),
        (r#"{"a":NaN}"#, "expected value"),
        (r#"{"a":1e400}"#, "number out of range"),
        ("{\"a\":\"\t\"}", "control character"),
        ("{} {}", "trailing characters"),
        ("", "EOF"),
        ("[]", "they are not an object"),
        ("null", "they are not an object"),
    ] {
        let refused = read(text).expect_err(text);
        assert!(refused.contains(why), "{text}: {refused}");
    }
    let deep = format!("{{\"a\":{}1{}}}", "[".repeat(200), "]".repeat(200));
    assert!(
        read(&deep)
            .expect_err("too deep")
            .contains("recursion limit")
    );
    assert!(CallArguments::parse(b"{\"a\":\"\xff\"}").is_err());
}

#[test]
fn a_number_that_64_bits_do_not_hold_stays_as_it_was_written() {
    let one = read(r#"{"n":100000000000000000000001,"m":[1]}"#).expect("arguments");
    let other = read(r#"{"n":100000000000000000000999,"m":[1]}"#).expect("arguments");
    let text = read(r#"{"n":"100000000000000000000001","m":[1]}"#).expect("arguments");
    assert_eq!(one.value(), other.value());
    assert_ne!(one.canonical(), other.canonical());
    assert_ne!(one.canonical(), text.canonical());
    assert_eq!(one.written(), text.value());
    assert_eq!(one.long_number(), Some("100000000000000000000001"));
    assert_eq!(text.long_number(), None);
}

#[test]
fn the_order_of_keys_means_nothing() {
    let one = r#"{"b":{"y":1.00000000000000000001,"x":2},"a":18446744073709551616}"#;
    let other = r#"{"a":18446744073709551616,"b":{"x":2,"y":1.00000000000000000001}}"#;
    let canonical = |text| read(text).expect("arguments").canonical();
    assert_eq!(canonical(one), canonical(other));
}

#[test]
fn which_numbers_are_long() {
    for held in [
        "0",
        "-0",
        "1",
        "0.1",
        "1.10",
        "1e5",
        "1E+5",
        "-1e-7",
        "1e21",
        "100000000000000000000",
        "18446744073709551615",
        "-9223372036854775808",
        "0.30000000000000004",
        "5e-324",
        "1.7976931348623157e308",
        "123456789012345680000",
    ] {
        let arguments = read(&format!("{{\"n\":{held}}}")).expect(held);
        assert_eq!(arguments.long_number(), None, "{held}");
    }
    for long in [
        "18446744073709551616",
        "-9223372036854775809",
        "100000000000000000000001",
        "0.1000000000000000055511151231257827",
        "3.14159265358979323846",
        "1e-400",
        "12345678901234567890123e1",
        "0.12345678901234567890",
    ] {
        let arguments = read(&format!("{{\"n\":[{long}]}}")).expect(long);
        assert_eq!(arguments.long_number(), Some(long));
        assert_eq!(arguments.written(), &json!({"n": [long]}));
    }
}

/// JSON that may repeat keys, as a text, and what a reader that takes the first of each sees, and
/// one that takes the last.
#[derive(Clone, Debug)]
enum AnyJson {
    Leaf(Value),
    List(Vec<AnyJson>),
    Object(Vec<(String, AnyJson)>),
}

impl AnyJson {
    fn text(&self) -> String {
        match self {
            Self::Leaf(value) => value.to_string(),
            Self::List(items) => {
                let items: Vec<_> = items.iter().map(Self::text).collect();
                format!("[{}]", items.join(","))
            }
            Self::Object(members) => {
                let member =
                    |(key, value): &(String, Self)| format!("{}:{}", escaped(key), value.text());
                let members: Vec<_> = members.iter().map(member).collect();
                format!("{{{}}}", members.join(", "))
            }
        }
    }

    /// A reader of its own: what was read first, or last, counts.
    fn read(&self, first: bool) -> Value {
        match self {
            Self::Leaf(value) => value.clone(),
            Self::List(items) => items.iter().map(|item| item.read(first)).collect(),
            Self::Object(members) => {
                let mut read = Map::new();
                for (key, value) in members {
                    if !(first && read.contains_key(key)) {
                        read.insert(key.clone(), value.read(first));
                    }
                }
                Value::Object(read)
            }
        }
    }
}

/// Every other key in escapes.
fn escaped(key: &str) -> String {
    if key.len().is_multiple_of(2) {
        return Value::from(key).to_string();
    }
    let units: Vec<_> = key
        .encode_utf16()
        .map(|unit| format!("\\u{unit:04x}"))
        .collect();
    format!("\"{}\"", units.concat())
}

fn any_json() -> impl Strategy<Value = AnyJson> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-c]{0,3}".prop_map(Value::from),
    ]
    .prop_map(AnyJson::Leaf);
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(AnyJson::List),
            prop::collection::vec(("[abA\u{e9}]{1,2}", inner), 0..5).prop_map(AnyJson::Object),
        ]
    })
}

proptest! {
    /// Accepted text means the same to parsers that use the first and those that use the last of
    /// duplicate keys, and that is what was parsed here.
    #[test]
    fn what_is_read_is_what_every_reader_reads(json in any_json()) {
        let json = AnyJson::Object(vec![("top".to_owned(), json)]);
        if let Ok(arguments) = read(&json.text()) {
            prop_assert_eq!(arguments.value(), &json.read(true));
            prop_assert_eq!(arguments.value(), &json.read(false));
        } else {
            prop_assert!(has_alike(&json), "{}", json.text());
        }
    }
}

/// Whether some object has two keys that are the same but for their case.
fn has_alike(json: &AnyJson) -> bool {
    match json {
        AnyJson::Leaf(_) => false,
        AnyJson::List(items) => items.iter().any(has_alike),
        AnyJson::Object(members) => {
            let alike = |at: usize, key: &str| {
                let key = key.to_lowercase();
                members[..at]
                    .iter()
                    .any(|(other, _)| other.to_lowercase() == key)
            };
            members
                .iter()
                .enumerate()
                .any(|(at, (key, value))| alike(at, key) || has_alike(value))
        }
    }
}
