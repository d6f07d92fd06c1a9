//! What somebody wants a layer to say, as a form tells it.
//!
//! A form says of every field what the layer is to say: `true`, `false`, `unset` or `inherit`,
//! which is to say nothing. What it says already stays as it is, with whoever said it.

use candor_frame::Form;
use candor_model::{Amend, Amendment, Confirm, Hint, Opinion};

use crate::words::said;

/// What is said where a layer says nothing.
const INHERIT: &str = "inherit";
/// What is said where a layer says that there is no value.
const UNSET: &str = "unset";

/// Why a form cannot be understood.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unclear {
    /// Because of which field.
    pub(crate) field: &'static str,
    /// What is wrong with it.
    pub(crate) sentence: String,
}

/// What a form wants, field by field, and the first thing in it that cannot be understood. Fields
/// that it lacks are not mentioned.
pub(crate) fn read(form: &Form) -> (Amendment, Option<Unclear>) {
    let mut unclear = None;
    let mut wishes = Amendment::default();
    for hint in Hint::ALL {
        let word = form.get(hint.key());
        let wish = word.map(|word| hint_of(hint, &word)).transpose();
        wishes.set_hint(hint, settle(wish, &mut unclear));
    }
    wishes.title = settle(title(form), &mut unclear);
    let confirm = form.get("confirm");
    let confirm = confirm.map(|word| confirm_of(&word)).transpose();
    wishes.confirm = settle(confirm, &mut unclear);
    (wishes, unclear)
}

/// A wish that can be understood; the first that cannot is kept.
fn settle<T>(
    wish: Result<Option<Amend<T>>, Unclear>,
    unclear: &mut Option<Unclear>,
) -> Option<Amend<T>> {
    wish.unwrap_or_else(|found| {
        unclear.get_or_insert(found);
        None
    })
}

/// What the layer said when the page was drawn. Whatever cannot be read was nothing of ours, and
/// counts as not known.
pub(crate) fn read_before(form: &Form) -> Amendment {
    let mut before = Amendment::default();
    for hint in Hint::ALL {
        let word = form.get(&format!("was-{}", hint.key()));
        before.set_hint(hint, word.and_then(|word| hint_of(hint, &word).ok()));
    }
    before.title = form.get("was-title").and_then(|text| whole_title(&text));
    let confirm = form.get("was-confirm");
    before.confirm = confirm.and_then(|word| confirm_of(&word).ok());
    before
}

/// Everything that an opinion says, as somebody would wish it; further members apart.
pub(crate) fn of(opinion: &Opinion) -> Amendment {
    let mut wishes = Amendment::default();
    for hint in Hint::ALL {
        wishes.set_hint(hint, Some(said(opinion.hint(hint))));
    }
    wishes.title = Some(said(opinion.title.as_ref()));
    wishes.confirm = Some(said(opinion.confirm.as_ref()));
    wishes
}

/// The wish that one field, or all of them, say nothing any more.
pub(crate) fn reset(field: Option<&str>) -> Option<Amendment> {
    let mut wishes = Amendment::default();
    for hint in Hint::ALL {
        if field.is_none_or(|field| field == hint.key()) {
            wishes.set_hint(hint, Some(Amend::Withdraw));
        }
    }
    if field.is_none_or(|field| field == "title") {
        wishes.title = Some(Amend::Withdraw);
    }
    if field.is_none_or(|field| field == "confirm") {
        wishes.confirm = Some(Amend::Withdraw);
    }
    (!wishes.is_empty()).then_some(wishes)
}

/// The wishes that are not fulfilled yet.
pub(crate) fn open(wishes: &Amendment, now: &Opinion) -> Amendment {
    let mut open = wishes.clone();
    for hint in Hint::ALL {
        if wishes.hint(hint) == Some(&said(now.hint(hint))) {
            open.set_hint(hint, None);
        }
    }
    if open.title == Some(said(now.title.as_ref())) {
        open.title = None;
    }
    if open.confirm == Some(said(now.confirm.as_ref())) {
        open.confirm = None;
    }
    open
}

/// The word in a form for what is wished of a hint.
pub(crate) const fn hint_word(wish: &Amend<bool>) -> &'static str {
    match wish {
        Amend::Set(true) => "true",
        Amend::Set(false) => "false",
        Amend::Clear => UNSET,
        Amend::Withdraw => INHERIT,
    }
}

/// The word in a form for what is wished of `confirm`.
pub(crate) const fn confirm_word(wish: &Amend<Confirm>) -> &'static str {
    match wish {
        Amend::Set(confirm) => confirm.as_str(),
        Amend::Clear => UNSET,
        Amend::Withdraw => INHERIT,
    }
}

/// The title in one field of a form: `=` stands before one that is set.
pub(crate) fn title_word(wish: &Amend<Box<str>>) -> String {
    match wish {
        Amend::Set(title) => format!("={title}"),
        Amend::Clear => UNSET.to_owned(),
        Amend::Withdraw => INHERIT.to_owned(),
    }
}

