//! The card with nothing masked, for a person who may decide.

use candor_card::CARD_MAX;
use serde_json::json;

use crate::given::CardDrawing;

#[test]
fn everything_that_was_masked_can_be_read() {
    let drawing = CardDrawing {
        schema: Some(json!({"properties": {"once": {"writeOnly": true}}})),
        ..CardDrawing::delete(json!({
            "header": "Bearer abc12345def67890",
            "password": "hunter2",
            "once": {"card": 4242},
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789": 1,
            "plain": "as it is",
        }))
    };
    let (card, revealed) = (drawing.card(), drawing.revealed());
    assert!(card.is_masked());
    assert!(!revealed.is_masked(), "{}", revealed.text());
    let text = revealed.text();
    for part in [
        "\"Bearer abc12345def67890\"",
        "\"hunter2\"",
        "{\"card\": 4242}",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    ] {
        assert!(text.contains(part), "{part} in {text}");
        assert!(!card.to_json().contains(part), "{part} is masked");
    }
    assert!(!text.contains("Masked, so that you cannot see"), "{text}");
}

#[test]
fn nothing_but_the_arguments_differs() {
    let earlier = CardDrawing::delete(json!({"password": "hunter1", "id": 1}));
    let drawing = CardDrawing::delete(json!({"password": "hunter2", "id": 2})).after(&earlier);
    let (card, mut revealed) = (drawing.card(), drawing.revealed());
    assert_eq!(revealed.pattern, "", "a yes is for one call");
    assert_eq!(revealed.changes, card.changes);
    revealed.arguments.clone_from(&card.arguments);
    revealed.warnings.clone_from(&card.warnings);
    revealed.pattern.clone_from(&card.pattern);
    assert_eq!(revealed, card);
}

#[test]
fn what_is_revealed_cannot_mislead() {
    let hidden = "hunter2\u{202e}\u{200b}\n/id: \"3\" ⟨masked⟩";
    let revealed = CardDrawing::delete(json!({"password": hidden})).revealed();
    let line = &revealed.arguments[0];
    assert!(
        !line.value.contains(['\u{202e}', '\u{200b}', '\n']),
        "{}",
        line.value
    );
    assert!(!line.value.contains("⟨masked"), "{}", line.value);
    let warned = |part: &str| revealed.warnings.iter().any(|text| text.contains(part));
    assert!(warned("turn the direction"), "{:?}", revealed.warnings);
}

#[test]
fn what_is_revealed_is_bounded() {
    let long = "é\u{200b}".repeat(1 << 20);
    let revealed = CardDrawing::delete(json!({"password": long})).revealed();
    assert!(revealed.to_json().len() <= CARD_MAX);
}
