//! `GET /approvals`.

use candor_gateway::records::ApprovalFilter;
use candor_model::{ApprovalId, ApprovalState, SourceName};

use super::item::ApprovalItem;
use crate::prelude::*;
use crate::query;

/// The query of a list of approvals.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ApprovalsQuery {
    /// Approvals in this state; `pending` by default.
    #[param(inline)]
    state: Option<ApprovalStateFilter>,
    /// Approvals of calls to this source.
    source: Option<String>,
    /// Approvals of calls of exactly this tool, `source.tool`.
    tool: Option<String>,
    /// Approvals of calls by exactly this caller.
    principal: Option<String>,
    /// How many at most, from 1 to 500; 100 by default. A page may be shorter and not be
    /// the last.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    limit: Option<String>,
    /// Approvals before this one: the `next` of the page before.
    after: Option<String>,
}

/// A state in a filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = Wanted)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ApprovalStateFilter {
    /// Not answered yet.
    #[default]
    Pending,
    /// Approved, and the call has not been made yet.
    Approved,
    /// Denied by a person.
    Denied,
    /// Not answered in time, or the call was not made in time.
    Expired,
    /// Approved, and the call was made.
    Consumed,
    /// Not answered before the client that made the call went away.
    Abandoned,
    /// Any of these.
    Any,
}

/// Lists approvals, newest first.
///
/// Those that wait, if nothing else is asked for.
#[utoipa::path(
    get,
    path = "/approvals",
    params(ApprovalsQuery),
    responses(
        (status = 200, description = "A page of approvals.", body = ListPage<ApprovalItem>),
        BadQuery,
    )
)]
pub(crate) async fn list_approvals(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<ApprovalsQuery>,
) -> Result<Json<ListPage<ApprovalItem>>, ApiProblem> {
    let limit = list_page::limit(query.limit.as_deref())?;
    let after = list_page::after_id(query.after.as_deref(), ApprovalId::parse)?;
    let wanted = query.state.unwrap_or_default().state();
    let (source, tool) = (query.source.as_deref(), query.tool.as_deref());
    let filter = ApprovalFilter {
        states: wanted.into_iter().collect(),
        source: query::name(source, SourceName::parse, ApiProblem::malformed)?,
        tool: query::name(tool, path::tool_name, |problem| {
            problem.of_kind(ProblemKind::Malformed)
        })?,
        principal: query.principal,
    };
    let approvals = api.gateway.approvals();
    let found = approvals.list(&filter, after, limit).await?;
    let now = time::now_micros();
    // Expired approvals that are not marked yet do not match.
    let fitting = found.approvals.iter().filter(|approval| {
        let state = approval.state_at(now);
        wanted.is_none_or(|wanted| wanted == state)
    });
    Ok(Json(ListPage {
        items: fitting.map(|one| ApprovalItem::of(one, now)).collect(),
        next: found.next.map(|id| id.to_string()),
    }))
}

// === impl ApprovalStateFilter ===

impl ApprovalStateFilter {
    fn state(self) -> Option<ApprovalState> {
        match self {
            Self::Pending => Some(ApprovalState::Pending),
            Self::Approved => Some(ApprovalState::Approved),
            Self::Denied => Some(ApprovalState::Denied),
            Self::Expired => Some(ApprovalState::Expired),
            Self::Consumed => Some(ApprovalState::Consumed),
            Self::Abandoned => Some(ApprovalState::Abandoned),
            Self::Any => None,
        }
    }
}
