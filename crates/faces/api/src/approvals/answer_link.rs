//! `POST /approvals/{id}/link`.

use candor_gateway::AnswerLinkError;

use crate::prelude::*;

/// What is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAnswerLink {}

/// A link that was made.
#[derive(Serialize, ToSchema)]
#[schema(as = AnswerLink)]
pub(crate) struct CreatedAnswerLink {
    /// The address to open, for example on a phone. Anyone who opens it can answer.
    url: String,
    /// When it stops working, if the approval is not decided before.
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Makes a link that shows a pending approval and takes one answer without signing in, for
/// example on your phone.
#[utoipa::path(
    post,
    path = "/approvals/{id}/link",
    params(("id" = String, Path, description = "Its id.")),
    request_body = NewAnswerLink,
    responses(
        (status = 201, description = "It was created.", body = CreatedAnswerLink),
        BadBody,
        NotYours,
        NotThere,
        Decided,
    )
)]
pub(crate) async fn create_answer_link(
    State(api): State<ApiState>,
    Requester(who): Requester,
    PathParams(id): PathParams<String>,
    JsonBody(NewAnswerLink {}): JsonBody<NewAnswerLink>,
) -> Result<(StatusCode, Json<CreatedAnswerLink>), ApiProblem> {
    let approvals = api.gateway.approvals();
    let link = approvals.answer_link(super::id(&id)?, &who).await?;
    let made = CreatedAnswerLink {
        url: link.url,
        expires_at: time::of_micros(link.expires_micros),
    };
    Ok((StatusCode::CREATED, Json(made)))
}

// === impl NewAnswerLink ===

impl RequestBody for NewAnswerLink {
    const SHAPE: &'static str = "an empty object";
}

// === impl ApiProblem ===

impl From<AnswerLinkError> for ApiProblem {
    fn from(error: AnswerLinkError) -> Self {
        match error {
            AnswerLinkError::Decide(error) => error.into(),
            AnswerLinkError::NoAddress => Self::unknown(error),
            AnswerLinkError::ThisMachineOnly(_) => Self::invalid(error),
            AnswerLinkError::Link(_) => Self::new(ProblemKind::Store, error),
        }
    }
}
