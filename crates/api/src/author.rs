//! Who asks, and in whose name a change is made.

use axum::extract::FromRequestParts;
use candor_model::{Author, Door, Identity};
use http::request::Parts;

use crate::problem::{Kind, Problem};

/// Whoever asks, as the door has recognised them.
#[derive(Clone, Debug)]
pub(crate) struct Who(pub(crate) Identity);

// === impl Who ===

impl Who {
    /// The author of a change, with their reason.
    pub(crate) fn author(self, why: Option<String>) -> Author {
        Author {
            name: self.0.name,
            door: Door::Api,
            why: why.filter(|why| !why.trim().is_empty()),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Who {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        // Nobody gets past the door without it; and if somebody did, they would get no further.
        let who = parts.extensions.get::<Self>().cloned();
        who.ok_or_else(|| Problem::new(Kind::Unrecognised, "it is not known who asks"))
    }
}
