//! Undoing a change with a new change.
//!
//! Only the fields of the change are restored, and only if they were not changed again since.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm};
use candor_gateway::edit::opinion_json;
use candor_model::{ChangeRecord, ConfirmMode, FieldEdit, Hint, JsonText, Opinion, OpinionEdit};
use http::StatusCode;
use serde_json::Value;

use crate::history;
use crate::tool_submission::ToolSubmission;

/// How many changes of the same tool and scope are searched.
const BACK: usize = 200;

/// The prefix of the keys of other annotations.
const EXTRA: &str = "extra.";

/// Values by field.
pub(crate) type FieldHistory = BTreeMap<String, FieldStatement>;

/// The value of a field in the history.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FieldStatement {
    Set(Value),
    Cleared,
}

/// `POST /tools/{name}/undo`: undoes an edit of the history.
pub(crate) async fn undo(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let sent = ToolSubmission::read(&pages, &name, &user, ("undo", &form))?;
    let (tool, place) = (&sent.tool, &sent.place);
    let key = place.key(tool.about());
    let wanted = form.get("change").unwrap_or_default();
    let changes = history::changes(&pages.gateway, &key, BACK).await?;
    let found = changes
        .iter()
        .find(|change| change.id.to_string() == wanted);
    let Some(change) = found.filter(|_| tool.is_single()) else {
        let wanted = brief(&wanted);
        let sentence = format!("there is no change `{wanted}` of this tool, or it is too old");
        return sent.refuse(StatusCode::NOT_FOUND, &sentence).await;
    };
    let editor = sent.editor();
    let entry = editor.opinion(&key).await;
    let entry = entry.map_err(|error| tool.refused(&error))?;
    let amendment = match plan(change, &entry.opinion) {
        Ok(amendment) => amendment,
        Err(sentence) => return sent.refuse(StatusCode::CONFLICT, &sentence).await,
    };
    let why = form.get("why").unwrap_or_else(|| reason(change));
    let author = user.author(Some(why));
    let amended = editor.amend(&author, &key, &amendment, entry.version).await;
    sent.finish(amended, "undone").await
}

/// Whether a change is one of annotations.
pub(crate) fn is_opinion(action: &str) -> bool {
    matches!(
        action,
        "annotations.amend" | "annotations.accept" | "annotations.apply"
    )
}

/// The edit that undoes a change, or why that is not possible.
pub(crate) fn plan(change: &ChangeRecord, now: &Opinion) -> Result<OpinionEdit, String> {
    if !is_opinion(&change.action) {
        return Err("only changes of annotations can be undone".to_owned());
    }
    let (Some(old), Some(new)) = (fields(change.old.as_deref()), fields(change.new.as_deref()))
    else {
        return Err("its old values were not saved".to_owned());
    };
    let now = flat(opinion_json(now)).unwrap_or_default();
    let mut amendment = OpinionEdit::default();
    for key in old.keys().chain(new.keys()) {
        let (before, after) = (old.get(key), new.get(key));
        if before == after {
            continue;
        }
        if now.get(key) != after {
            let key: String = key.chars().take(100).collect();
            return Err(format!("`{key}` was changed again since"));
        }
        put(&mut amendment, key, before)?;
    }
    if amendment.is_empty() {
        return Err("it changed nothing".to_owned());
    }
    Ok(amendment)
}

/// The fields of an opinion in the history, with other annotations under `extra.`. None if it was
/// too long to be saved.
pub(crate) fn fields(text: Option<&str>) -> Option<FieldHistory> {
    let Some(text) = text else {
        return Some(FieldHistory::new());
    };
    flat(serde_json::from_str(text).ok()?)
}

fn flat(value: Value) -> Option<FieldHistory> {
    let Value::Object(written) = value else {
        return None;
    };
    let mut fields = FieldHistory::new();
    for (key, value) in written {
        match (&*key, value) {
            ("extra", Value::Object(extra)) => {
                let extra = extra.into_iter();
                fields.extend(
                    extra.map(|(key, value)| (format!("{EXTRA}{key}"), FieldStatement::Set(value))),
                );
            }
            ("extra_unset", Value::Array(keys)) => {
                let keys = keys.iter().filter_map(Value::as_str);
                fields.extend(keys.map(|key| (format!("{EXTRA}{key}"), FieldStatement::Cleared)));
            }
            // A title can be any text.
            ("title", Value::Object(_)) => _ = fields.insert(key, FieldStatement::Cleared),
            ("title", value) => _ = fields.insert(key, FieldStatement::Set(value)),
            // No other field has this value.
            (_, Value::String(word)) if word == "unset" => {
                _ = fields.insert(key, FieldStatement::Cleared);
            }
            (_, value) => _ = fields.insert(key, FieldStatement::Set(value)),
        }
    }
    Some(fields)
}

/// Restores a field.
fn put(
    amendment: &mut OpinionEdit,
    key: &str,
    before: Option<&FieldStatement>,
) -> Result<(), String> {
    let odd = || {
        let key: String = key.chars().take(100).collect();
        format!("the old value of `{key}` is invalid")
    };
    if let Some(hint) = Hint::ALL.into_iter().find(|hint| hint.key() == key) {
        let edit = edit(before, Value::as_bool).ok_or_else(odd)?;
        amendment.set_hint(hint, Some(edit));
    } else if key == "title" {
        let title = |value: &Value| value.as_str().map(Into::into);
        amendment.title = Some(edit(before, title).ok_or_else(odd)?);
    } else if key == "confirm" {
        let confirm = |value: &Value| value.as_str().and_then(ConfirmMode::parse);
        amendment.confirm = Some(edit(before, confirm).ok_or_else(odd)?);
    } else if let Some(key) = key.strip_prefix(EXTRA) {
        let json = |value: &Value| Some(JsonText::new(value.to_string()));
        let edit = edit(before, json).ok_or_else(odd)?;
        amendment.extra.insert(key.into(), edit);
    } else {
        return Err(odd());
    }
    Ok(())
}

