//! What an endpoint writes about a tool.

use candor_model::{Hint, JsonText, Profile, Say};

use crate::{Origin, Shown};

/// What stands in a tool's `annotations`. Members that the source declared and that are not
/// mentioned here stay as they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The hints, by [`Hint::index`]; none where the member is absent.
    pub hints: [Option<bool>; 4],
    /// The title; none where both the member and the tool's own title are absent.
    pub title: Option<Box<str>>,
    /// Further members, in the order of their keys: set to a value, or taken away.
    pub extra: Vec<(Box<str>, Option<JsonText>)>,
}

/// What an endpoint with this profile writes.
pub fn write(shown: &Shown, profile: Profile) -> Written {
    Written {
        hints: Hint::ALL.map(|hint| value(shown, hint, profile)),
        title: shown.title().map(|fact| fact.value.clone()),
        extra: shown
            .extra()
            .map(|(key, statement)| match &statement.say {
                Say::Set(json) => (key.into(), Some(json.clone())),
                Say::Clear => (key.into(), None),
            })
            .collect(),
    }
}

/// Where each effective field comes from, by its name on the wire. A value that a profile fills
/// in is nobody's and has no place here.
pub fn provenance(shown: &Shown) -> Vec<(&str, &Origin)> {
    shown.fields().collect()
}

fn value(shown: &Shown, hint: Hint, profile: Profile) -> Option<bool> {
    let fact = shown.hint(hint);
    if demands(profile, hint) {
        return Some(fact.map_or(hint.default_value(), |fact| fact.value));
    }
    fact.filter(|fact| fact.origin.is_said())
        .map(|fact| fact.value)
}

/// Whether the member must be there even though nobody said anything.
fn demands(profile: Profile, hint: Hint) -> bool {
    match profile {
        Profile::Known => false,
        Profile::Explicit => true,
        Profile::Anthropic => matches!(hint, Hint::ReadOnly | Hint::Destructive),
        Profile::Openai => matches!(hint, Hint::ReadOnly | Hint::Destructive | Hint::OpenWorld),
    }
}
