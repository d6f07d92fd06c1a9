//! The caller of a request, and the author of its changes.

use axum::extract::FromRequestParts;
use candor_model::{CallerIdentity, ChangeAuthor, ChangeChannel};
use http::request::Parts;

use crate::problem::{ApiProblem, ProblemKind};

/// The identity of a request, as the guard has authenticated it.
#[derive(Clone, Debug)]
pub(crate) struct Requester(pub(crate) CallerIdentity);

// === impl Requester ===

impl Requester {
    /// The author of a change, with their reason.
    pub(crate) fn author(self, why: Option<String>) -> ChangeAuthor {
        ChangeAuthor {
            name: self.0.name,
            channel: ChangeChannel::Api,
            why: why.filter(|why| !why.trim().is_empty()),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Requester {
    type Rejection = ApiProblem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiProblem> {
        // The guard sets it for every request; without it the request is refused.
        let who = parts.extensions.get::<Self>().cloned();
        who.ok_or_else(|| ApiProblem::new(ProblemKind::Unrecognised, "it is not known who asks"))
    }
}
