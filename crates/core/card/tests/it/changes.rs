//! What is said about the last approval.

use std::sync::Arc;

use candor_model::{Opinion, Provenance, SourceTrust};
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::given::{CardDrawing, effective, says, web};

fn told(before: Value, now: Value) -> String {
    let earlier = CardDrawing::delete(before);
    CardDrawing::delete(now)
        .after(&earlier)
        .card()
        .changes
        .join("\n")
}

#[test]
fn the_first_time_there_is_nothing_to_compare() {
    assert_eq!(
        CardDrawing::delete(json!({})).card().changes,
        ["no earlier approval"]
    );
}

#[test]
fn the_same_again_is_called_the_same() {
    let long = "x".repeat(100_000);
    let arguments = json!({"a": 1, "b": {"c": [1, 2]}, "long": long});
    // The order of keys means nothing.
    let other = json!({"long": long, "b": {"c": [1, 2]}, "a": 1});
    assert_snapshot!(told(arguments, other), @"same arguments as approved by ann on 2026-07-28T11:00:00Z");
    assert_snapshot!(told(json!({"token": "short"}), json!({"token": "other"})), @"same arguments as approved by ann on 2026-07-28T11:00:00Z, as far as can be told: some are masked");
}

#[test]
fn each_difference_is_told() {
    let earlier = CardDrawing::delete(json!({
        "same": 1,
        "amount": 10,
        "gone": "x",
        "text": format!("{}a", "lorem ".repeat(1000)),
        "token": "0123456789012345678901234567890123456789",
    }));
    let mut given = CardDrawing::delete(json!({
        "same": 1,
        "amount": 20,
        "text": format!("{}b", "lorem ".repeat(1000)),
        "token": "abcdefghijabcdefghijabcdefghijabcdefghij",
        "new": true,
    }))
    .after(&earlier);
    given.definition_changed = true;
    let card = given.card();
    assert_snapshot!(card.changes.join("\n"), @r#"
    other arguments than approved by ann on 2026-07-28T11:00:00Z
    the tool's definition has changed
    argument amount: 10 → 20
    argument text: …m lorem lorem lorem a" → …m lorem lorem lorem b"
    argument token: •••• (40 characters, SHA-256 begins fb52) → •••• (40 characters, SHA-256 begins 96b2)
    argument new: true, not given then
    argument gone: no longer given, was "x"
    "#);
    assert_snapshot!(card.text(), @r#"
    Tool:        shop.delete_book, for clients shop__delete_book
    Title:       Delete a book
    Source:      shop, trusted: its hints are used
    Warning:     This may destroy or overwrite something.
    Warning:     The tool's definition has changed since the last approval.
    Warning:     Masked, so that you cannot see what is sent: "token"
    Warning:     No pattern of arguments is suggested, because not all of it could be shown.
    Argument:    same = 1
    Argument:    amount = 20
    Argument:    text = "lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lor⟨5503 characters left out⟩m lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem lorem b" (6001 characters, SHA-256 99384683843c4edc3b1ef464c6eac66b3c88c7dffa9e52b55cfdebe5d51ea792)
    Argument:    token = •••• (40 characters, SHA-256 begins 96b2)
    Argument:    new = true
    Hint:        read-only: no, inferred: the HTTP method is DELETE
    Hint:        destructive: yes, inferred: the HTTP method is DELETE
    Hint:        idempotent: yes, inferred: the HTTP method is DELETE
    Hint:        open-world: not set
    Caller:      bob
    Client:      calls itself Desk 1.0
    Endpoint:    /mcp/reading
    Environment: prod
    Why:         destructive: inferred: the HTTP method is DELETE
    Change:      other arguments than approved by ann on 2026-07-28T11:00:00Z
    Change:      the tool's definition has changed
    Change:      argument amount: 10 → 20
    Change:      argument text: …m lorem lorem lorem a" → …m lorem lorem lorem b"
    Change:      argument token: •••• (40 characters, SHA-256 begins fb52) → •••• (40 characters, SHA-256 begins 96b2)
    Change:      argument new: true, not given then
    Change:      argument gone: no longer given, was "x"
    Asked:       2026-07-28T12:00:00Z
    Expires:     2026-07-28T12:05:00Z, in 5 minutes
    "#);
    let amount = &card.arguments[1];
    assert_eq!(amount.changed.as_deref(), Some("10"));
}

#[test]
fn hints_and_trust_are_compared() {
    let earlier = CardDrawing::untrusted("+R", json!({}));
    let mut given = CardDrawing::untrusted("+R", json!({})).after(&earlier);
    given.trust = SourceTrust::Trusted;
    given.effective = effective(
        &Opinion::default(),
        &says(&web(), "+R +I"),
        SourceTrust::Trusted,
    );
    assert_snapshot!(given.card().changes.join("\n"), @"
    same arguments as approved by ann on 2026-07-28T11:00:00Z
    the source was untrusted: its hints are used only where they make a call stricter
    read-only: counted as not set, counts as yes
    destructive: counted as not set, counts as no
    idempotent: was not set, is yes
    ");

    let inferred = says(&Arc::new(Provenance::candor("it deletes")), "+D");
    given.trust = SourceTrust::Untrusted;
    given.effective = effective(&inferred, &Opinion::default(), SourceTrust::Untrusted);
    assert_snapshot!(given.card().changes.join("\n"), @"
    same arguments as approved by ann on 2026-07-28T11:00:00Z
    read-only: was yes, is not set
    destructive: was no, is yes
    ");
}

#[test]
fn what_is_a_secret_now_was_one_then() {
    let earlier = CardDrawing::delete(json!({"code": "open sesame and more"}));
    let mut given = CardDrawing::delete(json!({"code": "another one"})).after(&earlier);
    given.schema = Some(json!({"properties": {"code": {"format": "password"}}}));
    let card = given.card();
    assert!(!card.to_json().contains("sesame"));
    assert_snapshot!(card.changes.join("\n"), @"
    other arguments than approved by ann on 2026-07-28T11:00:00Z
    argument code: •••• → •••• (fewer than 20 characters)
    ");
}

#[test]
fn a_difference_beyond_the_list_is_noticed() {
    let many = |last: i32| {
        let mut members: serde_json::Map<String, Value> =
            (0..300).map(|n| (format!("k{n}"), json!(n))).collect();
        members.insert("last".into(), json!(last));
        Value::Object(members)
    };
    assert_snapshot!(told(many(1), many(1)), @"same arguments as approved by ann on 2026-07-28T11:00:00Z");
    assert_snapshot!(told(many(1), many(2)), @"
    other arguments than approved by ann on 2026-07-28T11:00:00Z
    arguments that are not listed differ
    ");
    let few = told(json!({"k0": 0}), many(1));
    assert!(few.lines().count() <= 50, "{few}");
    assert!(few.ends_with(" more changes"), "{few}");
}

/// A key is no word of a sentence about the tool, whatever it is.
#[test]
fn an_argument_that_is_called_like_a_hint_passes_for_none() {
    let earlier = CardDrawing::delete(json!({"destructive": true, "nothing": 1}));
    let given =
        CardDrawing::delete(json!({"destructive": false, "nothing": "Bearer abc123456789"}));
    let card = given.after(&earlier).card();
    assert!(
        card.changes
            .contains(&"argument destructive: true → false".to_owned()),
        "{:?}",
        card.changes
    );
    let masked = "Masked, so that you cannot see what is sent: \"nothing\"".to_owned();
    assert!(card.warnings.contains(&masked), "{:?}", card.warnings);
}
