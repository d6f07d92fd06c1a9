//! The findings about a tool behind which there is an HTTP method.

use candor_model::{DestructivePolicy, Hint};

use super::clues::HintClues;
use super::{APPLIES, VETO, finding};
use crate::evidence::{HabitStance, TallyVerdict};
use crate::{Confidence, HintFinding, HttpMethod};

/// How sure the method's table is.
const METHOD: Confidence = Confidence::new(97);

/// How far the words must lean towards writing to overrule a method that is meant for reading.
const OVERRULES: i32 = 9;

/// A single clue that overrules it, whatever else is said: a path that ends with `delete`.
const OVERRULES_ALONE: i32 = 12;

/// The method's table, raised where evidence says so: words count by the same policy as for a
/// tool without a method.
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
        let writes = !method.is_safe();
        let raised = match hint {
            Hint::Destructive if writes && !value && policy == DestructivePolicy::Writes => {
                Some(settled(hint))
            }
            Hint::Destructive if writes && !value => {
                raised(hint, clues.overwrites.careful(APPLIES, VETO))
            }
            Hint::Idempotent if writes && value => raised(hint, repeats_not(clues)),
            _ => None,
        };
        findings.push(raised.unwrap_or_else(|| says(method, hint, value)));
    }
    // What words call destructive does not only read.
    let destroys = clues.overwrites.careful(APPLIES, VETO).is_some();
    if method == HttpMethod::Post && !destroys {
        findings.extend(searching_post(clues));
    }
    findings
}

fn says(method: HttpMethod, hint: Hint, value: bool) -> HintFinding {
    HintFinding {
        hint,
        value,
        confidence: METHOD,
        evidence: vec![format!("the HTTP method is {method}").into()],
        applies: true,
    }
}

fn overruled(clues: &HintClues) -> bool {
    clues.reads.total() <= -OVERRULES || clues.reads.heaviest_against() >= OVERRULES_ALONE
}

/// A GET that writes: it is unknown whether it may be repeated.
fn writing_get(clues: &HintClues) -> Vec<HintFinding> {
    let evidence = clues.reads.evidence(-1);
    let decibans = clues.reads.heaviest_against();
    let careful = |value| TallyVerdict {
        value,
        decibans,
        habit: HabitStance::Silent,
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

fn raised(hint: Hint, verdict: Option<TallyVerdict>) -> Option<HintFinding> {
    verdict.map(|verdict| finding(hint, verdict, true))
}

/// Any write is destructive where the settings say so.
fn settled(hint: Hint) -> HintFinding {
    HintFinding {
        hint,
        value: true,
        confidence: METHOD,
        evidence: vec!["any write counts as destructive by the settings".into()],
        applies: true,
    }
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
        decibans: verdict.decibans,
        habit: verdict.habit,
        evidence: vec!["it seems only to read".into()],
    };
    let read_only = finding(Hint::ReadOnly, verdict, false);
    let idempotent = HintFinding {
        confidence: read_only.confidence,
        ..finding(Hint::Idempotent, repeats, false)
    };
    vec![read_only, idempotent]
}
