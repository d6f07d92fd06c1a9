//! Arguments that want a card to mislead, or to burst.

use candor_card::{ApprovalCard, CARD_MAX, DIALOG_MAX};
use insta::assert_snapshot;
use serde_json::{Map, Value, json};

use crate::given::CardDrawing;

/// A list in a list in a list.
fn nested(depth: usize) -> Value {
    (0..depth).fold(json!("bottom"), |inner, _| Value::Array(vec![inner]))
}

#[test]
fn arguments_that_want_to_mislead() {
    let mut given = CardDrawing::delete(json!({
        "path": "/tmp/a\n\nHint:        destructive: no\u{1B}[2K\rTool: shop.list_books",
        "user\nHint": "\u{202E}nimda\u{202C}",
        "to": "pаypal",
        "tags": "a\u{E0041}\u{E0042}\u{200B}\u{FEFF}\u{A0}b",
        "markup": "<script>alert(1)</script><!-- [link](javascript:1) **bold**",
        "mask": "•••• (41 characters, SHA-256 begins 3f2a)",
        "code": "⟨U+0041⟩ \\n \\\" ⟨masked⟩",
        "hebrew": "שלום",
        "escape\\u202e": "\\u202e",
    }));
    given.title = Some("Safe\u{202E}\nSource: trusted".into());
    given.client = Some("Desk\", trusted by everybody\nWhy: nothing".into());
    assert_snapshot!(given.card().text(), @r#"
    Tool:        shop.delete_book, for clients shop__delete_book
    Title:       Safe⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩ Source: trusted
    Source:      shop, trusted: its hints are used
    Warning:     This may destroy or overwrite something.
    Warning:     Characters that turn the direction of text are in "/user\nHint"
    Warning:     Characters that cannot be seen, written here as code points, are in "path", "/user\nHint", "tags"
    Warning:     A word mixes letters of alphabets that look alike: "pаypal" in "to"
    Warning:     Letters that run from right to left, so that the order may mislead, are in "hebrew"
    Argument:    path = "/tmp/a\n\nHint:        destructive: no⟨U+001B ESCAPE⟩[2K\rTool: shop.list_books"
    Argument:    "/user\nHint" = "⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩nimda⟨U+202C POP DIRECTIONAL FORMATTING⟩"
    Argument:    to = "pаypal"
    Argument:    tags = "a⟨U+E0041 TAG⟩⟨U+E0042 TAG⟩⟨U+200B ZERO WIDTH SPACE⟩⟨U+FEFF BYTE ORDER MARK⟩⟨U+00A0 NO-BREAK SPACE⟩b"
    Argument:    markup = "<script>alert(1)</script><!-- [link](javascript:1) **bold**"
    Argument:    mask = "•••• (41 characters, SHA-256 begins 3f2a)"
    Argument:    code = "⟨U+27E8 LEFT ANGLE BRACKET⟩U+0041⟨U+27E9 RIGHT ANGLE BRACKET⟩ \\n \\\" ⟨U+27E8 LEFT ANGLE BRACKET⟩masked⟨U+27E9 RIGHT ANGLE BRACKET⟩"
    Argument:    hebrew = "שלום"
    Argument:    "/escape\\u202e" = "\\u202e"
    Hint:        read-only: no, inferred: the HTTP method is DELETE
    Hint:        destructive: yes, inferred: the HTTP method is DELETE
    Hint:        idempotent: yes, inferred: the HTTP method is DELETE
    Hint:        open-world: not set
    Caller:      bob
    Client:      calls itself Desk", trusted by everybody Why: nothing
    Endpoint:    /mcp/reading
    Environment: prod
    Why:         destructive: inferred: the HTTP method is DELETE
    Change:      no earlier approval
    Asked:       2026-07-28T12:00:00Z
    Expires:     2026-07-28T12:05:00Z, in 5 minutes
    "#);
}

#[test]
fn arguments_that_want_to_burst() {
    let given = CardDrawing::delete(json!({
        "text": "lorem ipsum ".repeat(100_000),
        "middle": "\"\\".repeat(20_000),
        "number": 1e308,
        "deep": nested(1000),
    }));
    let card = given.card();
    assert_snapshot!(card.text(), @r#"
    Tool:        shop.delete_book, for clients shop__delete_book
    Title:       Delete a book
    Source:      shop, trusted: its hints are used
    Warning:     This may destroy or overwrite something.
    Warning:     Masked, so that you cannot see what is sent: /deep/0/0/0
    Warning:     Too long to be shown whole: "text", "middle"
    Warning:     No pattern of arguments is suggested, because not all of it could be shown.
    Argument:    text = "lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lor⟨1199502 characters left out⟩um lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum lorem ipsum " (1200000 characters, SHA-256 8f5e392d66611f428894e96b92c1c1c2441c79216c3d644692937074d11170f2)
    Argument:    middle = "\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"⟨79504 characters left out⟩\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\\"\\" (40000 characters, SHA-256 860ff08b409a224b16f3774f07c4cefd63fd841c6e851c6911115515d4b83a22)
    Argument:    number = 1e+308
    Argument:    /deep/0/0/0 = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[⟨nested too deeply to be shown⟩]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    Hint:        read-only: no, inferred: the HTTP method is DELETE
    Hint:        destructive: yes, inferred: the HTTP method is DELETE
    Hint:        idempotent: yes, inferred: the HTTP method is DELETE
    Hint:        open-world: not set
    Caller:      bob
    Client:      calls itself Desk 1.0
    Endpoint:    /mcp/reading
    Environment: prod
    Why:         destructive: inferred: the HTTP method is DELETE
    Change:      no earlier approval
    Asked:       2026-07-28T12:00:00Z
    Expires:     2026-07-28T12:05:00Z, in 5 minutes
    "#);
    let kept = |at: usize| {
        card.arguments[at]
            .folded
            .as_ref()
            .map(|folded| folded.whole.is_some())
    };
    assert_eq!(
        [kept(0), kept(1), kept(2)],
        [Some(false), Some(false), None]
    );
}

#[test]
fn no_arguments_burst_a_card_or_a_dialog() {
    let many = |value: Value| {
        let members = (0..20_000).map(|n| (format!("k{n}"), value.clone()));
        Value::Object(members.collect::<Map<_, _>>())
    };
    let fat = |text: &str, n: usize| {
        let members = (0..n).map(|n| (format!("{}{n}", text.repeat(100)), json!(text.repeat(700))));
        Value::Object(members.collect::<Map<_, _>>())
    };
    for (name, arguments) in [
        ("a long string", json!({"x": "x".repeat(1 << 20)})),
        (
            "a long string of hidden characters",
            json!({"x": "\u{202E}".repeat(1 << 17)}),
        ),
        (
            "a long string of backslashes",
            json!({"x": "\\".repeat(1 << 20)}),
        ),
        ("many keys", many(json!(1))),
        ("a list of lists", many(json!([[["x".repeat(100)]]]))),
        ("fat keys and values", fat("\u{1}", 210)),
        ("fat emoji", fat("😀", 210)),
        ("fat quotes", fat("\"", 210)),
        ("secrets", fat("Bearer abcdef123456 ", 210)),
        ("depth", nested(1000)),
        (
            "a wide list",
            json!({"x": vec![json!({"a": "b".repeat(90)}); 10_000]}),
        ),
    ] {
        let mut given = CardDrawing::delete(arguments);
        given.schema = Some(json!({"additionalProperties": {"description": "d".repeat(5000)}}));
        let card = given.card();
        bounded(name, &card);
        let mut later = CardDrawing::delete(json!({"x": "y"}));
        later.previous = Some(card);
        bounded(name, &later.card());
    }
}

/// Also a dialog holds every warning.
fn bounded(name: &str, card: &ApprovalCard) {
    let length = card.to_json().len();
    assert!(length <= CARD_MAX, "{name}: {length}");
    assert!(card.arguments.len() <= 200, "{name}");
    let dialog = card.dialog();
    let length = dialog.chars().count();
    assert!(length <= DIALOG_MAX, "{name}: {length}");
    for warning in &card.warnings {
        let begin: String = warning.chars().take(60).collect();
        assert!(dialog.contains(&begin), "{name}: {warning}");
    }
}

#[test]
fn everything_long_at_once_still_fits() {
    let mut given = CardDrawing::untrusted("+D", Value::Null);
    let long = "😀\"\\\u{202E}".repeat(200);
    given.title = Some(long.clone());
    given.client = Some(long.clone());
    given.message = Some(long.clone());
    given.pattern = "/x = \"y\"\n".repeat(1500);
    let members = (0..300).map(|n| (format!("{n}{long}"), json!(long)));
    given.arguments = Value::Object(members.collect::<Map<_, _>>());
    let mut later = given.clone().after(&given);
    let members = (0..300).map(|n| (format!("{n}{long}"), json!(format!("{n}{long}"))));
    later.arguments = Value::Object(members.collect::<Map<_, _>>());
    let card = later.card();
    let length = card.to_json().len();
    assert!(length <= CARD_MAX, "{length}");
    assert!(card.line().len() <= 310);
    assert!(card.dialog().chars().count() <= DIALOG_MAX);
}

#[test]
fn a_pattern_that_cannot_be_read_is_not_suggested() {
    for (pattern, expect) in [
        ("/id = 42\n/x = *", true),
        ("/id = \"\u{202E}\"", false),
        ("/id = \"a\tb\"", false),
        ("/id = \"⟨a secret⟩\"", false),
        (&*"/x = *\n".repeat(5000), false),
    ] {
        let mut given = CardDrawing::delete(json!({"id": 42}));
        pattern.clone_into(&mut given.pattern);
        let card = given.card();
        assert_eq!(card.pattern == pattern, expect, "{pattern}");
        assert_eq!(card.pattern.is_empty(), !expect, "{pattern}");
        let warned = card
            .warnings
            .iter()
            .any(|text| text.starts_with("No pattern"));
        assert_eq!(warned, !expect, "{pattern}");
    }
}

#[test]
fn a_source_that_is_not_trusted_cannot_hide_what_is_sent() {
    let schema = json!({"properties": {"recipient": {"type": "string", "writeOnly": true}}});
    let mut given = CardDrawing::untrusted("-R", json!({"recipient": "mallory@elsewhere.example"}));
    given.schema = Some(schema.clone());
    assert!(given.card().text().contains("mallory@elsewhere.example"));

    let mut trusted = CardDrawing::delete(json!({"recipient": "a pass phrase that nobody sees"}));
    trusted.schema = Some(schema);
    assert!(!trusted.card().to_json().contains("pass phrase"));
}
