//! A preference as it is shown: what holds, where that comes from, and three ways to say so.

use candor_gateway::desk::PreferenceView;

use super::key::Key;
use super::prefer::Typed;

/// One preference in one place.
pub(crate) struct Switch {
    /// The name of its field.
    pub(crate) name: &'static str,
    pub(crate) heading: &'static str,
    pub(crate) meaning: &'static str,
    /// What holds, in a word.
    pub(crate) holds: String,
    /// Where that comes from.
    pub(crate) from: &'static str,
    /// Whether the file states it, so that nobody can here.
    pub(crate) declared: bool,
    /// Ways to say it; none where it is a time.
    pub(crate) choices: Vec<Choice>,
    /// The time as typed.
    pub(crate) text: String,
}

/// One way to say something.
pub(crate) struct Choice {
    pub(crate) value: &'static str,
    pub(crate) words: &'static str,
    pub(crate) chosen: bool,
}

/// All of them, with what somebody typed in the place of what is stated.
pub(crate) fn all(view: &PreferenceView, typed: Option<&Typed>) -> Vec<Switch> {
    let all = Key::ALL.into_iter();
    all.map(|key| Switch::of(key, view, typed)).collect()
}

// === impl Switch ===

impl Switch {
    fn of(key: Key, view: &PreferenceView, typed: Option<&Typed>) -> Self {
        let house = view.toolset.is_none();
        let declared = key.read(&view.declared).is_some();
        let stated = key.read(&view.stated);
        let from = match (declared, &stated) {
            (true, _) => "the configuration file",
            (false, Some(_)) if house => "stated for the house",
            (false, Some(_)) => "stated for this toolset",
            (false, None) if house => "the default",
            (false, None) => "the house",
        };
        let chosen = match typed {
            Some(typed) => typed.get(key).to_owned(),
            None => stated.unwrap_or_default(),
        };
        let left = if house { "Default" } else { "As the house" };
        let values = key.values();
        let values = values.map(|[one, other]| [one, other, ("", left)]);
        let choices = values.into_iter().flatten();
        let choices = choices.map(|(value, words)| Choice {
            value,
            words,
            chosen: value == chosen,
        });
        Self {
            name: key.word(),
            heading: key.heading(),
            meaning: key.meaning(),
            holds: holds(key, &key.held(&view.effective)),
            from,
            declared,
            choices: choices.collect(),
            text: chosen,
        }
    }
}

/// A value in the words of the page.
fn holds(key: Key, value: &str) -> String {
    let values = key.values();
    let mut values = values.iter().flatten();
    match values.find(|(known, _)| *known == value) {
        Some((_, words)) => (*words).to_owned(),
        None if value == "0s" => "Not at all".to_owned(),
        None => value.to_owned(),
    }
}
