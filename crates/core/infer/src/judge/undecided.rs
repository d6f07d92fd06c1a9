//! Why a hint stays unset.

use candor_model::Hint;

use super::clues::HintClues;
use crate::evidence::EvidenceTally;
use crate::{HintFinding, UndecidedHint};

/// The hints without a finding, each with the reason.
pub(super) fn hints(clues: &HintClues, findings: &[HintFinding]) -> Vec<UndecidedHint> {
    let found = |hint: Hint| findings.iter().any(|finding| finding.hint == hint);
    let piles = [
        (Hint::ReadOnly, &clues.reads),
        (Hint::Destructive, &clues.destroys),
        (Hint::Idempotent, &clues.repeats),
    ];
    piles
        .into_iter()
        .filter(|(hint, _)| !found(*hint))
        .map(|(hint, tally)| UndecidedHint {
            hint,
            because: because(hint, tally).into(),
        })
        .collect()
}

fn because(hint: Hint, tally: &EvidenceTally) -> String {
    let word = hint.word();
    if tally.disagrees() {
        return format!("the source declares some similar tools {word} and others not");
    }
    let reason = |sign: i32| tally.evidence(sign).into_iter().next();
    match (reason(1), reason(-1)) {
        (Some(yes), Some(no)) => format!("evidence on both sides: {yes}; but {no}"),
        (Some(one), None) | (None, Some(one)) => format!("too little evidence: only {one}"),
        (None, None) => format!("nothing in its definition says whether it is {word}"),
    }
}
