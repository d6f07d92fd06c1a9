//! Why connecting to a server failed.

use candor_wire::link::LinkError;

use crate::error::chain;
use crate::rpc::UpstreamCallError;

/// Why a source did not start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConnectError {
    #[error(transparent)]
    Call(#[from] UpstreamCallError),
    #[error(
        "the server speaks revision `{0}`, which Candor does not know; \
         update Candor, or the server"
    )]
    UnknownRevision(String),
    #[error(
        "neither transport works: Streamable HTTP: {}; HTTP+SSE: {}",
        chain(first),
        chain(second)
    )]
    NoTransport {
        first: Box<ConnectError>,
        second: Box<ConnectError>,
    },
    #[error("a source of this kind has no server to connect to")]
    NoServer,
}

// === impl ConnectError ===

impl ConnectError {
    /// Whether the server could not be reached at all, so that another kind of handshake is
    /// pointless.
    pub(crate) fn is_out_of_reach(&self) -> bool {
        let Self::Call(UpstreamCallError::Link(error)) = self else {
            return false;
        };
        is_out_of_reach(error)
    }

    /// Whether the server rejects this kind of request (HTTP 4xx).
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Call(UpstreamCallError::Link(LinkError::Status {
                status: 400..=499,
                ..
            }))
        )
    }

    /// Whether the connection broke, as opposed to an error response.
    pub(crate) fn is_breakdown(&self) -> bool {
        matches!(self, Self::Call(UpstreamCallError::Link(error)) if is_breakdown(error))
    }
}

impl From<LinkError> for ConnectError {
    fn from(error: LinkError) -> Self {
        Self::Call(UpstreamCallError::Link(error))
    }
}

/// Implements [`ConnectError::is_out_of_reach`] for a link error.
pub(crate) fn is_out_of_reach(error: &LinkError) -> bool {
    matches!(
        error,
        LinkError::Spawn { .. }
            | LinkError::Connect { .. }
            | LinkError::Timeout { .. }
            | LinkError::Invalid { .. }
    )
}

/// Implements [`ConnectError::is_breakdown`] for a link error.
pub(crate) fn is_breakdown(error: &LinkError) -> bool {
    matches!(
        error.root(),
        LinkError::Exited { .. } | LinkError::Closed { .. }
    )
}
