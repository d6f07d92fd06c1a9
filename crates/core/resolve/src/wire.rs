//! What an endpoint writes about a tool.

use candor_model::{FieldValue, Hint, HintProfile, JsonText};

use crate::{Shown, ValueOrigin};

/// What stands in a tool's `annotations`. Members that the source declared and that are not
/// mentioned here stay as they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireAnnotations {
    /// The hints, by [`Hint::index`]; none where the member is absent.
    pub hints: [Option<bool>; 4],
    /// The title; none where both the member and the tool's own title are absent.
    pub title: Option<Box<str>>,
    /// Further members, in the order of their keys: set to a value, or taken away.
    pub extra: Vec<(Box<str>, Option<JsonText>)>,
}

/// What an endpoint with this profile writes.
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

/// Where each effective field comes from, by its name on the wire. A value that a profile fills
/// in is nobody's and has no place here.
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

/// Whether the member must be written even though no layer sets it.
fn demands(profile: HintProfile, hint: Hint) -> bool {
    match profile {
        HintProfile::Known => false,
        HintProfile::Explicit => true,
        HintProfile::Anthropic => matches!(hint, Hint::ReadOnly | Hint::Destructive),
        HintProfile::Openai => matches!(hint, Hint::ReadOnly | Hint::Destructive | Hint::OpenWorld),
    }
}
