//! Cards as people see them.

use std::sync::Arc;

use candor_card::{ApprovalCard, CardError};
use candor_model::{Provenance, SourceTrust};
use insta::assert_snapshot;
use serde_json::json;

use crate::given::{CardDrawing, effective, says, web};

#[test]
fn a_delete_of_a_trusted_source() {
    let card = CardDrawing::delete(json!({"id": 42, "note": "sold out"})).card();
    assert_snapshot!(card.text(), @r#"
    Tool:        shop.delete_book, for clients shop__delete_book
    Title:       Delete a book
    Source:      shop, trusted: its hints are used
    Warning:     This may destroy or overwrite something.
    Argument:    id = 42
    Argument:    note = "sold out"
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
    assert_snapshot!(card.line(), @"shop.delete_book (destructive) for bob: Delete a book");
    assert_eq!(card.pattern, "/id = 42\n");
    assert_eq!(card.dialog(), card.text());
}

#[test]
fn a_tool_of_which_nobody_says_anything() {
    let mut given = CardDrawing::untrusted("", json!({}));
    given.message = Some("Ask the owner\nof the source".into());
    assert_snapshot!(given.card().text(), @"
    Tool:        web.fetch, for clients web__fetch
    Source:      web, untrusted: its hints are used only where they make a call stricter
    Warning:     It is not known whether this destroys or overwrites something.
    Warning:     The source `web` is not trusted: what it says of its tools is a claim.
    Argument:    none
    Hint:        read-only: not set
    Hint:        destructive: not set
    Hint:        idempotent: not set
    Hint:        open-world: not set
    Caller:      bob
    Endpoint:    /mcp/reading
    Environment: prod
    Why:         destructive: inferred: the HTTP method is DELETE
    Message:     Ask the owner of the source
    Change:      no earlier approval
    Asked:       2026-07-28T12:00:00Z
    Expires:     2026-07-28T12:05:00Z, in 5 minutes
    ");
    assert_snapshot!(given.card().line(), @"web.fetch (effect unknown) for bob");
}

#[test]
fn claims_of_an_untrusted_source_are_called_claims() {
    let given = CardDrawing::untrusted("+R -D +O", json!({}));
    let hints = |given: &CardDrawing| {
        let lines = given.card().hints;
        let told = lines.iter().map(|line| {
            let relied = if line.relied { "relied" } else { "not relied" };
            format!("{} {:?} {relied}: {}", line.hint, line.value, line.origin)
        });
        told.collect::<Vec<_>>().join("\n")
    };
    assert_snapshot!(hints(&given), @"
    read-only Some(true) not relied: claimed by source `web`; ignored (untrusted source)
    destructive Some(false) not relied: claimed by source `web`; ignored (untrusted source)
    idempotent None relied: 
    open-world Some(true) relied: declared by source `web`
    ");
    assert_snapshot!(given.card().line(), @"web.fetch (claims to be read-only) for bob");

    // Evidence to the contrary is told beside the claim.
    let evidence = says(
        &Arc::new(Provenance::candor("the HTTP method is DELETE")),
        "-R +D",
    );
    let mut given = given;
    given.effective = effective(&evidence, &says(&web(), "+R -D"), SourceTrust::Untrusted);
    assert_snapshot!(hints(&given), @"
    read-only Some(true) not relied: claimed by source `web`; ignored (untrusted source); what counts is no, inferred: the HTTP method is DELETE
    destructive Some(false) not relied: claimed by source `web`; ignored (untrusted source); what counts is yes, inferred: the HTTP method is DELETE
    idempotent None relied: 
    open-world None relied:
    ");
    assert_snapshot!(given.card().line(), @"web.fetch (destructive) for bob");
}

#[test]
fn secrets_are_masked_and_no_pattern_is_suggested() {
    let given = CardDrawing::delete(json!({
        "id": 42,
        "api_key": "0123456789abcdef0123456789abcdef",
        "command": "curl -H 'Authorization: Bearer abcdef123456' https://ann:hunter2@example.org",
        "login": {"user": "ann", "password": "hunter2"},
        "max_tokens": 100,
    }));
    let card = given.card();
    assert_snapshot!(card.text(), @r#"
    Tool:        shop.delete_book, for clients shop__delete_book
    Title:       Delete a book
    Source:      shop, trusted: its hints are used
    Warning:     This may destroy or overwrite something.
    Warning:     Masked, so that you cannot see what is sent: "api_key", "command", "login"
    Warning:     No pattern of arguments is suggested, because not all of it could be shown.
    Argument:    id = 42
    Argument:    api_key = •••• (32 characters, SHA-256 begins 3eb1)
    Argument:    command = "curl -H 'Authorization: Bearer ⟨masked: fewer than 20 characters⟩' https://ann:⟨masked: fewer than 20 characters⟩@example.org"
    Argument:    login = {"user": "ann", "password": •••• (fewer than 20 characters)}
    Argument:    max_tokens = 100
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
    assert_eq!(card.pattern, "");
}

#[test]
fn warnings_can_be_switched_off() {
    let mut given = CardDrawing::untrusted("+D", json!({"x": "\u{202E}"}));
    given.warnings = false;
    let card = given.card();
    assert!(card.warnings.is_empty(), "{:?}", card.warnings);
    assert!(!card.text().contains("Warning"));
}

#[test]
fn a_card_reads_back() {
    let card = CardDrawing::delete(json!({"id": 42, "long": "é".repeat(2000)})).card();
    assert_eq!(
        ApprovalCard::from_json(&card.to_json()).expect("a card"),
        card
    );
}

#[test]
fn what_is_no_card_is_refused() {
    for (text, expect) in [
        ("", "the card cannot be read"),
        ("{}", "the card cannot be read"),
        ("[1]", "the card cannot be read"),
        (
            &*" ".repeat(600_000),
            "a card of 600000 bytes is not one of ours; the longest has 524288",
        ),
    ] {
        let error: CardError = ApprovalCard::from_json(text).expect_err("no card");
        assert_eq!(error.to_string(), expect);
    }
}

#[test]
fn the_time_that_is_left_is_that_of_the_moment() {
    let asked = CardDrawing::delete(json!({"id": 42})).card();
    let expires = 1_000_000_000;
    for (left, expect) in [
        (300, ", in 5 minutes"),
        (90, ", in 1 minute 30 seconds"),
        (0, ", which is over"),
        (-60, ", which is over"),
    ] {
        let seen = asked.clone().seen_at(expires, expires - left * 1_000_000);
        let text = seen.text();
        let last = text.lines().last().unwrap_or_default();
        assert!(last.ends_with(expect), "{left}: {last}");
        assert_eq!(seen.dialog(), text);
    }
}
