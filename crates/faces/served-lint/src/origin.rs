//! The origin of a source's definitions.

use std::collections::HashMap;

use candor_gateway::Gateway;
use candor_model::SourceName;
use candor_sources::SourceState;

/// The origin of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DefinitionOrigin {
    /// Written by its author, or sent by a server.
    Author,
    /// Made from an OpenAPI document.
    Document,
    /// Part of Candor, where tests hold the hints to be true.
    BuiltIn,
}

/// The origin of each source that answers.
pub(crate) struct SourceOrigins(HashMap<SourceName, DefinitionOrigin>);

// === impl SourceOrigins ===

impl SourceOrigins {
    pub(crate) fn of(gateway: &Gateway) -> Self {
        let sources = gateway.sources().into_iter().filter_map(|status| {
            let SourceState::Ready { transport, .. } = status.state else {
                return None;
            };
            let origin = match transport {
                "openapi" => DefinitionOrigin::Document,
                "pack" => DefinitionOrigin::BuiltIn,
                _ => DefinitionOrigin::Author,
            };
            Some((status.name, origin))
        });
        Self(sources.collect())
    }

    /// The origin of a source; that of an unknown one is the least believed.
    pub(crate) fn get(&self, source: &SourceName) -> DefinitionOrigin {
        let known = self.0.get(source).copied();
        known.unwrap_or(DefinitionOrigin::Author)
    }
}
