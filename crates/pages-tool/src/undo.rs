//! Putting back what a change replaced, as a change of its own.
//!
//! Only the fields that the change touched are put back, and only as long as nobody has touched
//! them since: what others said later is theirs.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Segment, Visitor, Wrong, see};
use candor_gateway::DeskError;
use candor_gateway::desk::opinion_json;
use candor_model::{Amend, Amendment, ChangeRecord, Confirm, Hint, JsonText, Opinion, Role};
use http::StatusCode;
use serde_json::Value;

use crate::named::Named;
use crate::place::Place;
use crate::sent::Sent;
use crate::{history, show};

/// How far back a change may lie, in changes of the same thing.
const BACK: usize = 200;

/// What stands before the keys of further members.
const EXTRA: &str = "extra.";

/// What was said, by field.
pub(crate) type Fields = BTreeMap<String, Said>;

/// What was said of one field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Said {
    /// That it is this.
    Set(Value),
    /// That it has no value.
    Cleared,
}

/// `POST /tools/{name}/undo`
pub(crate) async fn undo(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let tool = Named::read(&name)?;
    tool.check(&visitor, "undo", &form)?;
    visitor.needs(Role::Editor, &tool.path)?;
    let place = Place::of_form(&form)?;
    let refuse = |status, sentence: String| {
        let sent = Sent {
            problem: Some(format!("Nothing was undone: {sentence}.")),
            ..Sent::default()
        };
        show::draw(&pages, &visitor, (&tool, &place), (status, sent), None)
    };
    let key = place.key(tool.about());
    let wanted = form.get("change").unwrap_or_default();
    let changes = history::changes(&pages.gateway, &key, BACK).await?;
    let found = changes
        .iter()
        .find(|change| change.id.to_string() == wanted);
    let Some(change) = found.filter(|_| tool.is_single()) else {
        let wanted: String = wanted.chars().take(60).collect();
        let sentence = format!("there is no change `{wanted}` of this tool, or it is too old");
        return refuse(StatusCode::NOT_FOUND, sentence).await;
    };
    let desk = pages.gateway.desk();
    let entry = desk.opinion(&key).await;
    let entry = entry.map_err(|error| tool.refused(&error))?;
    let amendment = match plan(change, &entry.opinion) {
        Ok(amendment) => amendment,
        Err(sentence) => return refuse(StatusCode::CONFLICT, sentence).await,
    };
    let why = form.get("why").unwrap_or_else(|| reason(change));
    let author = visitor.author(Some(why));
    let amended = desk.amend(&author, &key, &amendment, entry.version).await;
    match amended {
        Ok(_) => Ok(see(&place.after(&tool.path, "undone"))),
        Err(error @ DeskError::Stale { .. }) => {
            refuse(StatusCode::CONFLICT, error.to_string()).await
        }
        Err(error @ (DeskError::Invalid(_) | DeskError::Declared { .. })) => {
            refuse(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()).await
        }
        Err(error) => Err(tool.refused(&error)),
    }
}

/// Whether a change is one of what is said about tools.
pub(crate) fn is_opinion(action: &str) -> bool {
    matches!(
        action,
        "annotations.amend" | "annotations.accept" | "annotations.apply"
    )
}

/// What has to be said so that a change is undone, or why that is not possible.
pub(crate) fn plan(change: &ChangeRecord, now: &Opinion) -> Result<Amendment, String> {
    if !is_opinion(&change.action) {
        return Err("only changes of annotations can be undone".to_owned());
    }
    let (Some(old), Some(new)) = (fields(change.old.as_deref()), fields(change.new.as_deref()))
    else {
        return Err("what it changed is not kept".to_owned());
    };
    let now = flat(opinion_json(now)).unwrap_or_default();
    let mut amendment = Amendment::default();
    for key in old.keys().chain(new.keys()) {
        let (before, after) = (old.get(key), new.get(key));
        if before == after {
            continue;
        }
        if now.get(key) != after {
            let key: String = key.chars().take(100).collect();
            return Err(format!("`{key}` has been changed again since"));
        }
        put(&mut amendment, key, before)?;
    }
    if amendment.is_empty() {
        return Err("it changed nothing".to_owned());
    }
    Ok(amendment)
}

/// What an opinion said, as the history keeps it, with further members under `extra.`. Nothing
/// where it was too long to be kept.
pub(crate) fn fields(text: Option<&str>) -> Option<Fields> {
    let Some(text) = text else {
        return Some(Fields::new());
    };
    flat(serde_json::from_str(text).ok()?)
}

fn flat(value: Value) -> Option<Fields> {
    let Value::Object(written) = value else {
        return None;
    };
    let mut fields = Fields::new();
    for (key, value) in written {
        match (&*key, value) {
            ("extra", Value::Object(extra)) => {
                let extra = extra.into_iter();
                fields
                    .extend(extra.map(|(key, value)| (format!("{EXTRA}{key}"), Said::Set(value))));
            }
            ("extra_unset", Value::Array(keys)) => {
                let keys = keys.iter().filter_map(Value::as_str);
                fields.extend(keys.map(|key| (format!("{EXTRA}{key}"), Said::Cleared)));
            }
            // Any text can be a title.
            ("title", Value::Object(_)) => _ = fields.insert(key, Said::Cleared),
            ("title", value) => _ = fields.insert(key, Said::Set(value)),
            // No other field has this as a value.
            (_, Value::String(word)) if word == "unset" => _ = fields.insert(key, Said::Cleared),
            (_, value) => _ = fields.insert(key, Said::Set(value)),
        }
    }
    Some(fields)
}

