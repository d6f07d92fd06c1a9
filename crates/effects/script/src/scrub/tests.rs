use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

use super::*;

fn scrub(variables: &[(&str, &str)]) -> SecretScrubber {
    let variables = variables.iter();
    let variables =
        variables.map(|(name, value)| ((*name).to_owned(), Secret::new((*value).to_owned())));
    let plain = BTreeSet::from(["PLAIN".to_owned()]);
    SecretScrubber::new(&variables.collect(), &plain)
}

fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).expect("JSON")
}

const VARIABLES: [(&str, &str); 7] = [
    ("PLAIN", "production"),
    ("KEY", "a/key+1"),
    ("PASSWORD", "pa\"ss\\word"),
    ("SHORT", "short"),
    ("WORDS", "Two words!"),
    ("NUMBER", "8675309"),
    ("LONG", "prefix a/key+1 suffix"),
];

#[test]
fn a_value_is_found_in_every_form() {
    let scrub = scrub(&VARIABLES);
    let basic = format!("Basic {}", STANDARD.encode("user:a/key+1"));
    let token = URL_SAFE_NO_PAD.encode("xpa\"ss\\wordx");
    let cases: [(&str, &[&str]); 14] = [
        ("this is production", &[]),
        ("nothing at all", &[]),
        ("the host two words!.example", &["WORDS"]),
        ("the key a/key+1 is wrong", &["KEY"]),
        ("GET /x?key=a%2Fkey%2B1&y=2", &["KEY"]),
        ("GET /x?key=a%2fkey%2b1", &["KEY"]),
        (r#"{"p": "pa\"ss\\word"}"#, &["PASSWORD"]),
        (r#""{\"p\": \"pa\\\"ss\\\\word\"}""#, &["PASSWORD"]),
        ("?p=Two+words%21&q=Two%20words!", &["WORDS"]),
        (&basic, &["KEY"]),
        (&token, &["PASSWORD"]),
        ("this is short", &[]),
        ("prefix a/key+1 suffix", &["LONG"]),
        ("8675309 and a/key+1", &["KEY", "NUMBER"]),
    ];
    for (text, names) in cases {
        let mut found = Vec::new();
        let clean = scrub.text(text, &mut |name| found.push(name.to_owned()));
        assert_eq!(found, names, "{text}");
        assert_eq!(clean == text, names.is_empty(), "{text}");
        for value in ["a/key", "ss\\", "words", "8675309", "prefix"] {
            assert!(!clean.contains(value), "{clean}");
        }
    }
}

#[test]
fn json_stays_json() {
    let scrub = scrub(&VARIABLES);
    for (text, expect) in [
        (r#"{"a" : [1, 2.50, "x"]}"#, r#"{"a" : [1, 2.50, "x"]}"#),
        (r#"{"a":"is a/key+1!"}"#, r#"{"a":"is ****!"}"#),
        (r#"{"a/key+1":true}"#, r#"{"****":true}"#),
        ("[8675309, 186753092]", r#"["****","****"]"#),
        (r#"["pa\"ss\\word"]"#, r#"["****"]"#),
        (
            r#"["{\"p\":\"pa\\\"ss\\\\word\"}"]"#,
            r#"["{\"p\":\"****\"}"]"#,
        ),
    ] {
        let clean = scrub.json(raw(text), &mut |_| {});
        assert_eq!(clean.get(), expect, "{text}");
    }
}

#[test]
fn what_cannot_be_looked_through_is_not_delivered() {
    let scrub = scrub(&VARIABLES);
    let deep = format!("{}\"a/key+1\"{}", "[".repeat(500), "]".repeat(500));
    let clean = scrub.json(raw(&deep), &mut |_| {});
    assert!(clean.get().contains("nested too deeply"), "{clean}");
    assert!(!clean.get().contains("a/key+1"));
    // Without a value in it, it is none of our business.
    let deep = deep.replace("a/key+1", "a key");
    assert_eq!(scrub.json(raw(&deep), &mut |_| {}).get(), deep);
}
