//! How often a finding of a given weight is right.
//!
//! The clues of a finding add up to decibans, but their sum is no probability: clues depend on
//! each other, and authors disagree about what is destructive. So the sum is looked up in a table
//! of what was observed on tools whose authors declared their hints, apart for each hint and each
//! direction. `cargo xtask infer-report` prints how well stated and observed shares agree.

use candor_model::Hint;

use crate::Confidence;
use crate::evidence::{HabitStance, TallyVerdict};

/// From so many decibans on, a finding is right in so many of a hundred cases.
type ObservedRates = &'static [(i32, u8)];

/// What was observed, by hint, value and how the source's habit stands to it: what it declares
/// for other tools. Rows rise: more evidence is never less sure. A half means that authors
/// disagree: of the tools that change something in place, about as many are declared destructive
/// as not. A few large servers are most of what was observed; where the usual server differs from
/// them, the row lies between, so that it holds for the next server too. Whether a change may be
/// repeated is the plainest case: 82 of 100 tools that the rules were made with, and 67 of 100 of 1,140
/// packages that were read later.
#[rustfmt::skip]
const fn observed(hint: Hint, value: bool, habit: HabitStance) -> ObservedRates {
    use HabitStance::{Against, For, Silent};
    match (hint, value, habit) {
        (Hint::ReadOnly, true, Silent) => &[(10, 91), (11, 95), (15, 97), (19, 99)],
        (Hint::ReadOnly, true, For) => &[(10, 97), (12, 99)],
        (Hint::ReadOnly, false, Silent) => &[(3, 50), (7, 70), (9, 78), (13, 87), (16, 92), (19, 98)],
        (Hint::ReadOnly, false, For) => &[(3, 80), (6, 99)],
        (Hint::Destructive, true, Silent) => &[(3, 50), (12, 58), (14, 67), (18, 95)],
        (Hint::Destructive, true, For) => &[(3, 86), (6, 91), (19, 95)],
        (Hint::Destructive, false, Silent) => &[(3, 76)],
        (Hint::Destructive, false, For) => &[(3, 90), (14, 95), (19, 97)],
        (Hint::Idempotent, true, Silent) => &[(3, 69)],
        (Hint::Idempotent, true, For) => &[(3, 66), (11, 74), (13, 85), (16, 91), (22, 96)],
        (Hint::Idempotent, false, Silent) => &[(3, 75), (9, 83)],
        (Hint::Idempotent, false, For) => &[(3, 60), (9, 79), (16, 88), (24, 95)],
        (Hint::Idempotent, false, Against) => &[(0, 78)],
        (Hint::Destructive, true, Against) => &[(0, 50), (12, 72), (20, 86)],
        (Hint::Destructive, false, Against) => &[(0, 73)],
        (Hint::ReadOnly, _, Against) | (Hint::Idempotent, true, Against) => &[(0, 50)],
        (Hint::OpenWorld, true, _) => &[(0, 70), (7, 91), (12, 98), (20, 99)],
        (Hint::OpenWorld, false, _) => &[(0, 82), (12, 97), (20, 99)],
    }
}

/// The share of findings like this one that are right.
pub(crate) fn confidence(hint: Hint, verdict: &TallyVerdict) -> Confidence {
    let rows = observed(hint, verdict.value, verdict.habit).iter();
    let row = rows
        .take_while(|(from, _)| *from <= verdict.decibans)
        .last();
    Confidence::new(row.map_or(50, |(_, percent)| *percent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_evidence_is_never_less_sure() {
        let habits = [HabitStance::Silent, HabitStance::For, HabitStance::Against];
        let cases = Hint::ALL.into_iter().flat_map(|hint| {
            let values = [false, true].into_iter();
            values.flat_map(move |value| habits.map(|habit| (hint, value, habit)))
        });
        for (hint, value, habit) in cases {
            let rows = observed(hint, value, habit);
            assert!(rows.is_sorted(), "{hint:?} {value}: {rows:?}");
            assert!(
                rows.is_sorted_by_key(|(_, percent)| *percent),
                "{hint:?} {value}"
            );
            let sure = |decibans| {
                let verdict = TallyVerdict {
                    value,
                    decibans,
                    habit,
                    evidence: Vec::new(),
                };
                confidence(hint, &verdict).percent()
            };
            assert!(sure(0) >= 50 && sure(i32::MAX) <= 99, "{hint:?} {value}");
        }
    }
}
