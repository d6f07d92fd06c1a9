//! What is said about a tool, in the words of the page.

use candor_frame::Outside;
pub(crate) use candor_frame::words::door;
use candor_model::{Amend, Confirm, Hint, Say, Statement, Voice, Who};
use candor_resolve::{Fact, Origin};

/// The most characters of a reason or of a voice.
const VOICE: usize = 400;

/// `yes`, `no` or `unset`.
pub(crate) const fn value(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unset",
    }
}

/// A hint as the name of a row or a group.
pub(crate) const fn name(hint: Hint) -> &'static str {
    match hint {
        Hint::ReadOnly => "Read-only",
        Hint::Destructive => "Destructive",
        Hint::Idempotent => "Idempotent",
        Hint::OpenWorld => "Open world",
    }
}

/// What a hint means, and what is assumed where nobody says.
pub(crate) const fn meaning(hint: Hint) -> &'static str {
    match hint {
        Hint::ReadOnly => {
            "Whether it changes nothing. Where nobody says, clients take it that it changes \
             something."
        }
        Hint::Destructive => {
            "Whether it may delete or overwrite something. Where nobody says, clients take it that \
             it may."
        }
        Hint::Idempotent => {
            "Whether doing it twice is doing it once. Where nobody says, clients take it that it \
             is not."
        }
        Hint::OpenWorld => {
            "Whether it deals with what is outside: the web, strangers, other people's systems. \
             Where nobody says, clients take it that it does."
        }
    }
}

/// What the title is for.
pub(crate) const TITLE: &str = "What people are shown in place of the name.";

/// What `confirm` is for.
pub(crate) const CONFIRM: &str = "When a person is asked before a call is made. Where nobody says, \
                                  that follows from the hints and from the policy of the house.";

/// When a person is asked, in words.
pub(crate) const fn confirm(confirm: Confirm) -> &'static str {
    match confirm {
        Confirm::Always => "before every call",
        Confirm::First => "before the first call of a caller",
        Confirm::Never => "never",
    }
}

/// When a person is asked where nobody says.
pub(crate) const BY_HINTS: &str = "by what the tool does";

/// Who speaks, and about which tools where that is more than one.
pub(crate) fn who(voice: &Voice, about: &str) -> Outside {
    let mut text = match &voice.who {
        Who::Candor => "Candor".to_owned(),
        Who::Source(name) => format!("source {name}"),
        Who::Person(name) => name.to_string(),
        Who::File(place) => place.to_string(),
    };
    if let Some(pattern) = voice.about.as_deref().filter(|pattern| *pattern != about) {
        text = format!("{text}, about {pattern}");
    }
    Outside::short(&text, VOICE)
}

/// Why somebody says so.
pub(crate) fn why(voice: &Voice) -> Option<Outside> {
    let why = voice.why.as_deref()?;
    Some(Outside::short(why, VOICE))
}

/// Where a value comes from, in one line.
pub(crate) fn origin(origin: &Origin) -> Outside {
    Outside::short(&origin.to_string(), VOICE)
}

/// A value and where it comes from.
pub(crate) fn fact<T>(fact: &Fact<T>, word: impl Fn(&T) -> String) -> (Outside, Outside) {
    (Outside::line(&word(&fact.value)), origin(&fact.origin))
}

/// What a layer says about a field, as somebody would wish it.
pub(crate) fn said<T: Clone>(statement: Option<&Statement<T>>) -> Amend<T> {
    match statement.map(|statement| &statement.say) {
        None => Amend::Withdraw,
        Some(Say::Clear) => Amend::Clear,
        Some(Say::Set(value)) => Amend::Set(value.clone()),
    }
}
