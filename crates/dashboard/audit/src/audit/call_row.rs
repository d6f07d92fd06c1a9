//! One call, as the audit shows it.

use candor_dashboard_kit::{BadgeList, DisplayTime, ExternalText, ToolFlags, query};
use candor_gateway::Catalogue;
use candor_gateway::records::RecordedCall;
use candor_model::{CallKind, QualifiedName, ResultReuse, SourceName};

use super::list;
use super::outcome_badge::OutcomeBadge;
use crate::number::{size, span};

/// The most characters of a name.
const NAME: usize = 120;

/// The most characters of a sentence.
const SENTENCE: usize = 2_000;

/// One call.
pub(super) struct AuditCallRow {
    pub(super) id: String,
    pub(super) at: DisplayTime,
    pub(super) who: ExternalText,
    /// What clients say that they are; nobody has verified it.
    pub(super) client: Option<ExternalText>,
    /// What was asked for, where it was no tool.
    pub(super) kind: Option<String>,
    pub(super) name: ExternalText,
    /// Where the tool is, if it is still there.
    pub(super) to: Option<String>,
    /// Where all calls of the same are.
    pub(super) same: String,
    pub(super) ending: OutcomeBadge,
    pub(super) took: String,
    /// What was relied upon, if anything was.
    pub(super) badges: Option<BadgeList>,
    pub(super) decision: Option<ExternalText>,
    /// The question that it was made on.
    pub(super) approval: Option<String>,
    pub(super) detail: Option<ExternalText>,
    pub(super) attempts: u32,
    pub(super) reused: Option<Taken>,
    pub(super) arguments: ExternalText,
    pub(super) revision: &'static str,
    pub(super) request: String,
    pub(super) reply: String,
}

/// An answer that was there already.
pub(super) enum Taken {
    /// For how long it had been kept.
    Kept(String),
    /// The other call.
    Shared(String),
}

// === impl Entry ===

impl AuditCallRow {
    pub(super) fn of(call: &RecordedCall, catalogue: &Catalogue, now: i64) -> Self {
        let is_tool = call.kind == CallKind::Tool;
        let whole = call.source.as_ref().map(|source| {
            let own: &str = &call.target;
            QualifiedName::new(source.clone(), own)
        });
        let known = whole
            .as_ref()
            .filter(|name| is_tool && catalogue.named(name).is_some());
        let name = whole.as_ref().filter(|_| is_tool);
        let name = name.map_or_else(|| call.target.clone(), ToString::to_string);
        let sentence = |text: &Option<String>| {
            let text = text.as_deref();
            text.map(|text| ExternalText::short(text, SENTENCE))
        };
        let nature = ToolFlags {
            hints: call.hints,
            ..ToolFlags::default()
        };
        Self {
            id: call.id.to_string(),
            at: DisplayTime::seen(call.at_micros, now),
            who: ExternalText::short(&call.principal, NAME),
            client: call
                .client
                .as_deref()
                .map(|client| ExternalText::short(client, NAME)),
            kind: (!is_tool).then(|| kind(call)),
            to: known.map(|name| query::path(&["tools", &name.to_string()])),
            name: ExternalText::short(&name, NAME),
            same: same(call),
            ending: OutcomeBadge::of(call.outcome),
            took: span(call.duration_micros),
            badges: (!call.hints.is_empty()).then(|| BadgeList::signs(nature)),
            decision: sentence(&call.decision),
            approval: call.approval.map(|id| format!("/approvals/{id}")),
            detail: sentence(&call.detail),
            attempts: call.attempts,
            reused: call.reused.map(Taken::of),
            arguments: ExternalText::short(&call.arguments, NAME),
            revision: call.revision.as_str(),
            request: size(call.request_bytes),
            reply: size(call.reply_bytes),
        }
    }
}

/// What was asked for, and of whom.
fn kind(call: &RecordedCall) -> String {
    let kind = call.kind.as_str();
    match &call.source {
        Some(source) => format!("{kind} of {source}"),
        None => kind.to_owned(),
    }
}

fn same(call: &RecordedCall) -> String {
    let source = call.source.as_ref().map_or("", SourceName::as_str);
    query::with_all(list::PATH, [("source", source), ("target", &call.target)])
}

// === impl Taken ===

impl Taken {
    fn of(reused: ResultReuse) -> Self {
        match reused {
            ResultReuse::Kept { age_ms } => Self::Kept(span(age_ms.saturating_mul(1_000))),
            ResultReuse::Shared { with } => Self::Shared(with.to_string()),
        }
    }
}
