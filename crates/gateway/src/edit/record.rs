//! Entries for the history of changes.

use candor_model::{
    CallCondition, CaseOpinion, ChangeAuthor, ChangeId, ChangeRecord, Environment, FieldOpinion,
    FieldValue, Opinion, OpinionField, ToolNotes,
};
use serde_json::{Map, Value, json};

use super::{EditError, text};
use crate::catalogue::case_json::condition_members;
use crate::clock::now_micros;

/// The maximum length of a reason, in characters.
const WHY_MAX: usize = 1_000;

/// Checks an author. A reason is shown to people and, through provenance, to models.
pub(super) fn check_author(author: &ChangeAuthor) -> Result<(), EditError> {
    match &author.why {
        Some(why) => text::check("`why`", why, WHY_MAX),
        None => Ok(()),
    }
}

/// The record of a change that is about to be made.
pub(super) fn record(
    author: &ChangeAuthor,
    action: &str,
    subject: impl Into<String>,
    old: Option<Value>,
    new: Option<Value>,
) -> ChangeRecord {
    ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: now_micros(),
        author: author.clone(),
        action: action.to_owned(),
        subject: subject.into(),
        old: old.map(|value| value.to_string()),
        new: new.map(|value| value.to_string()),
    }
}

/// An opinion with the keys and values that the file and the API use: `true`, `false`, `"unset"`.
/// Any text can be a title and any value a further member, so a cleared title is `{"unset": true}`,
/// and the keys of cleared members are listed in `extra_unset`.
pub fn opinion_json(opinion: &Opinion) -> Value {
    let mut fields = Map::new();
    let (mut extra, mut cleared) = (Map::new(), Vec::new());
    for field in opinion.fields() {
        let key = field.name().key().to_owned();
        let value = match field {
            FieldOpinion::Hint(_, said) => value(said, json!("unset"), |value| json!(value)),
            FieldOpinion::Title(said) => value(said, json!({"unset": true}), |text| json!(text)),
            FieldOpinion::Confirm(said) => {
                value(said, json!("unset"), |confirm| json!(confirm.as_str()))
            }
            FieldOpinion::Extra(_, said) => {
                match &said.value {
                    FieldValue::Set(json) => {
                        let value = serde_json::from_str(json.as_str()).unwrap_or_default();
                        extra.insert(key, value);
                    }
                    FieldValue::Clear => cleared.push(json!(key)),
                }
                continue;
            }
            FieldOpinion::Case(..) => continue,
        };
        fields.insert(key, value);
    }
    if !extra.is_empty() {
        fields.insert("extra".to_owned(), Value::Object(extra));
    }
    if !cleared.is_empty() {
        fields.insert("extra_unset".to_owned(), Value::Array(cleared));
    }
    if !opinion.cases.is_empty() {
        fields.insert(
            "when".to_owned(),
            opinion.cases.iter().map(case_json).collect(),
        );
    }
    Value::Object(fields)
}

/// The opinion about calls that meet a condition.
fn case_json((condition, case): (&CallCondition, &CaseOpinion)) -> Value {
    let mut members = condition_members(condition);
    for (hint, said) in case.iter() {
        let value = value(said, json!("unset"), |value| json!(value));
        members.insert(hint.key().to_owned(), value);
    }
    Value::Object(members)
}

/// The value that is set, or the placeholder for a cleared one.
fn value<T>(said: &OpinionField<T>, cleared: Value, set: impl Fn(&T) -> Value) -> Value {
    match &said.value {
        FieldValue::Set(value) => set(value),
        FieldValue::Clear => cleared,
    }
}

pub(super) fn environment_json(environment: &Environment) -> Value {
    json!({
        "description": environment.description,
        "profile": environment.profile.map(candor_model::HintProfile::as_str),
        "provenance": environment.provenance,
    })
}

/// Notes as they are shown in the history.
pub(super) fn notes_json(notes: &[ToolNotes]) -> Value {
    let entries = notes.iter().map(|entry| {
        let notes = entry.notes.iter();
        let notes = notes.map(|note| json!({"name": note.name().as_str(), "note": note.text()}));
        json!({"tool": entry.tool.to_string(), "notes": notes.collect::<Vec<_>>()})
    });
    entries.collect()
}

/// The opinion as JSON; `None` if it is empty.
pub(super) fn some_opinion(opinion: &Opinion) -> Option<Value> {
    (!opinion.is_empty()).then(|| opinion_json(opinion))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use candor_model::{ConfirmMode, FieldEdit, Hint, JsonText, OpinionEdit, Provenance};

    use super::*;

    #[test]
    fn what_was_cleared_is_told_from_every_value() {
        let text = |json: &str| FieldEdit::Set(JsonText::new(json));
        let mut amendment = OpinionEdit::default();
        amendment.title = Some(FieldEdit::Set("unset".into()));
        amendment.confirm = Some(FieldEdit::Set(ConfirmMode::Always));
        amendment.set_hint(Hint::ReadOnly, Some(FieldEdit::Set(false)));
        amendment.extra.insert("a".into(), text("\"unset\""));
        amendment
            .extra
            .insert("b".into(), text("{\"unset\": true}"));
        let provenance = Arc::new(Provenance::candor("a test"));
        let set = Opinion::default().amended(&amendment, &provenance);
        let expect = json!({
            "read_only": false, "title": "unset", "confirm": "always",
            "extra": {"a": "unset", "b": {"unset": true}},
        });
        assert_eq!(opinion_json(&set), expect);

        amendment.title = Some(FieldEdit::Clear);
        amendment.confirm = Some(FieldEdit::Clear);
        amendment.set_hint(Hint::ReadOnly, Some(FieldEdit::Clear));
        for key in ["a", "b"] {
            amendment.extra.insert(key.into(), FieldEdit::Clear);
        }
        let cleared = Opinion::default().amended(&amendment, &provenance);
        let expect = json!({
            "read_only": "unset", "title": {"unset": true}, "confirm": "unset",
            "extra_unset": ["a", "b"],
        });
        assert_eq!(opinion_json(&cleared), expect);
    }
}
