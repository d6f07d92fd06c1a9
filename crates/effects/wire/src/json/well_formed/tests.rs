//! The scanner accepts only what `serde_json` accepts.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::{prop_assert_eq, proptest};
use serde_json::value::RawValue;

use super::*;

/// The value of a text according to `serde_json`.
fn read(text: &[u8]) -> Option<&str> {
    let value: &RawValue = serde_json::from_slice(text).ok()?;
    Some(value.get())
}

fn found(text: &[u8]) -> Option<&str> {
    let value = scan(text)?.value;
    Some(std::str::from_utf8(&text[value]).expect("text"))
}

#[test]
fn it_is_read_as_serde_reads_it() {
    let long = "x".repeat(100);
    let texts = [
        "",
        " ",
        "null",
        " true\n",
        "false ",
        "nul",
        "nulll",
        "truE",
        "0",
        "-0",
        "-",
        "01",
        "1.",
        "1.5",
        ".5",
        "1e",
        "1e+",
        "1E-07",
        "1.0e5",
        "+1",
        "--1",
        "0x1",
        "1 2",
        "[]",
        "[ ]",
        "[1]",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[",
        "]",
        "[1",
        "[1,",
        "{}",
        "{ }",
        "{,}",
        r#"{"a":1}"#,
        r#"{"a":1,}"#,
        r#"{"a"}"#,
        r#"{"a":}"#,
        "{a:1}",
        r#"{"a":1 "b":2}"#,
        r#"{"a" : [ {"b" : null } , "c" ] }"#,
        r#"{"a":1]"#,
        r#"["a":1]"#,
        "{1:2}",
        "\"",
        "\"a",
        "\"a\"",
        "\"\\\"\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12G4\"",
        "\"\\ud800\"",
        "\"\\/\\b\\f\\n\\r\\t\\\\\"",
        "\"\t\"",
        "\"\u{7f}é😀\"",
        "\u{feff}1",
        "1\u{a0}",
        "NaN",
        "Infinity",
        "'a'",
        "// no\n1",
        "1,2",
        "{}{}",
        "[[[[]]],[{}]]",
    ];
    for text in texts {
        assert_eq!(found(text.as_bytes()), read(text.as_bytes()), "{text:?}");
    }
    for end in ["\"", "\\\"\"", "\n\"", "\u{0}\"", "é\"", "", "\\"] {
        for length in 0..100 {
            let text = format!("\"{}{end}", &long[..length]);
            assert_eq!(found(text.as_bytes()), read(text.as_bytes()), "{text:?}");
        }
    }
    for bytes in [
        &b"\"\xff\""[..],
        b"\"\xc3\"",
        b"[\x80]",
        b"\"\xed\xa0\x80\"",
    ] {
        assert_eq!(found(bytes), read(bytes), "{bytes:?}");
    }
}

#[test]
fn no_place_of_a_long_string_is_passed_over() {
    for length in (0..300).chain([4_095, 4_096, 5_000]) {
        for odd in [
            &b"\xff"[..],
            "é".as_bytes(),
            b"\xc3",
            b"\n",
            b"\\n",
            b"\\",
            b"\x7f",
            b"\"",
        ] {
            for behind in [0, 70, 200] {
                let start = [b"[\"", &*b"x".repeat(length)].concat();
                let text = [&start, odd, &b"y".repeat(behind), b"\", 1]"].concat();
                assert_eq!(found(&text), read(&text), "{length} {odd:?} {behind}");
            }
        }
    }
}

#[test]
fn members_of_the_outermost_object_are_told() {
    let cases: [(&str, &[(&str, &str)]); 5] = [
        ("[{\"a\":1}]", &[]),
        (" {} ", &[]),
        (
            r#"{"a":{"b":[{"c":1}]},"d" : [2, {"e":3}] , "":null}"#,
            &[
                (r#""a""#, r#"{"b":[{"c":1}]}"#),
                (r#""d""#, r#"[2, {"e":3}]"#),
                (r#""""#, "null"),
            ],
        ),
        (r#"{"a":{},"a":[]}"#, &[(r#""a""#, "{}"), (r#""a""#, "[]")]),
        ("\n{\"\\n\":\"}\"\t}", &[(r#""\n""#, r#""}""#)]),
    ];
    for (text, expect) in cases {
        let mut members = Vec::new();
        let scanned = scan_members(text.as_bytes(), |key, value| {
            members.push((&text[key], &text[value]));
        });
        assert!(scanned.is_some(), "{text}");
        assert_eq!(members, expect, "{text}");
    }
}

#[test]
fn what_is_too_deep_is_left_to_the_other_reader() {
    for (depth, is_known) in [
        (1, true),
        (127, true),
        (128, true),
        (129, false),
        (5_000, false),
    ] {
        let arrays = "[".repeat(depth) + &"]".repeat(depth);
        // An empty container does not count as a level.
        let nested = format!("[{arrays}]");
        let text = if is_known { &arrays } else { &nested };
        assert_eq!(found(text.as_bytes()).is_some(), is_known, "{depth}");
        let objects = "{\"a\":".repeat(depth) + "1" + &"}".repeat(depth);
        assert_eq!(found(objects.as_bytes()).is_some(), depth <= 128, "{depth}");
    }
}

/// Texts that are almost JSON.
fn nearly() -> impl Strategy<Value = Vec<u8>> {
    let pieces = vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"a\"",
        "\\",
        "\\\"",
        "\\u00e9",
        "\\u",
        "1",
        "-1.5e3",
        "0",
        ".",
        "e",
        "true",
        "null",
        " ",
        "\n",
        "é",
        "\t",
        "x",
        "\u{1}",
        "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
        "\"k\":",
        "{\"k\":",
        "[1,",
        "]}",
    ];
    let written = vec(select(pieces), 0..24).prop_map(|all| all.concat().into_bytes());
    prop_oneof![written, vec(any::<u8>(), 0..64)]
}

proptest! {
    #[test]
    fn nothing_passes_that_serde_refuses(text in nearly()) {
        prop_assert_eq!(found(&text), read(&text), "{:?}", String::from_utf8_lossy(&text));
    }

    #[test]
    fn values_pass(text in nearly()) {
        // Any text becomes JSON as a string, in a list and in an object.
        let text = String::from_utf8_lossy(&text);
        let value = serde_json::json!({"a": [&*text, 1.5, {"b": &*text}], "c": {}});
        for json in [value.to_string(), serde_json::to_string_pretty(&value).expect("JSON")] {
            prop_assert_eq!(found(json.as_bytes()), Some(&*json));
        }
    }
}
