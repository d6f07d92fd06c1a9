//! One call of the audit log.

use candor_dashboard_kit::{BadgeList, DisplayTime, ExternalText, ToolFlags, query};
use candor_gateway::Catalogue;
use candor_gateway::records::RecordedCall;
use candor_model::{CallKind, QualifiedName, ResultReuse, SourceName};

use crate::list;
use crate::outcome_badge::OutcomeBadge;
use candor_dashboard_kit::wording::{duration, size};

/// The most characters of a name.
const NAME: usize = 120;

/// The most characters of a sentence.
const SENTENCE: usize = 2_000;

pub(crate) struct AuditCallRow {
    pub(crate) id: String,
    pub(crate) at: DisplayTime,
    pub(crate) who: ExternalText,
    /// The client's own name, which is not verified.
    pub(crate) client: Option<ExternalText>,
    /// The kind of call, unless it is a tool call.
    pub(crate) kind: Option<String>,
    pub(crate) name: ExternalText,
    /// The page of the tool, if it still exists.
    pub(crate) to: Option<String>,
    /// All calls of the same target.
    pub(crate) same: String,
    pub(crate) ending: OutcomeBadge,
    pub(crate) took: String,
    /// The hints that policy relied on, if any.
    pub(crate) badges: Option<BadgeList>,
    pub(crate) decision: Option<ExternalText>,
    /// The page of its approval.
    pub(crate) approval: Option<String>,
    pub(crate) detail: Option<ExternalText>,
    pub(crate) attempts: u32,
    pub(crate) reused: Option<ReusedResult>,
    pub(crate) arguments: ExternalText,
    pub(crate) revision: &'static str,
    pub(crate) request: String,
    pub(crate) reply: String,
}

/// A result that was not fetched for this call.
pub(crate) enum ReusedResult {
    /// From the result cache, with its age.
    Kept(String),
    /// From an identical call at the same time.
    Shared(String),
}

// === impl AuditCallRow ===

impl AuditCallRow {
    pub(crate) fn of(call: &RecordedCall, catalogue: &Catalogue, now: i64) -> Self {
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
            took: duration(call.duration_micros),
            badges: (!call.hints.is_empty()).then(|| BadgeList::of(nature)),
            decision: sentence(&call.decision),
            approval: call.approval.map(|id| format!("/approvals/{id}")),
            detail: sentence(&call.detail),
            attempts: call.attempts,
            reused: call.reused.map(ReusedResult::of),
            arguments: ExternalText::short(&call.arguments, NAME),
            revision: call.revision.as_str(),
            request: size(usize::try_from(call.request_bytes).unwrap_or(usize::MAX)),
            reply: size(usize::try_from(call.reply_bytes).unwrap_or(usize::MAX)),
        }
    }
}

/// The kind of call and its source.
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

// === impl ReusedResult ===

impl ReusedResult {
    fn of(reused: ResultReuse) -> Self {
        match reused {
            ResultReuse::Kept { age_ms } => Self::Kept(duration(age_ms.saturating_mul(1_000))),
            ResultReuse::Shared { with } => Self::Shared(with.to_string()),
        }
    }
}
