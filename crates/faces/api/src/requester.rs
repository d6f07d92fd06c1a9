//! Who asks, and in whose name a change is made.

use axum::extract::FromRequestParts;
use candor_model::{CallerIdentity, ChangeAuthor, ChangeChannel};
use http::request::Parts;

use crate::problem::{ApiProblem, ProblemKind};

/// Whoever asks, as the door has recognised them.
#[derive(Clone, Debug)]
pub(crate) struct Requester(pub(crate) CallerIdentity);

// === impl Who ===

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
        // Nobody gets past the door without it; and if somebody did, they would get no further.
        let who = parts.extensions.get::<Self>().cloned();
        who.ok_or_else(|| ApiProblem::new(ProblemKind::Unrecognised, "it is not known who asks"))
    }
}
