//! Who is at the other end, as far as the transport has made sure of it.

use std::sync::Arc;

use candor_gateway::Endpoint;
use candor_model::Identity;

/// What a request has before anybody looks into it. A session keeps that of the request which
/// began it.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// Who it is.
    pub(crate) identity: Identity,
    /// What its requests have in common, where they have something in common.
    pub(crate) session: Option<Arc<str>>,
    /// The door that it came through.
    pub(crate) endpoint: Endpoint,
}
