//! `GET /approvals/standing`, and single standing approvals: showing and revoking them.

use candor_model::{ApprovalGrant, GrantArguments, GrantId};

use crate::enums::DoorWord;
use crate::prelude::*;

/// A standing approval: matching calls are not asked about.
#[derive(Serialize, ToSchema)]
#[schema(as = StandingApproval)]
pub(crate) struct StandingApprovalView {
    /// The id of the standing approval.
    id: String,
    /// What it means, in words.
    says: String,
    /// The principal whose calls it covers.
    principal: String,
    /// Of which tool, `source.tool`.
    tool: String,
    /// In which environment; null for calls that are made in none.
    environment: Option<String>,
    /// Whether it applies in one session of the client only.
    session: bool,
    /// With which arguments.
    arguments: ArgumentsWord,
    /// The pattern that they must fit, where there is one.
    pattern: Option<String>,
    /// Whether it was given for a tool that is asked about once per caller.
    first: bool,
    /// The approval that it was given on.
    approval: String,
    /// Who gave it.
    who: String,
    /// The channel that it came through.
    door: DoorWord,
    /// The reason, in their words.
    reason: Option<String>,
    /// When it was given.
    #[schema(format = DateTime)]
    at: String,
    /// When it expires.
    #[schema(format = DateTime)]
    expires: String,
}

/// The arguments that a standing approval covers.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = StandingArguments)]
enum ArgumentsWord {
    /// With any arguments.
    Any,
    /// With those of the approval that it was given on.
    Exactly,
    /// With those that fit the pattern.
    Pattern,
}

/// Lists standing approvals, newest first.
#[utoipa::path(
    get,
    path = "/approvals/standing",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of standing approvals.", body = ListPage<StandingApprovalView>),
        BadQuery,
    )
)]
pub(crate) async fn list_standing_approvals(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<StandingApprovalView>>, ApiProblem> {
    let limit = list_page::limit(query.limit.as_deref())?;
    let after = list_page::after_id(query.after.as_deref(), GrantId::parse)?;
    let grants = api.gateway.approvals().grants().await?;
    let view = |grant: ApprovalGrant| StandingApprovalView::of(&grant);
    let page = list_page::newest_first(grants, after, limit, |grant| grant.id, view);
    Ok(Json(page))
}

/// Shows a standing approval.
#[utoipa::path(
    get,
    path = "/approvals/standing/{id}",
    params(("id" = String, Path, description = "Its id.")),
    responses(
        (status = 200, description = "The standing approval.", body = StandingApprovalView),
        BadName,
    )
)]
pub(crate) async fn show_standing_approval(
    State(api): State<ApiState>,
    PathParams(text): PathParams<String>,
) -> Result<Json<StandingApprovalView>, ApiProblem> {
    let id = id(&text)?;
    let grants = api.gateway.approvals().grants().await?;
    let found = grants.iter().find(|grant| grant.id == id);
    let found = found.ok_or_else(|| unknown(&text))?;
    Ok(Json(StandingApprovalView::of(found)))
}

/// Revokes a standing approval. From then on, a person is asked again.
#[utoipa::path(
    delete,
    path = "/approvals/standing/{id}",
    params(("id" = String, Path, description = "Its id."), ReasonQuery),
    responses((status = 204, description = "The approval is revoked."), BadName)
)]
pub(crate) async fn revoke_standing_approval(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(text): PathParams<String>,
    QueryParams(query): QueryParams<ReasonQuery>,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let author = who.author(query.why);
    api.gateway.approvals().revoke(id(&text)?, author).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn id(text: &str) -> Result<GrantId, ApiProblem> {
    GrantId::parse(text).ok_or_else(|| unknown(text))
}

fn unknown(text: &str) -> ApiProblem {
    let short = quoted(text, 60);
    ApiProblem::unknown(format!("there is no standing approval `{short}`"))
}

// === impl StandingApprovalView ===

impl StandingApprovalView {
    fn of(grant: &ApprovalGrant) -> Self {
        let (arguments, pattern) = match &grant.arguments {
            GrantArguments::Any => (ArgumentsWord::Any, None),
            GrantArguments::Exactly(_) => (ArgumentsWord::Exactly, None),
            GrantArguments::Fitting(pattern) => (ArgumentsWord::Pattern, Some(pattern.clone())),
        };
        Self {
            id: grant.id.to_string(),
            says: sentence(grant),
            principal: grant.principal.clone(),
            tool: grant.tool.to_string(),
            environment: grant.environment.as_ref().map(ToString::to_string),
            session: grant.session.is_some(),
            arguments,
            pattern,
            first: grant.first,
            approval: grant.approval.to_string(),
            who: grant.author.name.clone(),
            door: grant.author.channel.into(),
            reason: grant.author.why.clone(),
            at: time::of_micros(grant.at_micros),
            expires: time::of_micros(grant.expires_micros),
        }
    }
}

/// One sentence: caller, tool, arguments, expiry, approver and approval.
fn sentence(grant: &ApprovalGrant) -> String {
    let with = match &grant.arguments {
        GrantArguments::Any => "with any arguments",
        GrantArguments::Exactly(_) => "with the arguments that were approved",
        GrantArguments::Fitting(_) => "with arguments that fit the pattern",
    };
    let place = match &grant.environment {
        Some(environment) => format!(" in the environment `{environment}`"),
        None => String::new(),
    };
    let session = match grant.session {
        Some(_) => ", in one session only",
        None => "",
    };
    format!(
        "calls of `{}` by `{}`{place} {with}{session}, until {}, as long as the tool and the rules \
         stay as they are; given by `{}` on the approval `{}`",
        grant.tool,
        grant.principal,
        time::of_micros(grant.expires_micros),
        grant.author.name,
        grant.approval,
    )
}
