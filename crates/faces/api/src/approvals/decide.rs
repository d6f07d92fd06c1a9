//! `POST /approvals/{id}/decision`.

use candor_model::ApprovalAnswer;

use super::show::ApprovalView;
use super::verdict::{DecisionWord, ScopeWord};
use crate::prelude::*;

/// Yes or no.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDecision {
    /// Yes or no.
    decision: DecisionWord,
    /// The scope of the approval; `once` by default.
    scope: Option<ScopeWord>,
    /// For the scope `pattern`: what the arguments must be, a line for each, such as
    /// `/path ~ "reports/*"`. The card suggests one to begin with.
    pattern: Option<String>,
    /// The reason, in your words. The model is told that of a denial.
    #[schema(max_length = 2000)]
    reason: Option<String>,
}

/// Decides a pending approval. The first answer counts, on any channel.
#[utoipa::path(
    post,
    path = "/approvals/{id}/decision",
    params(("id" = String, Path, description = "Its id.")),
    request_body = NewDecision,
    responses(
        (status = 200, description = "The approval as it is now.", body = ApprovalView),
        BadBody,
        NotYours,
        NotThere,
        Decided,
    )
)]
pub(crate) async fn decide_approval(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(id): PathParams<String>,
    JsonBody(mut new): JsonBody<NewDecision>,
) -> Result<Json<ApprovalView>, ApiProblem> {
    let id = super::id(&id)?;
    let author = who.clone().author(new.reason.take());
    let answer = new.answer()?;
    let decided = api.gateway.approvals().decide(id, answer, author).await?;
    Ok(Json(ApprovalView::of(&api, &decided, &who).await?))
}

// === impl NewDecision ===

impl RequestBody for NewDecision {
    const SHAPE: &'static str = "an object with `decision`, which is `approve` or `deny`, and \
        perhaps `scope`, `pattern` and `reason`";
}

impl NewDecision {
    fn answer(self) -> Result<ApprovalAnswer, ApiProblem> {
        let scope = self.scope;
        match self.decision {
            DecisionWord::Deny if scope.is_none() && self.pattern.is_none() => {
                Ok(ApprovalAnswer::Deny)
            }
            DecisionWord::Deny => Err(ApiProblem::invalid(
                "a denial is about this call only; leave `scope` and `pattern` out",
            )),
            DecisionWord::Approve => {
                let scope = scope.unwrap_or(ScopeWord::Once);
                let chosen = scope.scope(self.pattern);
                chosen
                    .map(ApprovalAnswer::Approve)
                    .ok_or_else(|| odd(scope))
            }
        }
    }
}

/// The problem of a missing or superfluous pattern.
fn odd(scope: ScopeWord) -> ApiProblem {
    ApiProblem::invalid(match scope {
        ScopeWord::Pattern => {
            "the scope `pattern` needs `pattern`, what the arguments must be, a line for each; \
             the card suggests one to begin with"
        }
        _ => "`pattern` is for the scope `pattern` only; choose that, or leave it out",
    })
}
