//! The prompts and resources of an endpoint as its client may have read them.
//!
//! Change events are sent to all listeners. A change may not concern a particular endpoint, so each
//! listener compares what its own endpoint serves.

use std::sync::Arc;

use candor_gateway::{ClientEvent, Endpoint, EndpointContent, Gateway, ListKind};

/// What a client may have read.
pub(crate) struct SeenContent {
    endpoint: Endpoint,
    /// `None` if the endpoint did not exist.
    prompts: Option<Arc<EndpointContent>>,
    resources: Option<Arc<EndpointContent>>,
}

// === impl SeenContent ===

impl SeenContent {
    /// The current content of the endpoint.
    pub(crate) fn new(gateway: &Gateway, endpoint: &Endpoint) -> Self {
        let now = gateway.catalogue().content(endpoint).ok();
        Self {
            endpoint: endpoint.clone(),
            prompts: now.clone(),
            resources: now,
        }
    }

    /// Whether a change concerns what the endpoint serves. A reported list counts as read. Changes
    /// of other kinds are not checked here.
    pub(crate) fn is_concerned(&mut self, gateway: &Gateway, change: &ClientEvent) -> bool {
        let now = || gateway.catalogue().content(&self.endpoint).ok();
        match change {
            ClientEvent::Prompts => {
                let now = now();
                let same = is_same(self.prompts.as_ref(), now.as_ref(), ListKind::Prompts);
                self.prompts = now;
                !same
            }
            ClientEvent::Resources => {
                let now = now();
                let same = is_same(self.resources.as_ref(), now.as_ref(), ListKind::Resources);
                self.resources = now;
                !same
            }
            ClientEvent::ResourceUpdated { source, uri, .. } => {
                now().is_some_and(|content| content.is_kept_by(uri, source))
            }
            ClientEvent::Tools | ClientEvent::Task { .. } | ClientEvent::Log { .. } => true,
        }
    }
}

fn is_same(
    seen: Option<&Arc<EndpointContent>>,
    now: Option<&Arc<EndpointContent>>,
    which: ListKind,
) -> bool {
    match (seen, now) {
        (Some(seen), Some(now)) => seen.lists_as(now, which),
        (None, None) => true,
        _ => false,
    }
}
