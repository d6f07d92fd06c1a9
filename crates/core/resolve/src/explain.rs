//! Descriptions of hints in words.

use candor_model::Hint;

use crate::{EffectiveValue, Relied, Shown, UnsetReason, ValueOrigin};

/// A hint with its value and provenance, such as ``destructive: true, says override `shop.*` by
/// ada``. An unset hint is only reported as not set; [`shown`] and [`relied`] also say why.
pub fn sentence(hint: Hint, fact: Option<&EffectiveValue<bool>>) -> String {
    let word = hint.word();
    let Some(EffectiveValue { value, origin }) = fact else {
        return silence(hint, &UnsetReason::Unspecified);
    };
    match origin {
        ValueOrigin::Said(provenance) if provenance.layer.is_of_people() => {
            format!("{word}: {value}, says {provenance}")
        }
        ValueOrigin::InCase {
            condition,
            provenance,
        } if provenance.layer.is_of_people() => {
            format!("{word}: {value} when {condition}, says {provenance}")
        }
        ValueOrigin::InCase {
            condition,
            provenance,
        } => format!("{word}: {value} when {condition}, {provenance}"),
        ValueOrigin::Said(_) | ValueOrigin::Follows { .. } => format!("{word}: {value}, {origin}"),
    }
}

/// The shown value of a hint, or why it is unset.
pub fn shown(shown: &Shown, hint: Hint) -> String {
    match shown.unset(hint) {
        Some(why) => silence(hint, why),
        None => sentence(hint, shown.hint(hint)),
    }
}

/// The relied-upon value of a hint, or why it is unset.
pub fn relied(relied: &Relied, hint: Hint) -> String {
    match relied.unset(hint) {
        Some(why) => silence(hint, why),
        None => sentence(hint, relied.hint(hint)),
    }
}

fn silence(hint: Hint, why: &UnsetReason) -> String {
    match why {
        UnsetReason::Unspecified => format!("{}: not set", hint.word()),
        _ => format!("{}: not set, {why}", hint.word()),
    }
}
