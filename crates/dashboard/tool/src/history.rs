//! The change history of a tool.

use candor_dashboard_kit::{CurrentUser, DisplayTime, ExternalText, PageError, now_micros};
use candor_gateway::Gateway;
use candor_gateway::records::ChangeFilter;
use candor_model::{ChangeRecord, Opinion, OpinionKey, OpinionScope, Role};
use serde_json::Value;

use crate::annotation_form::hidden;
use crate::json_view;
use crate::page_scope::PageScope;
use crate::tool_address::ToolAddress;
use crate::undo::{self, FieldHistory, FieldStatement};
use crate::wording;

/// The maximum number of changes.
const SHOWN: usize = 20;
/// The maximum number of fields or lines of a change.
const LINES: usize = 20;
/// The maximum length of a value, in characters.
const VALUE: usize = 240;

/// The history panel.
pub(crate) struct ChangeHistory {
    pub(crate) items: Vec<HistoryEntry>,
    /// The address of older changes.
    pub(crate) more_to: Option<String>,
    /// The target of the undo forms.
    pub(crate) to: String,
    /// The CSRF token; none for users who may not edit.
    pub(crate) field: Option<String>,
}

/// A change in the history.
pub(crate) struct HistoryEntry {
    pub(crate) id: String,
    pub(crate) at: DisplayTime,
    pub(crate) who: ExternalText,
    pub(crate) channel: &'static str,
    pub(crate) why: Option<ExternalText>,
    pub(crate) what: String,
    /// The changed fields.
    pub(crate) fields: Vec<FieldChange>,
    /// The differences of a definition.
    pub(crate) lines: Vec<ExternalText>,
    /// Whether it can be undone.
    pub(crate) undo: UndoState,
    /// The hidden fields with endpoint and scope.
    pub(crate) hidden: Vec<(&'static str, String)>,
}

/// A field before and after a change.
pub(crate) struct FieldChange {
    pub(crate) name: ExternalText,
    pub(crate) before: ExternalText,
    pub(crate) after: ExternalText,
}

/// Whether a change can be undone.
pub(crate) enum UndoState {
    NotApplicable,
    Ready,
    /// It cannot, for this reason.
    Blocked(String),
}

/// The changes of a tool in one scope, newest first.
pub(crate) async fn changes(
    gateway: &Gateway,
    key: &OpinionKey,
    limit: usize,
) -> Result<Vec<ChangeRecord>, PageError> {
    let filter = ChangeFilter {
        subject: Some(key.to_string()),
        limit,
        ..ChangeFilter::default()
    };
    let page = gateway.records().changes(&filter).await;
    Ok(page.map_err(|error| PageError::failed(&error))?.changes)
}

// === impl ChangeHistory ===

impl ChangeHistory {
    pub(crate) async fn of(
        gateway: &Gateway,
        user: &CurrentUser,
        (tool, place): (&ToolAddress, &PageScope),
    ) -> Result<Self, PageError> {
        let mut items: Vec<(ChangeRecord, PageScope, Opinion)> = Vec::new();
        for scope in place.scopes() {
            let there = place.within(&scope);
            let key = there.key(tool.about());
            let now = gateway.editor().opinion(&key).await;
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
        let may = user.identity.may(Role::Editor) && tool.is_single();
        let name = tool.name.to_string();
        Ok(Self {
            items: items.iter().map(HistoryEntry::of).collect(),
            more_to: more
                .then(|| candor_dashboard_kit::query::with("/audit/changes", "subject", &name)),
            field: may.then(|| user.field(&to)),
            to,
        })
    }
}

// === impl HistoryEntry ===

impl HistoryEntry {
    fn of((change, place, now): &(ChangeRecord, PageScope, Opinion)) -> Self {
        let opinion = undo::is_opinion(&change.action);
        let (old, new) = (change.old.as_deref(), change.new.as_deref());
        Self {
            id: change.id.to_string(),
            at: DisplayTime::seen(change.at_micros, now_micros()),
            who: ExternalText::short(&change.author.name, 100),
            channel: wording::channel_phrase(change.author.channel),
            why: change
                .author
                .why
                .as_deref()
                .map(|why| ExternalText::short(why, 1_000)),
            what: what(&change.action, &place.scope),
            fields: if opinion {
                fields(old, new)
            } else {
                Vec::new()
            },
            lines: if opinion { Vec::new() } else { lines(new) },
            undo: match undo::plan(change, now) {
                _ if !opinion => UndoState::NotApplicable,
                Ok(_) => UndoState::Ready,
                Err(sentence) => UndoState::Blocked(sentence),
            },
            hidden: hidden(place),
        }
    }
}

fn what(action: &str, scope: &OpinionScope) -> String {
    let words = match action {
        "annotations.amend" => "Annotations changed",
        "annotations.accept" => "Suggestions accepted",
        "annotations.apply" => "Annotations applied from a file",
        "drift.record" => "Definition changed",
        "drift.quarantine" => "Changed or new; quarantined",
        "drift.accept" => "Definition accepted",
        other => return other.chars().take(80).collect(),
    };
    match scope {
        OpinionScope::Everywhere => words.to_owned(),
        scope => format!("{words}, in the {}", scope.to_string().replace('`', "")),
    }
}

/// The fields that differ, other annotations by their keys.
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
        name: ExternalText::short(key, 100),
        before: side(&old, key),
        after: side(&new, key),
    });
    shown.collect()
}

fn side(fields: &FieldHistory, key: &str) -> ExternalText {
    match fields.get(key) {
        None => ExternalText::line("Inherit"),
        Some(FieldStatement::Cleared) => ExternalText::line(wording::hint_value(None)),
        Some(FieldStatement::Set(Value::Bool(value))) => {
            ExternalText::line(wording::hint_value(Some(*value)))
        }
        Some(FieldStatement::Set(Value::String(text))) => ExternalText::short(text, VALUE),
        Some(FieldStatement::Set(other)) => json_view::line(other, VALUE),
    }
}

/// The differences of a definition.
fn lines(new: Option<&str>) -> Vec<ExternalText> {
    let value: Value = new
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default();
    let lines = value.get("differences").and_then(Value::as_array);
    let lines = lines.into_iter().flatten().filter_map(Value::as_str);
    lines
        .take(LINES)
        .map(|line| ExternalText::short(line, 400))
        .collect()
}
