//! What came back.

use std::fmt;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use url::Url;

use crate::error;

/// The reply of a server, with as much of its body as was wanted.
pub struct EgressResponse {
    /// The HTTP status of the reply.
    pub status: StatusCode,
    /// The headers. Where there was a body, those that speak of its length and encoding on the
    /// way are gone.
    pub headers: HeaderMap,
    /// The body, unpacked.
    pub body: Bytes,
    /// Whether the body is only a beginning.
    pub cut: Option<BodyCut>,
    /// Where it came from in the end. It may hold credentials in its query.
    pub url: Url,
}

/// What is known of a body of which only the beginning was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyCut {
    /// How many bytes were kept.
    pub kept: u64,
    /// How many there are, where the server said so and the body was not packed.
    pub total: Option<u64>,
    /// What ended the reading.
    pub by: CutReason,
}

/// What ended the reading of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutReason {
    /// It is larger than [`crate::ExchangeLimits::max_body`].
    Size,
    /// It was still coming when [`crate::ExchangeLimits::timeout`] had passed.
    Time,
    /// It is a stream of events, and nothing came for [`crate::ExchangeLimits::silence`].
    Silence,
}

// === impl EgressResponse ===

impl fmt::Debug for EgressResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The URL may hold credentials, and the body is large.
        f.debug_struct("Response")
            .field("status", &self.status)
            .field("host", &error::host(&self.url))
            .field("body", &self.body.len())
            .field("cut", &self.cut)
            .finish_non_exhaustive()
    }
}