fn hint_of(hint: Hint, word: &str) -> Result<Amend<bool>, Unclear> {
    match word {
        "true" => Ok(Amend::Set(true)),
        "false" => Ok(Amend::Set(false)),
        UNSET => Ok(Amend::Clear),
        INHERIT => Ok(Amend::Withdraw),
        other => Err(Unclear {
            field: hint.key(),
            sentence: format!(
                "`{}` is no value of `{}`: it takes `true`, `false`, `unset` or `inherit`",
                brief(other),
                hint.key()
            ),
        }),
    }
}

fn confirm_of(word: &str) -> Result<Amend<Confirm>, Unclear> {
    match (word, Confirm::parse(word)) {
        (UNSET, _) => Ok(Amend::Clear),
        (INHERIT, _) => Ok(Amend::Withdraw),
        (_, Some(confirm)) => Ok(Amend::Set(confirm)),
        (other, None) => Err(Unclear {
            field: "confirm",
            sentence: format!(
                "`{}` is no value of `confirm`: it takes `always`, `first`, `never`, `unset` or \
                 `inherit`",
                brief(other)
            ),
        }),
    }
}

/// A title is written into a field; an empty one is nothing said. That there is to be none is a
/// box to tick.
fn title(form: &Form) -> Result<Option<Amend<Box<str>>>, Unclear> {
    if let Some(whole) = form.get("title_whole") {
        return whole_title(&whole).map(Some).ok_or_else(|| Unclear {
            field: "title",
            sentence: format!("`{}` is no choice of a title", brief(&whole)),
        });
    }
    let none = form.get("title_unset").is_some();
    match form.get("title") {
        Some(title) if none => Err(Unclear {
            field: "title",
            sentence: format!(
                "the title `{}` is written down, and the box says that there is none; choose one \
                 of the two",
                brief(&title)
            ),
        }),
        Some(title) => Ok(Some(Amend::Set(title.trim().into()))),
        None if none => Ok(Some(Amend::Clear)),
        None => {
            let there = form.fields().any(|(name, _)| name == "title");
            Ok(there.then_some(Amend::Withdraw))
        }
    }
}

fn whole_title(text: &str) -> Option<Amend<Box<str>>> {
    match text {
        UNSET => Some(Amend::Clear),
        INHERIT => Some(Amend::Withdraw),
        text => text.strip_prefix('=').map(|title| Amend::Set(title.into())),
    }
}

fn brief(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use candor_model::Voice;

    use super::*;

    #[test]
    fn every_value_is_read_as_it_is_written() {
        for wish in [
            Amend::Set(true),
            Amend::Set(false),
            Amend::Clear,
            Amend::Withdraw,
        ] {
            let read = hint_of(Hint::ReadOnly, hint_word(&wish));
            assert_eq!(read, Ok(wish));
        }
        for title in ["unset", "inherit", "=", "Delete a book"] {
            let wish = Amend::Set(title.into());
            assert_eq!(whole_title(&title_word(&wish)), Some(wish));
        }
        for wish in [Amend::Set(Confirm::First), Amend::Clear, Amend::Withdraw] {
            assert_eq!(confirm_of(confirm_word(&wish)), Ok(wish));
        }
        assert_eq!(whole_title("bare"), None);
        assert!(hint_of(Hint::ReadOnly, "maybe").is_err());
        assert!(confirm_of("").is_err());
    }

    #[test]
    fn what_is_said_already_is_no_wish() {
        let voice = Arc::new(Voice::candor("a test"));
        let mut wishes = Amendment::default();
        wishes.set_hint(Hint::ReadOnly, Some(Amend::Set(true)));
        wishes.set_hint(Hint::OpenWorld, Some(Amend::Withdraw));
        wishes.title = Some(Amend::Clear);
        let now = Opinion::default().amended(&wishes, &voice);
        assert!(open(&wishes, &now).is_empty());
        assert!(open(&of(&now), &now).is_empty());
        wishes.set_hint(Hint::ReadOnly, Some(Amend::Clear));
        let left = open(&wishes, &now);
        assert_eq!(left.hint(Hint::ReadOnly), Some(&Amend::Clear));
        assert_eq!((left.hint(Hint::OpenWorld), &left.title), (None, &None));
    }

    #[test]
    fn one_field_is_reset_or_all() {
        assert!(reset(Some("elsewhere")).is_none());
        let one = reset(Some("idempotent")).expect("a wish");
        assert_eq!(one.hint(Hint::Idempotent), Some(&Amend::Withdraw));
        assert_eq!(one.hint(Hint::ReadOnly), None);
        let all = reset(None).expect("wishes");
        assert_eq!(all.title, Some(Amend::Withdraw));
    }
}
