//! Tools at one endpoint, served or quarantined.

use std::collections::HashMap;
use std::sync::Arc;

use candor_gateway::edit::ExplainedTool;
use candor_gateway::{Catalogue, CatalogueTool, Endpoint, EndpointOffer, Gateway, OfferedTool};
use candor_model::{SourceName, SourceTrust};
use candor_resolve::EffectiveAnnotations;
use candor_wire::RawJson;

use crate::problem::ApiProblem;

/// A tool at one endpoint: served there, or in quarantine.
pub(super) enum EndpointTool {
    Served(Arc<OfferedTool>),
    Quarantined(Box<ExplainedTool>),
}

/// A snapshot of an endpoint.
pub(super) struct EndpointTools<'a> {
    gateway: &'a Gateway,
    endpoint: &'a Endpoint,
    catalogue: Arc<Catalogue>,
    offer: Arc<EndpointOffer>,
    trust: HashMap<SourceName, SourceTrust>,
}

// === impl EndpointTool ===

impl EndpointTool {
    pub(super) fn tool(&self) -> &CatalogueTool {
        match self {
            Self::Served(offered) => &offered.tool,
            Self::Quarantined(explained) => &explained.tool,
        }
    }

    pub(super) fn effective(&self) -> &EffectiveAnnotations {
        match self {
            Self::Served(offered) => &offered.effective,
            Self::Quarantined(explained) => &explained.effective,
        }
    }

    pub(super) fn definition(&self) -> &RawJson {
        match self {
            Self::Served(offered) => &offered.definition,
            Self::Quarantined(explained) => &explained.definition,
        }
    }
}

// === impl EndpointTools ===

impl<'a> EndpointTools<'a> {
    pub(super) fn of(gateway: &'a Gateway, endpoint: &'a Endpoint) -> Result<Self, ApiProblem> {
        let catalogue = gateway.catalogue();
        let offer = catalogue.view(endpoint).map_err(ApiProblem::unknown)?;
        let sources = gateway.sources().into_iter();
        Ok(Self {
            gateway,
            endpoint,
            catalogue,
            offer,
            trust: sources.map(|source| (source.name, source.trust)).collect(),
        })
    }

    /// Every tool, served or not, by its name. In a toolset, those that are in it: the others do
    /// not exist there.
    pub(super) fn names(&self) -> Vec<(String, &Arc<CatalogueTool>)> {
        let tools: Vec<_> = if self.endpoint.toolset.is_none() {
            self.catalogue.tools().iter().collect()
        } else {
            let offered = self.offer.tools().iter();
            offered.map(|offered| &offered.tool).collect()
        };
        let named = tools.into_iter().map(|tool| (tool.name.to_string(), tool));
        let mut named: Vec<_> = named.collect();
        named.sort_by(|a, b| a.0.cmp(&b.0));
        named
    }

    /// One tool; `None` if it has been removed in the meantime.
    pub(super) fn look(&self, tool: &CatalogueTool) -> Option<EndpointTool> {
        if tool.quarantine.is_none()
            && let Some(offered) = self.offer.tool(tool.exposed.as_str())
        {
            return Some(EndpointTool::Served(Arc::clone(offered)));
        }
        let explained = self.gateway.editor().explain(&tool.name, self.endpoint);
        explained.ok().map(Box::new).map(EndpointTool::Quarantined)
    }

    pub(super) fn trust(&self, source: &SourceName) -> SourceTrust {
        let known = self.trust.get(source).copied();
        known.unwrap_or(SourceTrust::Untrusted)
    }

    pub(super) fn knows(&self, source: &SourceName) -> bool {
        self.trust.contains_key(source)
    }
}
