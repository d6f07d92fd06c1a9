//! `GET /audit/calls`.

use candor_gateway::records::{CallFilter, RecordedCall};
use candor_model::{ApprovalId, CallId, CallOutcome, ResultReuse, SourceName};

use crate::enums::{HintValues, OutcomeWord};
use crate::prelude::*;
use crate::query;

/// The query of a list of calls.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CallsQuery {
    /// Calls to this source.
    source: Option<String>,
    /// Calls to exactly this target, by the name that its source knows.
    target: Option<String>,
    /// Calls that ended so.
    #[param(inline)]
    outcome: Option<OutcomeWord>,
    /// Calls that were made, or refused, on this approval.
    approval: Option<String>,
    /// Calls that arrived at this moment or later.
    #[param(format = DateTime)]
    since: Option<String>,
    /// The maximum number of entries, from 1 to 500; 100 by default.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    limit: Option<String>,
    /// Calls before this one: the `next` of the page before, which is the id of its last call.
    after: Option<String>,
}

/// A finished call.
#[derive(Serialize, ToSchema)]
#[schema(as = Call)]
pub(crate) struct CallView {
    /// The id of the call.
    id: String,
    /// When it arrived.
    #[schema(format = DateTime)]
    at: String,
    /// The principal that called.
    principal: String,
    /// What the client calls itself, if it said.
    client: Option<String>,
    /// The revision of the protocol that the client spoke.
    revision: &'static str,
    /// What was asked for: `tool`, `resource`, `prompt`, `completion` or `subscription`.
    kind: &'static str,
    /// The source, where the name led to one.
    source: Option<String>,
    /// The name as the source knows it, or as the client gave it.
    target: String,
    /// Digest of the arguments.
    arguments: String,
    /// Size of the request in bytes.
    request_bytes: u64,
    /// The effective hints of the tool at that time.
    hints: HintValues,
    /// Why it was allowed or refused; null if nothing was decided.
    decision: Option<String>,
    /// The question to a person that it was made on.
    approval: Option<String>,
    /// How it ended.
    outcome: OutcomeWord,
    /// From arrival to end, in microseconds.
    duration_micros: u64,
    /// Size of the reply in bytes.
    reply_bytes: u64,
    /// Why it failed, if it did.
    detail: Option<String>,
    /// How often the source was asked; 0 also where that is not known.
    attempts: u32,
    /// Whose answer it was, if the source was not asked for this call.
    reused: Option<ReusedView>,
}

/// An answer that was there already: kept for a while, or another call's.
#[derive(Serialize, ToSchema)]
#[schema(as = ReusedAnswer)]
pub(crate) struct ReusedView {
    /// For how long it had been kept, in milliseconds; null if it was another call's.
    kept_ms: Option<u64>,
    /// The call that was made at the same time; null if the answer had been kept.
    shared_with: Option<String>,
}

/// Lists calls, newest first.
///
/// A call is here a moment after it has ended.
#[utoipa::path(
    get,
    path = "/audit/calls",
    params(CallsQuery),
    responses((status = 200, description = "A page of calls.", body = ListPage<CallView>), BadQuery)
)]
pub(crate) async fn list_calls(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<CallsQuery>,
) -> Result<Json<ListPage<CallView>>, ApiProblem> {
    let limit = list_page::limit(query.limit.as_deref())?;
    let after = list_page::after_id(query.after.as_deref(), CallId::parse)?;
    let (source, since) = (query.source.as_deref(), query.since.as_deref());
    let filter = CallFilter {
        source: query::name(source, SourceName::parse, ApiProblem::malformed)?,
        target: query.target,
        outcome: query.outcome.map(CallOutcome::from),
        approval: query.approval.as_deref().map(approval).transpose()?,
        since_micros: since.map(|text| time::read("since", text)).transpose()?,
        ..CallFilter::default()
    };
    let page = api
        .gateway
        .records()
        .calls_page(&filter, after, limit)
        .await?;
    Ok(Json(ListPage {
        items: page.calls.into_iter().map(CallView::of).collect(),
        next: page.next.map(|id| id.to_string()),
    }))
}

fn approval(text: &str) -> Result<ApprovalId, ApiProblem> {
    ApprovalId::parse(text).ok_or_else(|| {
        ApiProblem::malformed(format!(
            "`approval` is `{}`; it takes the id of an approval",
            quoted(text, 60)
        ))
    })
}

// === impl ReusedView ===

impl ReusedView {
    fn of(reused: ResultReuse) -> Self {
        let (kept_ms, shared_with) = match reused {
            ResultReuse::Kept { age_ms } => (Some(age_ms), None),
            ResultReuse::Shared { with } => (None, Some(with.to_string())),
        };
        Self {
            kept_ms,
            shared_with,
        }
    }
}

// === impl CallView ===

impl CallView {
    fn of(call: RecordedCall) -> Self {
        Self {
            id: call.id.to_string(),
            at: time::of_micros(call.at_micros),
            principal: call.principal,
            client: call.client,
            revision: call.revision.as_str(),
            kind: call.kind.as_str(),
            source: call.source.map(|source| source.to_string()),
            target: call.target,
            arguments: call.arguments,
            request_bytes: call.request_bytes,
            hints: call.hints.into(),
            decision: call.decision,
            approval: call.approval.map(|id| id.to_string()),
            outcome: call.outcome.into(),
            duration_micros: call.duration_micros,
            reply_bytes: call.reply_bytes,
            detail: call.detail,
            attempts: call.attempts,
            reused: call.reused.map(ReusedView::of),
        }
    }
}
