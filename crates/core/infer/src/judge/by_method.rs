//! The findings about a tool behind which there is an HTTP method.

use candor_model::{DestructivePolicy, Hint};

use super::clues::HintClues;
use super::{APPLIES, VETO, finding};
use crate::evidence::TallyVerdict;
use crate::{Confidence, HintFinding, HttpMethod};

/// How sure the method's table is.
const METHOD: Confidence = Confidence::new(97);

/// How far the words must lean towards writing to overrule a method that is meant for reading.
const OVERRULES: i32 = 9;

/// A single clue that overrules it, whatever else is said: a path that ends with `delete`.
const OVERRULES_ALONE: i32 = 12;

/// The method's table, raised where evidence says so.
pub(super) fn findings(
    method: HttpMethod,
    policy: DestructivePolicy,
    clues: &HintClues,
) -> Vec<HintFinding> {
    let overruled = method.is_safe() && overruled(clues);
    if overruled {
        return writing_get(clues);
    }
    let mut findings = Vec::new();
    for (hint, value) in method.hints().iter() {
        let raised = match hint {
            Hint::Destructive if !value && !method.is_safe() => raised(policy, clues),
            Hint::Idempotent if value && !method.is_safe() => repeats_not(clues),
            _ => None,
        };
        let verdict = raised.unwrap_or_else(|| says(method, value));
        findings.push(finding(hint, verdict, true));
    }
    if method == HttpMethod::Post {
        findings.extend(searching_post(clues));
    }
    findings
}

fn says(method: HttpMethod, value: bool) -> TallyVerdict {
    TallyVerdict {
        value,
        confidence: METHOD,
        evidence: vec![format!("the HTTP method is {method}").into()],
    }
}

fn overruled(clues: &HintClues) -> bool {
    clues.reads.total() <= -OVERRULES || clues.reads.heaviest_against() >= OVERRULES_ALONE
}

/// A GET that writes: it is unknown whether it may be repeated.
fn writing_get(clues: &HintClues) -> Vec<HintFinding> {
    let evidence = clues.reads.evidence(-1);
    let confidence = Confidence::of_decibans(clues.reads.heaviest_against());
    let careful = |value| TallyVerdict {
        value,
        confidence,
        evidence: evidence.clone(),
    };
    let mut findings = vec![finding(Hint::ReadOnly, careful(false), true)];
    if let Some(verdict) = clues.destroys.verdict(APPLIES) {
        let raises = verdict.value;
        findings.push(finding(Hint::Destructive, verdict, raises));
    }
    findings.push(finding(Hint::Idempotent, careful(false), true));
    findings
}

/// Why a write is destructive although its method does not say so.
fn raised(policy: DestructivePolicy, clues: &HintClues) -> Option<TallyVerdict> {
    if policy == DestructivePolicy::Writes {
        return Some(TallyVerdict {
            value: true,
            confidence: METHOD,
            evidence: vec!["any write counts as destructive by the settings".into()],
        });
    }
    clues.removes.careful(APPLIES, VETO)
}

/// Why a PUT or DELETE may not be repeated although its method says so: the same etag fails the
/// second time. Verbs alone do not weigh up the method here.
fn repeats_not(clues: &HintClues) -> Option<TallyVerdict> {
    let verdict = clues.repeats.verdict(APPLIES)?;
    (!verdict.value && clues.repeats.heaviest_against() >= OVERRULES_ALONE).then_some(verdict)
}

/// Suggestions for a POST that seems only to read; the method's hints stay in force.
fn searching_post(clues: &HintClues) -> Vec<HintFinding> {
    let Some(verdict) = clues.only_reads() else {
        return Vec::new();
    };
    let repeats = TallyVerdict {
        value: true,
        confidence: verdict.confidence,
        evidence: vec!["it seems only to read".into()],
    };
    vec![
        finding(Hint::ReadOnly, verdict, false),
        finding(Hint::Idempotent, repeats, false),
    ]
}
