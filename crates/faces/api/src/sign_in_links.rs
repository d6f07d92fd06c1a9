//! Links that sign a browser in to the dashboard.

use candor_gateway::SignInError;

use crate::prelude::*;

/// The longest path that a link leads on to, in characters.
const NEXT_MAX: usize = 2_000;

/// Where a sign-in link leads on to.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSignInLink {
    /// The page of the dashboard that is shown after signing in, such as `/approvals`. The overview
    /// by default.
    #[schema(example = "/approvals")]
    next: Option<String>,
}

/// A link that was made.
#[derive(Serialize, ToSchema)]
#[schema(as = SignInLink)]
pub(crate) struct CreatedSignInLink {
    /// The address to open in a browser. It signs in the first user who opens it, as you.
    url: String,
    /// When it stops working.
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Creates a link that signs a browser in as you, once, within 10 minutes.
#[utoipa::path(
    post,
    path = "/sign-in-links",
    request_body = NewSignInLink,
    responses(
        (status = 201, description = "It was created.", body = CreatedSignInLink),
        BadBody,
        NotThere,
    )
)]
pub(crate) async fn create_sign_in_link(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(new): JsonBody<NewSignInLink>,
) -> Result<(StatusCode, Json<CreatedSignInLink>), ApiProblem> {
    let settings = api.gateway.policy_settings();
    let Some(address) = &settings.public_url else {
        let sentence = "this gateway has no address of its own, so there is no page to open";
        return Err(ApiProblem::unknown(sentence));
    };
    let next = new.next.map(|next| checked(&next)).transpose()?;
    let link = api.gateway.page_sessions().link(&who.0).await?;
    let made = CreatedSignInLink {
        url: format!(
            "{address}{}{}",
            link.path.expose(),
            next.unwrap_or_default()
        ),
        expires_at: time::of_micros(link.expires_micros),
    };
    Ok((StatusCode::CREATED, Json(made)))
}

/// The query with the target page. The dashboard checks whether it exists.
fn checked(next: &str) -> Result<String, ApiProblem> {
    // None of these has a meaning in a query.
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let local = next.starts_with('/') && !next.starts_with("//");
    if !local || !next.bytes().all(plain) || next.len() > NEXT_MAX {
        return Err(ApiProblem::invalid(format!(
            "`next` is `{}`; it takes the path of a page, such as `/approvals`",
            quoted(next, 60)
        )));
    }
    Ok(format!("?next={next}"))
}

// === impl NewSignInLink ===

impl RequestBody for NewSignInLink {
    const SHAPE: &'static str = "an object, perhaps with `next`, the path of a page";
}

// === impl ApiProblem ===

impl From<SignInError> for ApiProblem {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::NoCredential => Self::new(ProblemKind::NotAllowed, error),
            SignInError::Store(error) => error.into(),
            error => Self::new(ProblemKind::Store, error),
        }
    }
}
