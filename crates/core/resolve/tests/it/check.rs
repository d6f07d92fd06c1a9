//! What people are refused, and with which words.

use candor_model::hidden_character;
use candor_model::{AnnotationLayer, Opinion};
use candor_resolve::{OpinionError, check_opinion};

use crate::say::{says, titled, with_extra};

use AnnotationLayer::Override;

fn title(text: &str) -> Result<(), OpinionError> {
    check_opinion(&titled(Opinion::default(), Override, Some(text)))
}

fn extra(key: &str) -> Result<(), OpinionError> {
    check_opinion(&with_extra(Opinion::default(), Override, key, Some("1")))
}

fn words(refused: Result<(), OpinionError>) -> String {
    refused.expect_err("refused").to_string()
}

#[test]
fn what_is_sound_is_taken() {
    assert_eq!(check_opinion(&Opinion::default()), Ok(()));
    for hints in ["+R -D", "-R +D", "+R ~D", "~R +D", "+D +I +O"] {
        assert_eq!(check_opinion(&says(Override, hints)), Ok(()), "{hints}");
    }
    for text in ["Find", "Überprüfen – 検索 ✅", &"é".repeat(100)] {
        assert_eq!(title(text), Ok(()), "{text}");
    }
    for key in [
        "cost",
        "x-owner",
        "dev.example/cost",
        "Title",
        &"k".repeat(100),
    ] {
        assert_eq!(extra(key), Ok(()), "{key}");
    }
    let cleared = titled(Opinion::default(), Override, None);
    assert_eq!(check_opinion(&cleared), Ok(()));
}

#[test]
fn a_contradiction_is_refused_with_the_way_out() {
    assert_eq!(
        words(check_opinion(&says(Override, "+R +D"))),
        "`read_only` and `destructive` cannot both be true: what changes nothing destroys \
         nothing; set one of them to false or leave it out"
    );
}

#[test]
fn a_bad_title_is_refused_with_the_way_out() {
    assert_eq!(
        words(title("")),
        "the title `` is empty; write a title, or clear it"
    );
    assert_eq!(
        words(title(" \t ")),
        "the title ` \\t ` is empty; write a title, or clear it"
    );
    assert_eq!(
        words(title(&"x".repeat(101))),
        "the title `xxxxxxxxxxxxxxxxxxxx…` has 101 characters; at most 100 are allowed"
    );
    assert_eq!(
        words(title("Fi\u{200b}nd")),
        "the title `Fi\\u{200b}nd` holds the hidden character U+200B at position 3; remove it"
    );
    assert_eq!(
        words(title("Find\nall")),
        "the title `Find\\nall` holds the hidden character U+000A at position 5; remove it"
    );
}

#[test]
fn a_bad_key_is_refused_with_the_way_out() {
    assert_eq!(
        words(extra("")),
        "a further member of the annotations has an empty key; give it a name"
    );
    assert_eq!(
        words(extra(&"k".repeat(5000))),
        "the key `kkkkkkkkkkkkkkkkkkkk…` has 5000 characters; at most 100 are allowed"
    );
    assert_eq!(
        words(extra("\u{1b}[31m")),
        "the key `\\u{1b}[31m` holds the hidden character U+001B at position 1; remove it"
    );
    for (key, field) in [
        ("title", "title"),
        ("readOnlyHint", "read_only"),
        ("destructiveHint", "destructive"),
        ("idempotentHint", "idempotent"),
        ("openWorldHint", "open_world"),
        ("read_only", "read_only"),
        ("open-world", "open_world"),
    ] {
        assert_eq!(
            words(extra(key)),
            format!("`{key}` is no further member of the annotations; use the field `{field}`")
        );
    }
    // Taking such a member away is refused as well.
    let cleared = with_extra(Opinion::default(), Override, "readOnlyHint", None);
    assert!(check_opinion(&cleared).is_err());
}

#[test]
fn hidden_characters_are_found_where_they_stand() {
    for hidden in [
        '\0',
        '\u{7f}',
        '\u{9b}',
        '\u{ad}',
        '\u{61c}',
        '\u{200b}',
        '\u{200f}',
        '\u{2028}',
        '\u{202a}',
        '\u{202e}',
        '\u{2060}',
        '\u{2069}',
        '\u{206a}',
        '\u{feff}',
        '\u{e0000}',
        '\u{e0041}',
        '\u{e007f}',
    ] {
        let text = format!("äb{hidden}c{hidden}");
        assert_eq!(hidden_character(&text), Some((2, hidden)), "{hidden:?}");
    }
    for plain in [
        "",
        "plain text",
        "\u{200a}\u{2010}\u{2027}\u{202f}\u{205f}",
        "é✅",
    ] {
        assert_eq!(hidden_character(plain), None, "{plain:?}");
    }
}
