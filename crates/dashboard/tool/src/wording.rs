//! The texts about annotations on the page of a tool.

use candor_dashboard_kit::ExternalText;
pub(crate) use candor_dashboard_kit::wording::{
    channel_phrase, confirmation, hint_label, hint_value, unset_reason,
};
use candor_model::{AnnotationAuthor, FieldEdit, FieldValue, Hint, OpinionField, Provenance};
use candor_resolve::{EffectiveValue, ValueOrigin};

/// The maximum length of a reason or an author, in characters.
const LENGTH: usize = 400;

/// The meaning of a hint, and the client's default if it is unset.
pub(crate) const fn meaning(hint: Hint) -> &'static str {
    match hint {
        Hint::ReadOnly => {
            "Whether the tool only reads. If not set, clients assume that it changes something."
        }
        Hint::Destructive => {
            "Whether the tool may delete or overwrite something. If not set, clients assume that \
             it may."
        }
        Hint::Idempotent => {
            "Whether repeating a call with the same arguments has no further effect. If not set, \
             clients assume that it has."
        }
        Hint::OpenWorld => {
            "Whether the tool reaches systems outside your organisation, such as the web. If not \
             set, clients assume that it does."
        }
    }
}

/// The help text of the title.
pub(crate) const TITLE: &str = "A name for people, shown in place of the tool's name.";

/// The help text of the confirm mode.
pub(crate) const CONFIRM: &str = "When a person has to confirm a call. If not set, the hints and \
                                  the default policy decide.";

/// The author of a value, and the pattern if it is about several tools.
pub(crate) fn who(provenance: &Provenance, about: &str) -> ExternalText {
    let mut text = match &provenance.author {
        AnnotationAuthor::Candor => "Candor".to_owned(),
        AnnotationAuthor::Source(name) => format!("source {name}"),
        AnnotationAuthor::Person(name) => name.to_string(),
        AnnotationAuthor::File(place) => place.to_string(),
    };
    if let Some(pattern) = provenance
        .about
        .as_deref()
        .filter(|pattern| *pattern != about)
    {
        text = format!("{text}, for {pattern}");
    }
    ExternalText::short(&text, LENGTH)
}

/// The reason for a value.
pub(crate) fn why(provenance: &Provenance) -> Option<ExternalText> {
    let why = provenance.why.as_deref()?;
    Some(ExternalText::sentence(why, LENGTH))
}

/// The origin of a value, in one line.
pub(crate) fn origin(origin: &ValueOrigin) -> ExternalText {
    ExternalText::sentence(&origin.to_string(), LENGTH)
}

/// A value and its origin.
pub(crate) fn fact<T>(
    fact: &EffectiveValue<T>,
    word: impl Fn(&T) -> String,
) -> (ExternalText, ExternalText) {
    (ExternalText::line(&word(&fact.value)), origin(&fact.origin))
}

/// The edit that sets a field to a layer's value.
pub(crate) fn said<T: Clone>(statement: Option<&OpinionField<T>>) -> FieldEdit<T> {
    match statement.map(|statement| &statement.value) {
        None => FieldEdit::Withdraw,
        Some(FieldValue::Clear) => FieldEdit::Clear,
        Some(FieldValue::Set(value)) => FieldEdit::Set(value.clone()),
    }
}
