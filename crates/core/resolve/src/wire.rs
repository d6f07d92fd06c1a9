//! The annotations an endpoint writes.

use candor_model::{FieldValue, Hint, HintProfile, JsonText};

use crate::{Shown, ValueOrigin};

/// The contents of a tool's `annotations`. Keys that the source declared and that are not mentioned
/// here are sent unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireAnnotations {
    /// The hints, by [`Hint::index`]; `None` if the key is absent.
    pub hints: [Option<bool>; 4],
    /// The title; `None` removes both the annotation and the tool's own title.
    pub title: Option<Box<str>>,
    /// Further keys in order: set to a value, or removed.
    pub extra: Vec<(Box<str>, Option<JsonText>)>,
}

/// The annotations for an endpoint with this profile.
pub fn write_annotations(shown: &Shown, profile: HintProfile) -> WireAnnotations {
    WireAnnotations {
        hints: Hint::ALL.map(|hint| value(shown, hint, profile)),
        title: shown.title().map(|fact| fact.value.clone()),
        extra: shown
            .extra()
            .map(|(key, statement)| match &statement.value {
                FieldValue::Set(json) => (key.into(), Some(json.clone())),
                FieldValue::Clear => (key.into(), None),
            })
            .collect(),
    }
}

/// The origin of each effective field, by its name on the wire. Values that a profile fills in have
/// no origin and are not included.
pub fn field_origins(shown: &Shown) -> Vec<(&str, &ValueOrigin)> {
    shown.fields().collect()
}

fn value(shown: &Shown, hint: Hint, profile: HintProfile) -> Option<bool> {
    let fact = shown.hint(hint);
    if demands(profile, hint) {
        return Some(fact.map_or(hint.default_value(), |fact| fact.value));
    }
    fact.filter(|fact| fact.origin.is_said())
        .map(|fact| fact.value)
}

/// Whether the profile requires the key although the hint is unset.
fn demands(profile: HintProfile, hint: Hint) -> bool {
    match profile {
        HintProfile::Known => false,
        HintProfile::Explicit => true,
        HintProfile::Anthropic => matches!(hint, Hint::ReadOnly | Hint::Destructive),
        HintProfile::Openai => matches!(hint, Hint::ReadOnly | Hint::Destructive | Hint::OpenWorld),
    }
}
