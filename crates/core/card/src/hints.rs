//! The four hints: shown value, provenance, and whether policy uses it.

use candor_model::{AnnotationLayer, Hint};
use candor_resolve::{EffectiveAnnotations, EffectiveValue, UnsetReason, ValueOrigin};

use crate::card::HintLine;
use crate::quote::prose;

/// The most bytes of an origin.
const ORIGIN_MAX: usize = 600;

/// All four, in their order.
pub(crate) fn lines(effective: &EffectiveAnnotations) -> Vec<HintLine> {
    Hint::ALL
        .into_iter()
        .map(|hint| line(hint, effective))
        .collect()
}

/// `yes`, `no` or `not set`.
pub(crate) fn word(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "yes",
        Some(false) => "no",
        None => "not set",
    }
}

/// Only what an untrusted source claims is shown and ignored by policy.
fn line(hint: Hint, effective: &EffectiveAnnotations) -> HintLine {
    let EffectiveAnnotations { shown, relied, .. } = effective;
    let (fact, counted) = (shown.hint(hint), relied.hint(hint));
    let value = fact.map(|fact| fact.value);
    let counts = counted.map(|fact| fact.value);
    let same = value == counts;
    let origin = match (fact, counted) {
        // If both have the same value, the relied-upon one is reported.
        (Some(_), Some(counted)) if same => says(counted),
        (Some(fact), _) => format!("{}; ignored (untrusted source)", claims(fact)),
        (None, _) => match shown.unset(hint) {
            None | Some(UnsetReason::Unspecified) => String::new(),
            Some(why) => why.to_string(),
        },
    };
    let origin = match counted.filter(|_| !same) {
        Some(fact) => format!("{origin}; what counts is {}, {}", word(counts), says(fact)),
        None => origin,
    };
    HintLine {
        hint: hint.word().to_owned(),
        value,
        counts,
        relied: same,
        origin: prose(&origin, ORIGIN_MAX),
    }
}

fn says(fact: &EffectiveValue<bool>) -> String {
    match &fact.origin {
        ValueOrigin::Said(provenance) if provenance.layer.is_of_people() => {
            format!("says {provenance}")
        }
        origin => origin.to_string(),
    }
}

fn claims(fact: &EffectiveValue<bool>) -> String {
    match &fact.origin {
        ValueOrigin::Said(provenance) if provenance.layer == AnnotationLayer::Declared => {
            provenance.to_string().replacen("declared", "claimed", 1)
        }
        origin => origin.to_string(),
    }
}
