//! Tools that do not behave as they declare.

use candor_model::{ObservedHint, Verification};

use crate::prelude::*;

/// The longest evidence in a table, in characters.
const LONGEST: usize = 160;

/// A table row: tool, time and observation.
pub(super) fn row(verification: &Verification) -> [TableCell; 3] {
    let seen: Vec<String> = verification.contradictions().map(sentence).collect();
    [
        one_line(&verification.tool.to_string()).into(),
        timestamp::text(verification.at_micros).into(),
        TableCell::painted(one_line(&seen.join("; ")), TextStyle::Error),
    ]
}

fn sentence(observed: &ObservedHint) -> String {
    let evidence = candor_text::clip(&observed.evidence, LONGEST);
    let word = observed.hint.word();
    format!("contradicted: {word} is {} ({evidence})", observed.value)
}

/// The verification as JSON.
pub(super) fn json(verification: &Verification) -> Value {
    let hints = verification.contradictions().map(|observed| {
        json!({
            "hint": observed.hint.key(),
            "value": observed.value,
            "evidence": observed.evidence,
        })
    });
    json!({
        "tool": verification.tool.to_string(),
        "definition": verification.definition.to_string(),
        "hints": hints.collect::<Vec<Value>>(),
        "by": verification.by,
        "at": timestamp::text(verification.at_micros),
    })
}
