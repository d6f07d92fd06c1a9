//! A tool at one endpoint, whether it is served there or waits for somebody.

use std::collections::HashMap;
use std::sync::Arc;

use candor_gateway::desk::Explained;
use candor_gateway::{Catalogue, Endpoint, Gateway, Offer, Offered, Tool};
use candor_model::{SourceName, Trust};
use candor_resolve::Effective;
use candor_wire::RawJson;

use crate::problem::Problem;

/// See the module.
pub(super) enum Seen {
    Served(Arc<Offered>),
    Held(Box<Explained>),
}

/// What an endpoint shows at one moment.
pub(super) struct Sight<'a> {
    gateway: &'a Gateway,
    endpoint: &'a Endpoint,
    catalogue: Arc<Catalogue>,
    offer: Arc<Offer>,
    trust: HashMap<SourceName, Trust>,
}

// === impl Seen ===

impl Seen {
    pub(super) fn tool(&self) -> &Tool {
        match self {
            Self::Served(offered) => &offered.tool,
            Self::Held(explained) => &explained.tool,
        }
    }

    pub(super) fn effective(&self) -> &Effective {
        match self {
            Self::Served(offered) => &offered.effective,
            Self::Held(explained) => &explained.effective,
        }
    }

    pub(super) fn definition(&self) -> &RawJson {
        match self {
            Self::Served(offered) => &offered.definition,
            Self::Held(explained) => &explained.definition,
        }
    }
}

// === impl Sight ===

impl<'a> Sight<'a> {
    pub(super) fn of(gateway: &'a Gateway, endpoint: &'a Endpoint) -> Result<Self, Problem> {
        let catalogue = gateway.catalogue();
        let offer = catalogue.view(endpoint).map_err(Problem::unknown)?;
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
    pub(super) fn names(&self) -> Vec<(String, &Arc<Tool>)> {
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

    /// Looks at one of them. None: it has gone in this moment.
    pub(super) fn look(&self, tool: &Tool) -> Option<Seen> {
        if tool.quarantine.is_none()
            && let Some(offered) = self.offer.tool(tool.exposed.as_str())
        {
            return Some(Seen::Served(Arc::clone(offered)));
        }
        let explained = self.gateway.desk().explain(&tool.name, self.endpoint);
        explained.ok().map(Box::new).map(Seen::Held)
    }

    pub(super) fn trust(&self, source: &SourceName) -> Trust {
        let known = self.trust.get(source).copied();
        known.unwrap_or(Trust::Untrusted)
    }

    pub(super) fn knows(&self, source: &SourceName) -> bool {
        self.trust.contains_key(source)
    }
}
