//! One call, as the audit shows it.

use candor_frame::{Badges, Moment, Nature, Outside, query};
use candor_gateway::Catalogue;
use candor_model::{CallKind, QualifiedName, Reused, SourceName};
use candor_store::Finished;

use super::list;
use super::outcome::Ending;
use crate::number::{size, span};

/// The most characters of a name.
const NAME: usize = 120;

/// The most characters of a sentence.
const SENTENCE: usize = 2_000;

/// One call.
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) at: Moment,
    pub(super) who: Outside,
    /// What clients say that they are; nobody has verified it.
    pub(super) client: Option<Outside>,
    /// What was asked for, where it was no tool.
    pub(super) kind: Option<String>,
    pub(super) name: Outside,
    /// Where the tool is, if it is still there.
    pub(super) to: Option<String>,
    /// Where all calls of the same are.
    pub(super) same: String,
    pub(super) ending: Ending,
    pub(super) took: String,
    /// What was relied upon, if anything was.
    pub(super) badges: Option<Badges>,
    pub(super) decision: Option<Outside>,
    /// The question that it was made on.
    pub(super) approval: Option<String>,
    pub(super) detail: Option<Outside>,
    pub(super) attempts: u32,
    pub(super) reused: Option<Taken>,
    pub(super) arguments: Outside,
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

impl Entry {
    pub(super) fn of(call: &Finished, catalogue: &Catalogue, now: i64) -> Self {
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
            text.map(|text| Outside::short(text, SENTENCE))
        };
        let nature = Nature {
            hints: call.hints,
            ..Nature::default()
        };
        Self {
            id: call.id.to_string(),
            at: Moment::seen(call.at_micros, now),
            who: Outside::short(&call.principal, NAME),
            client: call
                .client
                .as_deref()
                .map(|client| Outside::short(client, NAME)),
            kind: (!is_tool).then(|| kind(call)),
            to: known.map(|name| query::path(&["tools", &name.to_string()])),
            name: Outside::short(&name, NAME),
            same: same(call),
            ending: Ending::of(call.outcome),
            took: span(call.duration_micros),
            badges: (!call.hints.is_empty()).then(|| Badges::signs(nature)),
            decision: sentence(&call.decision),
            approval: call.approval.map(|id| format!("/approvals/{id}")),
            detail: sentence(&call.detail),
            attempts: call.attempts,
            reused: call.reused.map(Taken::of),
            arguments: Outside::short(&call.arguments, NAME),
            revision: call.revision.as_str(),
            request: size(call.request_bytes),
            reply: size(call.reply_bytes),
        }
    }
}

/// What was asked for, and of whom.
fn kind(call: &Finished) -> String {
    let kind = call.kind.as_str();
    match &call.source {
        Some(source) => format!("{kind} of {source}"),
        None => kind.to_owned(),
    }
}

fn same(call: &Finished) -> String {
    let source = call.source.as_ref().map_or("", SourceName::as_str);
    query::with_all(list::PATH, [("source", source), ("target", &call.target)])
}

// === impl Taken ===

impl Taken {
    fn of(reused: Reused) -> Self {
        match reused {
            Reused::Kept { age_ms } => Self::Kept(span(age_ms.saturating_mul(1_000))),
            Reused::Shared { with } => Self::Shared(with.to_string()),
        }
    }
}
