//! The edits of a layer that the annotation form submits.
//!
//! The form has a value for every field: `true`, `false`, `unset` or `inherit`, which removes the
//! layer's value. A value that does not change keeps its author.

use candor_dashboard_kit::SubmittedForm;
use candor_dashboard_kit::wording::brief;
use candor_model::{ConfirmMode, FieldEdit, Hint, Opinion, OpinionEdit};

use crate::wording::said;

/// The form value of a field without a value.
const INHERIT: &str = "inherit";
/// The form value of a field that is cleared.
const UNSET: &str = "unset";

/// An invalid field of a form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FormFieldError {
    /// The name of the field.
    pub(crate) field: &'static str,
    /// What is wrong.
    pub(crate) sentence: String,
}

/// The edits of a form, and its first invalid field. Missing fields are left alone.
pub(crate) fn read(form: &SubmittedForm) -> (OpinionEdit, Option<FormFieldError>) {
    let mut invalid = None;
    let mut edits = OpinionEdit::default();
    for hint in Hint::ALL {
        let word = form.get(hint.key());
        let edit = word.map(|word| hint_of(hint, &word)).transpose();
        edits.set_hint(hint, settle(edit, &mut invalid));
    }
    edits.title = settle(title(form), &mut invalid);
    let confirm = form.get("confirm");
    let confirm = confirm.map(|word| confirm_of(&word)).transpose();
    edits.confirm = settle(confirm, &mut invalid);
    (edits, invalid)
}

/// The edit of a valid field; the first error is kept.
fn settle<T>(
    edit: Result<Option<FieldEdit<T>>, FormFieldError>,
    invalid: &mut Option<FormFieldError>,
) -> Option<FieldEdit<T>> {
    edit.unwrap_or_else(|found| {
        invalid.get_or_insert(found);
        None
    })
}

/// The values of the layer when the page was rendered. Invalid ones count as unknown.
pub(crate) fn read_before(form: &SubmittedForm) -> OpinionEdit {
    let mut before = OpinionEdit::default();
    for hint in Hint::ALL {
        let word = form.get(&format!("was-{}", hint.key()));
        before.set_hint(hint, word.and_then(|word| hint_of(hint, &word).ok()));
    }
    before.title = form.get("was-title").and_then(|text| whole_title(&text));
    let confirm = form.get("was-confirm");
    before.confirm = confirm.and_then(|word| confirm_of(&word).ok());
    before
}

/// The edits that would set all fields to what an opinion says, except for other annotations.
pub(crate) fn of(opinion: &Opinion) -> OpinionEdit {
    let mut edits = OpinionEdit::default();
    for hint in Hint::ALL {
        edits.set_hint(hint, Some(said(opinion.hint(hint))));
    }
    edits.title = Some(said(opinion.title.as_ref()));
    edits.confirm = Some(said(opinion.confirm.as_ref()));
    edits
}

/// The edit that resets one field, or all of them.
pub(crate) fn reset(field: Option<&str>) -> Option<OpinionEdit> {
    let mut edits = OpinionEdit::default();
    for hint in Hint::ALL {
        if field.is_none_or(|field| field == hint.key()) {
            edits.set_hint(hint, Some(FieldEdit::Withdraw));
        }
    }
    if field.is_none_or(|field| field == "title") {
        edits.title = Some(FieldEdit::Withdraw);
    }
    if field.is_none_or(|field| field == "confirm") {
        edits.confirm = Some(FieldEdit::Withdraw);
    }
    (!edits.is_empty()).then_some(edits)
}

