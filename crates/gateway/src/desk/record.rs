//! What goes into the history of changes.

use candor_model::{
    Author, ChangeId, ChangeRecord, Environment, Hint, Opinion, Say, Statement, ToolNotes,
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

/// What an opinion says, in the words of the file and the API: `true`, `false`, `"unset"`.
pub fn opinion_json(opinion: &Opinion) -> Value {
    let mut fields = Map::new();
    for hint in Hint::ALL {
        if let Some(statement) = opinion.hint(hint) {
            fields.insert(hint.key().to_owned(), said(statement, |value| json!(value)));
        }
    }
    if let Some(title) = &opinion.title {
        fields.insert("title".to_owned(), said(title, |value| json!(value)));
    }
    if let Some(confirm) = &opinion.confirm {
        fields.insert(
            "confirm".to_owned(),
            said(confirm, |value| json!(value.as_str())),
        );
    }
    if !opinion.extra.is_empty() {
        let extra: Map<_, _> = opinion
            .extra
            .iter()
            .map(|(key, statement)| {
                let value = said(statement, |json| {
                    serde_json::from_str(json.as_str()).unwrap_or_default()
                });
                (key.to_string(), value)
            })
            .collect();
        fields.insert("extra".to_owned(), Value::Object(extra));
    }
    Value::Object(fields)
}

fn said<T>(statement: &Statement<T>, value: impl Fn(&T) -> Value) -> Value {
    match &statement.say {
        Say::Set(set) => value(set),
        Say::Clear => json!("unset"),
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