/// Says what was said before.
fn put(amendment: &mut Amendment, key: &str, before: Option<&Said>) -> Result<(), String> {
    let odd = || {
        let key: String = key.chars().take(100).collect();
        format!("what `{key}` was cannot be read")
    };
    if let Some(hint) = Hint::ALL.into_iter().find(|hint| hint.key() == key) {
        let wish = wish(before, Value::as_bool).ok_or_else(odd)?;
        amendment.set_hint(hint, Some(wish));
    } else if key == "title" {
        let title = |value: &Value| value.as_str().map(Into::into);
        amendment.title = Some(wish(before, title).ok_or_else(odd)?);
    } else if key == "confirm" {
        let confirm = |value: &Value| value.as_str().and_then(Confirm::parse);
        amendment.confirm = Some(wish(before, confirm).ok_or_else(odd)?);
    } else if let Some(key) = key.strip_prefix(EXTRA) {
        let json = |value: &Value| Some(JsonText::new(value.to_string()));
        let wish = wish(before, json).ok_or_else(odd)?;
        amendment.extra.insert(key.into(), wish);
    } else {
        return Err(odd());
    }
    Ok(())
}

fn wish<T>(before: Option<&Said>, read: impl Fn(&Value) -> Option<T>) -> Option<Amend<T>> {
    match before {
        None => Some(Amend::Withdraw),
        Some(Said::Cleared) => Some(Amend::Clear),
        Some(Said::Set(value)) => read(value).map(Amend::Set),
    }
}

/// The reason that is written down where nobody gave one.
fn reason(change: &ChangeRecord) -> String {
    let who: String = change.author.name.chars().take(100).collect();
    format!("undoes a change by {who}")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use candor_model::{Author, ChangeId, Door, Voice};

    use super::*;

    fn change(action: &str, old: Option<&str>, new: Option<&str>) -> ChangeRecord {
        ChangeRecord {
            id: ChangeId::fresh(),
            at_micros: 0,
            author: Author {
                name: "ann".to_owned(),
                door: Door::Page,
                why: None,
            },
            action: action.to_owned(),
            subject: "shop.x".to_owned(),
            old: old.map(str::to_owned),
            new: new.map(str::to_owned),
        }
    }

    fn says(read_only: Amend<bool>, title: &str) -> Opinion {
        let mut amendment = Amendment::default();
        amendment.set_hint(Hint::ReadOnly, Some(read_only));
        amendment.title = Some(Amend::Set(title.into()));
        Opinion::default().amended(&amendment, &Arc::new(Voice::candor("a test")))
    }

    #[test]
    fn what_a_change_touched_is_put_back() {
        let now = says(Amend::Set(true), "T");
        let made = plan(
            &change("annotations.amend", None, Some(r#"{"read_only": true}"#)),
            &now,
        );
        assert_eq!(
            made.expect("a plan").hint(Hint::ReadOnly),
            Some(&Amend::Withdraw)
        );
        let old = r#"{"read_only": "unset", "extra": {"x": [1]}, "title": "T"}"#;
        let new = r#"{"read_only": true, "title": "T"}"#;
        let made = plan(&change("annotations.accept", Some(old), Some(new)), &now);
        let made = made.expect("a plan");
        assert_eq!(made.hint(Hint::ReadOnly), Some(&Amend::Clear));
        assert_eq!(made.extra.get("x"), Some(&Amend::Set(JsonText::new("[1]"))));
        assert_eq!(made.title, None);
    }

    #[test]
    fn a_title_that_reads_like_a_cleared_one_is_put_back_as_it_was() {
        let now = says(Amend::Set(true), "T");
        let new = r#"{"title": "T", "extra": {"gone": 1}}"#;
        for (old, title, extra) in [
            (
                r#"{"title": "unset", "extra": {"x": "unset", "gone": 1}}"#,
                Amend::Set("unset".into()),
                Amend::Set(JsonText::new("\"unset\"")),
            ),
            (
                r#"{"title": {"unset": true}, "extra": {"gone": 1}, "extra_unset": ["x"]}"#,
                Amend::Clear,
                Amend::Clear,
            ),
            (
                r#"{"title": "", "extra": {"x": {"unset": true}, "gone": 1}}"#,
                Amend::Set("".into()),
                Amend::Set(JsonText::new(r#"{"unset":true}"#)),
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
        let now = says(Amend::Set(false), "T");
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
                "`read_only` has been changed again since",
            ),
            (
                "annotations.amend",
                Some(r#"{"title": "T", "read_only": false}"#),
                None,
                "`read_only` has been changed again since",
            ),
            (
                "annotations.amend",
                Some(r#""not kept: 9 bytes""#),
                Some("{}"),
                "what it changed is not kept",
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
                "what `read_only` was cannot be read",
            ),
        ] {
            assert_eq!(
                plan(&change(action, old, new), &now),
                Err(expect.to_owned())
            );
        }
    }
}
