//! The decision table, as data: what is decided where no rule is about a call.
//!
//! It is in three steps, as a person would do it: what is known of the tool, whose `confirm`
//! counts, and what is done. Every combination of everything that plays a part is decided and
//! must be found in exactly one row of each step. The page in the documentation is written from
//! the same rows (see `page.rs`).

use std::collections::BTreeSet;

use candor_model::{
    AnnotationLayer, ConfirmMode, Hint, PolicyPreferences, SourceTrust, UnsetPolicy,
};
use candor_policy::{PolicyRules, PolicyRuling};

use crate::call::CallCase;

/// A row: what must be so, what comes of it, and why. A cell is `*` for anything, or words with
/// `or` between them.
pub(crate) struct DecisionRow<const N: usize> {
    pub(crate) when: [&'static str; N],
    pub(crate) then: &'static str,
    pub(crate) why: &'static str,
}

const fn row<const N: usize>(
    when: [&'static str; N],
    then: &'static str,
    why: &'static str,
) -> DecisionRow<N> {
    DecisionRow { when, then, why }
}

pub(crate) const KNOWN_HEAD: [&str; 4] = ["read-only", "destructive", "said by", "the source is"];

/// What is known of a tool, from what is said about it.
#[rustfmt::skip]
pub(crate) const KNOWN: [DecisionRow<4>; 13] = [
    row(["*", "true", "a person or evidence", "*"], "destructive", "their warning counts, also against a claim to be read-only"),
    row(["*", "true", "the source", "trusted"], "destructive", "its warning counts, also against its claim to be read-only"),
    row(["*", "true", "the source", "untrusted"], "claimed destructive", "its warning counts, as long as it saves no question"),
    row(["true", "false or unset", "a person or evidence", "*"], "read-only", "their word counts"),
    row(["true", "false or unset", "the source", "trusted"], "read-only", "its word counts"),
    row(["false or unset", "false", "a person or evidence", "*"], "harmless", "their word counts: it writes and destroys nothing"),
    row(["false or unset", "false", "the source", "trusted"], "harmless", "its word counts: it writes and destroys nothing"),
    row(["unset", "unset", "a person or evidence", "*"], "unknown", "the destructive hint is not set"),
    row(["false", "unset", "a person or evidence", "trusted"], "unknown", "the destructive hint is not set"),
    row(["false", "unset", "a person or evidence", "untrusted"], "writing", "it changes something, and the destructive hint is not set"),
    row(["false or unset", "unset", "the source", "trusted"], "unknown", "the destructive hint is not set"),
    row(["true or unset", "false or unset", "the source", "untrusted"], "unknown", "that it reassures does not count"),
    row(["false", "false or unset", "the source", "untrusted"], "writing", "that it changes something counts; that it reassures does not"),
];

pub(crate) const CONFIRM_HEAD: [&str; 3] = ["`confirm`", "said by", "the source is"];

/// Whose wish to be asked counts.
#[rustfmt::skip]
pub(crate) const CONFIRM: [DecisionRow<3>; 8] = [
    row(["nothing", "nobody", "*"], "nothing", "what the tool does decides"),
    row(["always", "*", "*"], "always", "anyone may require approval"),
    row(["first", "a person", "*"], "first", "their word counts"),
    row(["first", "the source", "trusted"], "first", "its word counts"),
    row(["first", "the source", "untrusted"], "at least first", "it may ask for more approvals, and not for fewer"),
    row(["never", "a person", "*"], "never", "their word counts"),
    row(["never", "the source", "trusted"], "never", "its word counts"),
    row(["never", "the source", "untrusted"], "nothing", "it may not remove approvals"),
];

pub(crate) const DECISION_HEAD: [&str; 5] = [
    "`confirm`",
    "the tool is",
    "`auto_approve_read_only`",
    "`always_confirm_destructive`",
    "`unset`",
];

/// What is done. The reason is a part of the sentence that the decision gives.
#[rustfmt::skip]
pub(crate) const DECISION: [DecisionRow<5>; 36] = [
    row(["nothing", "destructive or claimed destructive", "*", "on", "*"], "ask", "destructive: true"),
    row(["nothing", "destructive", "*", "off", "*"], "allow", "`always_confirm_destructive` is off"),
    row(["nothing", "claimed destructive", "*", "off", "ask"], "ask", "`unset` is `ask`"),
    row(["nothing", "claimed destructive", "*", "off", "evidence"], "ask", "`unset` is `evidence`"),
    row(["nothing", "claimed destructive", "*", "off", "allow"], "allow", "`always_confirm_destructive` is off"),
    row(["nothing", "read-only", "*", "*", "*"], "allow", "read-only: true"),
    row(["nothing", "harmless", "*", "*", "*"], "allow", "destructive: false"),
    row(["nothing", "unknown", "*", "*", "ask"], "ask", "`unset` is `ask`"),
    row(["nothing", "unknown", "*", "*", "evidence"], "allow", "`unset` is `evidence`"),
    row(["nothing", "unknown", "*", "*", "allow"], "allow", "`unset` is `allow`"),
    row(["nothing", "writing", "*", "*", "ask"], "ask", "`unset` is `ask`"),
    row(["nothing", "writing", "*", "*", "evidence"], "ask", "its source is untrusted"),
    row(["nothing", "writing", "*", "*", "allow"], "allow", "`unset` is `allow`"),
    row(["always", "read-only", "on", "*", "*"], "allow", "read-only tools are approved by themselves"),
    row(["always", "read-only", "off", "*", "*"], "ask", "`confirm` is `always`"),
    row(["always", "destructive or claimed destructive or harmless or unknown or writing", "*", "*", "*"], "ask", "`confirm` is `always`"),
    row(["first", "read-only", "on", "*", "*"], "allow", "read-only tools are approved by themselves"),
    row(["first", "read-only", "off", "*", "*"], "ask once", "`confirm` is `first`"),
    row(["first", "destructive or claimed destructive or harmless or unknown or writing", "*", "*", "*"], "ask once", "`confirm` is `first`"),
    row(["at least first", "destructive or claimed destructive", "*", "on", "*"], "ask", "destructive: true"),
    row(["at least first", "destructive", "*", "off", "*"], "ask once", "`confirm` is `first`"),
    row(["at least first", "claimed destructive", "*", "off", "ask"], "ask", "`unset` is `ask`"),
    row(["at least first", "claimed destructive", "*", "off", "evidence"], "ask", "`unset` is `evidence`"),
    row(["at least first", "claimed destructive", "*", "off", "allow"], "ask once", "`confirm` is `first`"),
    row(["at least first", "read-only", "on", "*", "*"], "allow", "read-only tools are approved by themselves"),
    row(["at least first", "read-only", "off", "*", "*"], "ask once", "`confirm` is `first`"),
    row(["at least first", "harmless", "*", "*", "*"], "ask once", "`confirm` is `first`"),
    row(["at least first", "unknown", "*", "*", "ask"], "ask", "`unset` is `ask`"),
    row(["at least first", "unknown", "*", "*", "evidence or allow"], "ask once", "`confirm` is `first`"),
    row(["at least first", "writing", "*", "*", "ask"], "ask", "`unset` is `ask`"),
    row(["at least first", "writing", "*", "*", "evidence"], "ask", "its source is untrusted"),
    row(["at least first", "writing", "*", "*", "allow"], "ask once", "`confirm` is `first`"),
    row(["never", "destructive or claimed destructive", "*", "on", "*"], "ask", "what destroys is always asked about"),
    row(["never", "destructive or claimed destructive", "*", "off", "*"], "allow", "`confirm` is `never`"),
    row(["never", "read-only", "*", "*", "*"], "allow", "`confirm` is `never`"),
    row(["never", "harmless or unknown or writing", "*", "*", "*"], "allow", "`confirm` is `never`"),
];

/// The only row that fits, by its number.
fn find<const N: usize>(rows: &[DecisionRow<N>], values: [&str; N]) -> usize {
    let fits = |row: &DecisionRow<N>| {
        let mut cells = row.when.iter().zip(values);
        cells.all(|(cell, value)| *cell == "*" || cell.split(" or ").any(|word| word == value))
    };
    let found: Vec<usize> = (0..rows.len()).filter(|at| fits(&rows[*at])).collect();
    assert_eq!(found.len(), 1, "{values:?} is in the rows {found:?}");
    found[0]
}

/// One combination of everything that plays a part.
#[derive(Clone, Copy, Debug)]
struct DecisionCase {
    confirm: Option<(ConfirmMode, AnnotationLayer)>,
    read_only: Option<bool>,
    destructive: Option<bool>,
    by: AnnotationLayer,
    trust: SourceTrust,
    auto: bool,
    always: bool,
    unset: UnsetPolicy,
}

fn cases() -> Vec<DecisionCase> {
    let values = [None, Some(true), Some(false)];
    let mut confirms = vec![None];
    for confirm in ConfirmMode::ALL {
        confirms.push(Some((confirm, AnnotationLayer::Override)));
        confirms.push(Some((confirm, AnnotationLayer::Declared)));
    }
    let mut cases = Vec::new();
    for by in [
        AnnotationLayer::Inferred,
        AnnotationLayer::Declared,
        AnnotationLayer::Override,
    ] {
        for number in 0..7 * 3 * 3 * 2 * 2 * 2 * 3 {
            let mut left = number;
            let mut digit = |base: usize| {
                let digit = left % base;
                left /= base;
                digit
            };
            cases.push(DecisionCase {
                by,
                confirm: confirms[digit(7)],
                read_only: values[digit(3)],
                destructive: values[digit(3)],
                trust: [SourceTrust::Trusted, SourceTrust::Untrusted][digit(2)],
                auto: digit(2) == 1,
                always: digit(2) == 1,
                unset: UnsetPolicy::ALL[digit(3)],
            });
        }
    }
    cases
}

// === impl DecisionCase ===

impl DecisionCase {
    fn call(&self) -> CallCase {
        let mut call = CallCase {
            trust: self.trust,
            preferences: PolicyPreferences {
                auto_approve_read_only: self.auto,
                always_confirm_destructive: self.always,
                unset: self.unset,
                ..PolicyPreferences::default()
            },
            ..CallCase::default()
        };
        let hints = [
            (Hint::ReadOnly, self.read_only),
            (Hint::Destructive, self.destructive),
        ];
        for (hint, value) in hints {
            if let Some(value) = value {
                call = call.says(self.by, hint, value);
            }
        }
        match self.confirm {
            Some((confirm, layer)) => call.confirm(layer, confirm),
            None => call,
        }
    }

    /// The rows of the three steps.
    fn rows(&self) -> [usize; 3] {
        let value =
            |value: Option<bool>| value.map_or("unset", |on| if on { "true" } else { "false" });
        let switch = |on: bool| if on { "on" } else { "off" };
        let who = |layer| match layer {
            AnnotationLayer::Inferred => "evidence",
            AnnotationLayer::Declared => "the source",
            _ => "a person",
        };
        let trust = match self.trust {
            SourceTrust::Trusted => "trusted",
            SourceTrust::Untrusted => "untrusted",
        };
        let said = [
            value(self.read_only),
            value(self.destructive),
            who(self.by),
            trust,
        ];
        let known = find(&KNOWN, said);
        let (word, by) = self
            .confirm
            .map_or(("nothing", "nobody"), |(confirm, layer)| {
                (confirm.as_str(), who(layer))
            });
        let confirm = find(&CONFIRM, [word, by, trust]);
        let preferences = [switch(self.auto), switch(self.always), self.unset.as_str()];
        let [auto, always, unset] = preferences;
        let known_as = KNOWN[known].then;
        let decision = find(
            &DECISION,
            [CONFIRM[confirm].then, known_as, auto, always, unset],
        );
        [known, confirm, decision]
    }
}

#[test]
fn every_combination_is_in_one_row_and_decided_as_it_says() {
    let policy = PolicyRules::default();
    let cases = cases();
    assert_eq!(cases.len(), 3 * 7 * 9 * 24);
    for case in cases {
        let [_, _, decision] = case.rows();
        let row = &DECISION[decision];
        let decided = case.call().decide(&policy);
        assert_eq!(
            decided.ruling.as_str(),
            row.then,
            "{case:?}: {}",
            decided.because
        );
        assert!(
            decided.because.contains(row.why),
            "{case:?}: {}",
            decided.because
        );
        assert_eq!((decided.rule, decided.message), (None, None));
    }
}

#[test]
fn every_row_is_needed() {
    let mut seen = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
    for case in cases() {
        for (seen, row) in seen.iter_mut().zip(case.rows()) {
            seen.insert(row);
        }
    }
    let rows = [KNOWN.len(), CONFIRM.len(), DECISION.len()];
    assert_eq!(seen.map(|seen| seen.len()), rows);
}

#[test]
fn claims_that_do_not_count_are_said_not_to() {
    for case in cases() {
        let speaks = case.read_only == Some(true) || case.destructive.is_some();
        let claimed = case.by == AnnotationLayer::Declared && case.trust == SourceTrust::Untrusted;
        let [known, _, decision] = case.rows();
        if DECISION[decision].why.starts_with("`unset`") {
            let decided = case.call().decide(&PolicyRules::default());
            let says_so = decided.because.contains("untrusted");
            assert_eq!(says_so, speaks && claimed, "{case:?}: {}", decided.because);
            let left_open = ["unknown", "writing", "claimed destructive"];
            assert!(left_open.contains(&KNOWN[known].then));
        }
    }
}

#[test]
fn what_no_rule_is_about_is_never_denied() {
    for case in cases() {
        let decided = case.call().decide(&PolicyRules::default());
        assert_ne!(decided.ruling, PolicyRuling::Deny, "{case:?}");
    }
}
