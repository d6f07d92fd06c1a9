//! What people and sources have changed about a tool.

use candor_frame::{Moment, Outside, Visitor, Wrong, now_micros};
use candor_gateway::Gateway;
use candor_model::{ChangeRecord, Opinion, OpinionKey, Role, Scope};
use candor_store::ChangeFilter;
use serde_json::Value;

use crate::edit::hidden;
use crate::folded;
use crate::named::Named;
use crate::place::Place;
use crate::undo::{self, Fields, Said};
use crate::words;

/// How many changes are shown.
const SHOWN: usize = 20;
/// The most fields or lines of one change.
const LINES: usize = 20;
/// The most characters of a value.
const VALUE: usize = 240;

/// See the module.
pub(crate) struct History {
    pub(crate) items: Vec<Item>,
    /// Where older ones are.
    pub(crate) more_to: Option<String>,
    /// Where changes are undone.
    pub(crate) to: String,
    /// What makes the forms ours; nothing for whoever may not change anything.
    pub(crate) field: Option<String>,
}

/// One change.
pub(crate) struct Item {
    pub(crate) id: String,
    pub(crate) at: Moment,
    pub(crate) who: Outside,
    pub(crate) door: &'static str,
    pub(crate) why: Option<Outside>,
    pub(crate) what: String,
    /// Before and after, by field.
    pub(crate) fields: Vec<FieldChange>,
    /// Lines about a definition.
    pub(crate) lines: Vec<Outside>,
    /// What undoing it takes.
    pub(crate) undo: Undo,
    /// From where the tool is looked at, and where the change counts.
    pub(crate) hidden: Vec<(&'static str, String)>,
}

/// One field, before and after.
pub(crate) struct FieldChange {
    pub(crate) name: Outside,
    pub(crate) before: Outside,
    pub(crate) after: Outside,
}

/// Whether a change can be undone.
pub(crate) enum Undo {
    /// It is nothing that can be undone here.
    No,
    /// It can.
    Ready,
    /// It could, but for this.
    Hindered(String),
}

/// What was changed about a tool in one scope, newest first.
pub(crate) async fn changes(
    gateway: &Gateway,
    key: &OpinionKey,
    limit: usize,
) -> Result<Vec<ChangeRecord>, Wrong> {
    let filter = ChangeFilter {
        subject: Some(key.to_string()),
        limit,
        ..ChangeFilter::default()
    };
    let page = gateway.store().changes(&filter).await;
    Ok(page.map_err(|error| Wrong::failed(&error))?.changes)
}

// === impl History ===

impl History {
    pub(crate) async fn of(
        gateway: &Gateway,
        visitor: &Visitor,
        (tool, place): (&Named, &Place),
    ) -> Result<Self, Wrong> {
        let mut items: Vec<(ChangeRecord, Place, Opinion)> = Vec::new();
        for scope in place.scopes() {
            let there = place.within(&scope);
            let key = there.key(tool.about());
            let now = gateway.desk().opinion(&key).await;
            let now = now.map_err(|error| tool.refused(&error))?.opinion;
            let found = changes(gateway, &key, SHOWN + 1).await?;
            items.extend(
                found
                    .into_iter()
                    .map(|change| (change, there.clone(), now.clone())),
            );
        }
        items.sort_by_key(|(change, ..)| std::cmp::Reverse(change.id));
        let more = items.len() > SHOWN;
        items.truncate(SHOWN);
        let to = tool.to("undo");
        let may = visitor.identity.may(Role::Editor) && tool.is_single();
        let name = tool.name.to_string();
        Ok(Self {
            items: items.iter().map(Item::of).collect(),
            more_to: more.then(|| candor_frame::query::with("/audit/changes", "subject", &name)),
            field: may.then(|| visitor.field(&to)),
            to,
        })
    }
}

// === impl Item ===

impl Item {
    fn of((change, place, now): &(ChangeRecord, Place, Opinion)) -> Self {
        let opinion = undo::is_opinion(&change.action);
        let (old, new) = (change.old.as_deref(), change.new.as_deref());
        Self {
            id: change.id.to_string(),
            at: Moment::seen(change.at_micros, now_micros()),
            who: Outside::short(&change.author.name, 100),
            door: words::door(change.author.door),
            why: change
                .author
                .why
                .as_deref()
                .map(|why| Outside::short(why, 1_000)),
            what: what(&change.action, &place.scope),
            fields: if opinion {
                fields(old, new)
            } else {
                Vec::new()
            },
            lines: if opinion { Vec::new() } else { lines(new) },
            undo: match undo::plan(change, now) {
                _ if !opinion => Undo::No,
                Ok(_) => Undo::Ready,
                Err(sentence) => Undo::Hindered(sentence),
            },
            hidden: hidden(place),
        }
    }
}

fn what(action: &str, scope: &Scope) -> String {
    let words = match action {
        "annotations.amend" => "Annotations changed",
        "annotations.accept" => "Suggestions accepted",
        "annotations.apply" => "Annotations applied from a file",
        "drift.record" => "Definition changed and was recorded",
        "drift.quarantine" => "Definition changed; in quarantine",
        "drift.accept" => "Changed definition accepted",
        other => return other.chars().take(80).collect(),
    };
    match scope {
        Scope::Everywhere => words.to_owned(),
        scope => format!("{words}, in the {}", scope.to_string().replace('`', "")),
    }
}

/// The fields that differ, further members by their keys.
fn fields(old: Option<&str>, new: Option<&str>) -> Vec<FieldChange> {
    let (Some(old), Some(new)) = (undo::fields(old), undo::fields(new)) else {
        return Vec::new();
    };
    let mut keys: Vec<&String> = old.keys().chain(new.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    let differing = keys
        .into_iter()
        .filter(|key| old.get(*key) != new.get(*key));
    let shown = differing.take(LINES).map(|key| FieldChange {
        name: Outside::short(key, 100),
        before: side(&old, key),
        after: side(&new, key),
    });
    shown.collect()
}

fn side(fields: &Fields, key: &str) -> Outside {
    match fields.get(key) {
        None => Outside::line("nothing said"),
        Some(Said::Cleared) => Outside::line(words::value(None)),
        Some(Said::Set(Value::Bool(value))) => Outside::line(words::value(Some(*value))),
        Some(Said::Set(Value::String(text))) => Outside::short(text, VALUE),
        Some(Said::Set(other)) => folded::line(other, VALUE),
    }
}

/// What differs in a definition.
fn lines(new: Option<&str>) -> Vec<Outside> {
    let value: Value = new
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default();
    let lines = value.get("differences").and_then(Value::as_array);
    let lines = lines.into_iter().flatten().filter_map(Value::as_str);
    lines
        .take(LINES)
        .map(|line| Outside::short(line, 400))
        .collect()
}