fn edit<T>(
    before: Option<&FieldStatement>,
    read: impl Fn(&Value) -> Option<T>,
) -> Option<FieldEdit<T>> {
    match before {
        None => Some(FieldEdit::Withdraw),
        Some(FieldStatement::Cleared) => Some(FieldEdit::Clear),
        Some(FieldStatement::Set(value)) => read(value).map(FieldEdit::Set),
    }
}

/// The default reason.
fn reason(change: &ChangeRecord) -> String {
    let who: String = change.author.name.chars().take(100).collect();
    format!("undoes a change by {who}")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use candor_model::{ChangeAuthor, ChangeChannel, ChangeId, Provenance};

    use super::*;

    fn change(action: &str, old: Option<&str>, new: Option<&str>) -> ChangeRecord {
        ChangeRecord {
            id: ChangeId::fresh(),
            at_micros: 0,
            author: ChangeAuthor {
                name: "ann".to_owned(),
                channel: ChangeChannel::Page,
                why: None,
            },
            action: action.to_owned(),
            subject: "shop.x".to_owned(),
            old: old.map(str::to_owned),
            new: new.map(str::to_owned),
        }
    }

    fn says(read_only: FieldEdit<bool>, title: &str) -> Opinion {
        let mut amendment = OpinionEdit::default();
        amendment.set_hint(Hint::ReadOnly, Some(read_only));
        amendment.title = Some(FieldEdit::Set(title.into()));
        Opinion::default().amended(&amendment, &Arc::new(Provenance::candor("a test")))
    }

    #[test]
    fn what_a_change_touched_is_put_back() {
        let now = says(FieldEdit::Set(true), "T");
        let made = plan(
            &change("annotations.amend", None, Some(r#"{"read_only": true}"#)),
            &now,
        );
        assert_eq!(
            made.expect("a plan").hint(Hint::ReadOnly),
            Some(&FieldEdit::Withdraw)
        );
        let old = r#"{"read_only": "unset", "extra": {"x": [1]}, "title": "T"}"#;
        let new = r#"{"read_only": true, "title": "T"}"#;
        let made = plan(&change("annotations.accept", Some(old), Some(new)), &now);
        let made = made.expect("a plan");
        assert_eq!(made.hint(Hint::ReadOnly), Some(&FieldEdit::Clear));
        assert_eq!(
            made.extra.get("x"),
            Some(&FieldEdit::Set(JsonText::new("[1]")))
        );
        assert_eq!(made.title, None);
    }

    #[test]
    fn a_title_that_reads_like_a_cleared_one_is_put_back_as_it_was() {
        let now = says(FieldEdit::Set(true), "T");
        let new = r#"{"title": "T", "extra": {"gone": 1}}"#;
        for (old, title, extra) in [
            (
                r#"{"title": "unset", "extra": {"x": "unset", "gone": 1}}"#,
                FieldEdit::Set("unset".into()),
                FieldEdit::Set(JsonText::new("\"unset\"")),
            ),
            (
                r#"{"title": {"unset": true}, "extra": {"gone": 1}, "extra_unset": ["x"]}"#,
                FieldEdit::Clear,
                FieldEdit::Clear,
            ),
            (
                r#"{"title": "", "extra": {"x": {"unset": true}, "gone": 1}}"#,
                FieldEdit::Set("".into()),
                FieldEdit::Set(JsonText::new(r#"{"unset":true}"#)),
            ),
        ] {
            let made = plan(&change("annotations.amend", Some(old), Some(new)), &now);
            let made = made.expect("a plan");
            assert_eq!(made.title, Some(title), "{old}");
            assert_eq!(made.extra.get("x"), Some(&extra), "{old}");
        }
    }

    #[test]
    fn what_cannot_be_put_back_is_said() {
        let now = says(FieldEdit::Set(false), "T");
        for (action, old, new, expect) in [
            (
                "drift.accept",
                None,
                Some("{}"),
                "only changes of annotations can be undone",
            ),
            (
                "annotations.amend",
                None,
                Some(r#"{"read_only": true}"#),
                "`read_only` was changed again since",
            ),
            (
                "annotations.amend",
                Some(r#"{"title": "T", "read_only": false}"#),
                None,
                "`read_only` was changed again since",
            ),
            (
                "annotations.amend",
                Some(r#""not kept: 9 bytes""#),
                Some("{}"),
                "its old values were not saved",
            ),
            (
                "annotations.amend",
                Some("{}"),
                Some("{}"),
                "it changed nothing",
            ),
            (
                "annotations.amend",
                Some(r#"{"read_only": 7}"#),
                Some(r#"{"read_only": false}"#),
                "the old value of `read_only` is invalid",
            ),
        ] {
            assert_eq!(
                plan(&change(action, old, new), &now),
                Err(expect.to_owned())
            );
        }
    }
}