/// The edits that change something.
pub(crate) fn open(edits: &OpinionEdit, now: &Opinion) -> OpinionEdit {
    let mut open = edits.clone();
    for hint in Hint::ALL {
        if edits.hint(hint) == Some(&said(now.hint(hint))) {
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

/// The form value of a hint.
pub(crate) const fn hint_word(edit: &FieldEdit<bool>) -> &'static str {
    match edit {
        FieldEdit::Set(true) => "true",
        FieldEdit::Set(false) => "false",
        FieldEdit::Clear => UNSET,
        FieldEdit::Withdraw => INHERIT,
    }
}

/// The form value of the confirmation.
pub(crate) const fn confirm_word(edit: &FieldEdit<ConfirmMode>) -> &'static str {
    match edit {
        FieldEdit::Set(confirm) => confirm.as_str(),
        FieldEdit::Clear => UNSET,
        FieldEdit::Withdraw => INHERIT,
    }
}

/// The form value of the title: `=` and the title, or a keyword.
pub(crate) fn title_word(edit: &FieldEdit<Box<str>>) -> String {
    match edit {
        FieldEdit::Set(title) => format!("={title}"),
        FieldEdit::Clear => UNSET.to_owned(),
        FieldEdit::Withdraw => INHERIT.to_owned(),
    }
}

fn hint_of(hint: Hint, word: &str) -> Result<FieldEdit<bool>, FormFieldError> {
    match word {
        "true" => Ok(FieldEdit::Set(true)),
        "false" => Ok(FieldEdit::Set(false)),
        UNSET => Ok(FieldEdit::Clear),
        INHERIT => Ok(FieldEdit::Withdraw),
        other => Err(FormFieldError {
            field: hint.key(),
            sentence: format!(
                "`{}` is not a value of `{}`; use `true`, `false`, `unset` or `inherit`",
                brief(other),
                hint.key()
            ),
        }),
    }
}

fn confirm_of(word: &str) -> Result<FieldEdit<ConfirmMode>, FormFieldError> {
    match (word, ConfirmMode::parse(word)) {
        (UNSET, _) => Ok(FieldEdit::Clear),
        (INHERIT, _) => Ok(FieldEdit::Withdraw),
        (_, Some(confirm)) => Ok(FieldEdit::Set(confirm)),
        (other, None) => Err(FormFieldError {
            field: "confirm",
            sentence: format!(
                "`{}` is not a value of `confirm`; use `always`, `first`, `never`, `unset` or `inherit`",
                brief(other)
            ),
        }),
    }
}

/// A title is typed into a field, where empty means inherit; "no title" is a checkbox.
fn title(form: &SubmittedForm) -> Result<Option<FieldEdit<Box<str>>>, FormFieldError> {
    if let Some(whole) = form.get("title_whole") {
        return whole_title(&whole).map(Some).ok_or_else(|| FormFieldError {
            field: "title",
            sentence: format!("`{}` is not a valid title choice", brief(&whole)),
        });
    }
    let none = form.get("title_unset").is_some();
    match form.get("title") {
        Some(title) if none => Err(FormFieldError {
            field: "title",
            sentence: format!(
                "a title (`{}`) is given and \"No title\" is checked; choose one of the two",
                brief(&title)
            ),
        }),
        Some(title) => Ok(Some(FieldEdit::Set(title.trim().into()))),
        None if none => Ok(Some(FieldEdit::Clear)),
        None => {
            let there = form.fields().any(|(name, _)| name == "title");
            Ok(there.then_some(FieldEdit::Withdraw))
        }
    }
}

fn whole_title(text: &str) -> Option<FieldEdit<Box<str>>> {
    match text {
        UNSET => Some(FieldEdit::Clear),
        INHERIT => Some(FieldEdit::Withdraw),
        text => text
            .strip_prefix('=')
            .map(|title| FieldEdit::Set(title.into())),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use candor_model::Provenance;

    use super::*;

    #[test]
    fn form_values_round_trip() {
        for edit in [
            FieldEdit::Set(true),
            FieldEdit::Set(false),
            FieldEdit::Clear,
            FieldEdit::Withdraw,
        ] {
            let read = hint_of(Hint::ReadOnly, hint_word(&edit));
            assert_eq!(read, Ok(edit));
        }
        for title in ["unset", "inherit", "=", "Delete a book"] {
            let edit = FieldEdit::Set(title.into());
            assert_eq!(whole_title(&title_word(&edit)), Some(edit));
        }
        for edit in [
            FieldEdit::Set(ConfirmMode::First),
            FieldEdit::Clear,
            FieldEdit::Withdraw,
        ] {
            assert_eq!(confirm_of(confirm_word(&edit)), Ok(edit));
        }
        assert_eq!(whole_title("bare"), None);
        assert!(hint_of(Hint::ReadOnly, "maybe").is_err());
        assert!(confirm_of("").is_err());
    }

    #[test]
    fn unchanged_values_are_no_edits() {
        let provenance = Arc::new(Provenance::candor("a test"));
        let mut edits = OpinionEdit::default();
        edits.set_hint(Hint::ReadOnly, Some(FieldEdit::Set(true)));
        edits.set_hint(Hint::OpenWorld, Some(FieldEdit::Withdraw));
        edits.title = Some(FieldEdit::Clear);
        let now = Opinion::default().amended(&edits, &provenance);
        assert!(open(&edits, &now).is_empty());
        assert!(open(&of(&now), &now).is_empty());
        edits.set_hint(Hint::ReadOnly, Some(FieldEdit::Clear));
        let left = open(&edits, &now);
        assert_eq!(left.hint(Hint::ReadOnly), Some(&FieldEdit::Clear));
        assert_eq!((left.hint(Hint::OpenWorld), &left.title), (None, &None));
    }

    #[test]
    fn one_field_is_reset_or_all() {
        assert!(reset(Some("elsewhere")).is_none());
        let one = reset(Some("idempotent")).expect("a edit");
        assert_eq!(one.hint(Hint::Idempotent), Some(&FieldEdit::Withdraw));
        assert_eq!(one.hint(Hint::ReadOnly), None);
        let all = reset(None).expect("edits");
        assert_eq!(all.title, Some(FieldEdit::Withdraw));
    }
}
