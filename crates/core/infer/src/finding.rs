//! What inference hands back.

use candor_model::{Hint, Hints};

use crate::{CaseFinding, Confidence};

/// What is found about one tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolInference {
    /// At most one finding per hint, with one exception: where an HTTP method decides a hint and
    /// other evidence speaks for the safer value (a POST that only searches), the method's finding
    /// applies and the other stands behind it as a suggestion.
    pub findings: Vec<HintFinding>,
    /// Which hints its definition does not tell, and why. Open-world is a matter of the source.
    pub undecided: Vec<UndecidedHint>,
    /// What is found about some of its calls.
    pub cases: Vec<CaseFinding>,
    /// A title, only for tools that have none.
    pub title: Option<Box<str>>,
}

/// A value for one hint, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintFinding {
    /// The hint that was inferred.
    pub hint: Hint,
    /// The value that was inferred.
    pub value: bool,
    /// How sure this is.
    pub confidence: Confidence,
    /// The reasons, as fragments such as ``the name begins with `delete` ``; never empty.
    pub evidence: Vec<Box<str>>,
    /// Whether it counts by itself. What does not is a suggestion that waits for a person.
    pub applies: bool,
}

/// A hint that stays unset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndecidedHint {
    /// The hint that nothing was found for.
    pub hint: Hint,
    /// Why, as a fragment such as ``evidence on both sides: …``.
    pub because: Box<str>,
}

// === impl ToolInference ===

impl ToolInference {
    /// The hints that count by themselves.
    pub fn applied(&self) -> Hints {
        let applied = self.findings.iter().filter(|finding| finding.applies);
        applied
            .map(|finding| (finding.hint, finding.value))
            .collect()
    }

    /// What waits for a person.
    pub fn suggestions(&self) -> impl Iterator<Item = &HintFinding> {
        self.findings.iter().filter(|finding| !finding.applies)
    }

    /// The best guess for each hint, applied or not: what the hints would be if a person accepted
    /// every suggestion.
    pub fn guess(&self) -> Hints {
        let mut hints = self.applied();
        for finding in self.suggestions() {
            hints.set(finding.hint, Some(finding.value));
        }
        hints
    }
}

// === impl HintFinding ===

impl HintFinding {
    /// Whether the value makes the tool look more dangerous.
    pub fn raises_risk(&self) -> bool {
        self.value == self.hint.careful()
    }

    /// The evidence in one line.
    pub fn because(&self) -> String {
        self.evidence.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(hint: Hint, value: bool, applies: bool) -> HintFinding {
        HintFinding {
            hint,
            value,
            confidence: Confidence::new(90),
            evidence: vec!["one".into(), "two".into()],
            applies,
        }
    }

    #[test]
    fn risk_is_raised_by_the_careful_value() {
        for (hint, value, raises) in [
            (Hint::ReadOnly, false, true),
            (Hint::ReadOnly, true, false),
            (Hint::Destructive, true, true),
            (Hint::Idempotent, false, true),
            (Hint::OpenWorld, false, false),
        ] {
            assert_eq!(finding(hint, value, true).raises_risk(), raises, "{hint:?}");
        }
        assert_eq!(finding(Hint::ReadOnly, true, true).because(), "one; two");
    }

    #[test]
    fn a_guess_is_what_acceptance_would_make_of_it() {
        let inference = ToolInference {
            findings: vec![
                finding(Hint::ReadOnly, false, true),
                finding(Hint::Destructive, false, true),
                finding(Hint::ReadOnly, true, false),
            ],
            undecided: Vec::new(),
            cases: Vec::new(),
            title: None,
        };
        let applied = inference.applied();
        assert_eq!(applied.get(Hint::ReadOnly), Some(false));
        assert_eq!(inference.guess(), applied.with(Hint::ReadOnly, true));
        assert_eq!(inference.suggestions().count(), 1);
    }
}
