//! What goes into the history of changes.

use candor_model::{
    Author, ChangeId, ChangeRecord, Environment, Hint, JsonText, Opinion, Say, Statement, ToolNotes,
};
use serde_json::{Map, Value, json};

use super::{DeskError, text};
use crate::clock::now_micros;

/// The longest reason, in characters.
const WHY_MAX: usize = 1_000;

/// Whether an author may act. A reason is shown to people and, through provenance, to models.
pub(super) fn check_author(author: &Author) -> Result<(), DeskError> {
    match &author.why {
        Some(why) => text::check("`why`", why, WHY_MAX),
        None => Ok(()),
    }
}

/// A record of a change that is about to be made.
pub(super) fn record(
    author: &Author,
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

/// What an opinion says, in the words of the file and the API: `true`, `false`, `"unset"`. Any
/// text can be a title and any value a further member, so a title that was cleared is
/// `{"unset": true}`, and the keys of cleared members are listed in `extra_unset`.
pub fn opinion_json(opinion: &Opinion) -> Value {
    let mut fields = Map::new();
    for hint in Hint::ALL {
        if let Some(statement) = opinion.hint(hint) {
            let said = said(statement, |value| json!(value));
            fields.insert(
                hint.key().to_owned(),
                said.unwrap_or_else(|| json!("unset")),
            );
        }
    }
    if let Some(title) = &opinion.title {
        let said = said(title, |value| json!(value));
        fields.insert(
            "title".to_owned(),
            said.unwrap_or_else(|| json!({"unset": true})),
        );
    }
    if let Some(confirm) = &opinion.confirm {
        let said = said(confirm, |value| json!(value.as_str()));
        fields.insert("confirm".to_owned(), said.unwrap_or_else(|| json!("unset")));
    }
    let (mut extra, mut cleared) = (Map::new(), Vec::new());
    for (key, statement) in &opinion.extra {
        let read = |json: &JsonText| serde_json::from_str(json.as_str()).unwrap_or_default();
        match said(statement, read) {
            Some(value) => _ = extra.insert(key.to_string(), value),
            None => cleared.push(json!(key)),
        }
    }
    if !extra.is_empty() {
        fields.insert("extra".to_owned(), Value::Object(extra));
    }
    if !cleared.is_empty() {
        fields.insert("extra_unset".to_owned(), Value::Array(cleared));
    }
    Value::Object(fields)
}

/// The value that somebody gave, or nothing if they say that there is none.
fn said<T>(statement: &Statement<T>, value: impl Fn(&T) -> Value) -> Option<Value> {
    match &statement.say {
        Say::Set(set) => Some(value(set)),
        Say::Clear => None,
    }
}

pub(super) fn environment_json(environment: &Environment) -> Value {
    json!({
        "description": environment.description,
        "profile": environment.profile.map(candor_model::Profile::as_str),
        "provenance": environment.provenance,
    })
}

/// What the history says about notes.
pub(super) fn notes_json(notes: &[ToolNotes]) -> Value {
    let entries = notes.iter().map(|entry| {
        let notes = entry.notes.iter();
        let notes = notes.map(|note| json!({"name": note.name().as_str(), "note": note.text()}));
        json!({"tool": entry.tool.to_string(), "notes": notes.collect::<Vec<_>>()})
    });
    entries.collect()
}

/// Nothing, where an opinion says nothing.
pub(super) fn some_opinion(opinion: &Opinion) -> Option<Value> {
    (!opinion.is_empty()).then(|| opinion_json(opinion))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use candor_model::{Amend, Amendment, Confirm, Voice};

    use super::*;

    #[test]
    fn what_was_cleared_is_told_from_every_value() {
        let text = |json: &str| Amend::Set(JsonText::new(json));
        let mut amendment = Amendment::default();
        amendment.title = Some(Amend::Set("unset".into()));
        amendment.confirm = Some(Amend::Set(Confirm::Always));
        amendment.set_hint(Hint::ReadOnly, Some(Amend::Set(false)));
        amendment.extra.insert("a".into(), text("\"unset\""));
        amendment
            .extra
            .insert("b".into(), text("{\"unset\": true}"));
        let voice = Arc::new(Voice::candor("a test"));
        let set = Opinion::default().amended(&amendment, &voice);
        let expect = json!({
            "read_only": false, "title": "unset", "confirm": "always",
            "extra": {"a": "unset", "b": {"unset": true}},
        });
        assert_eq!(opinion_json(&set), expect);

        amendment.title = Some(Amend::Clear);
        amendment.confirm = Some(Amend::Clear);
        amendment.set_hint(Hint::ReadOnly, Some(Amend::Clear));
        for key in ["a", "b"] {
            amendment.extra.insert(key.into(), Amend::Clear);
        }
        let cleared = Opinion::default().amended(&amendment, &voice);
        let expect = json!({
            "read_only": "unset", "title": {"unset": true}, "confirm": "unset",
            "extra_unset": ["a", "b"],
        });
        assert_eq!(opinion_json(&cleared), expect);
    }
}
