//! Everything about one tool: every layer, what comes of them, and why.

use std::sync::Arc;

use candor_model::{Drift, Layer, Opinion, Pin, QualifiedName, Trust};
use candor_resolve::Effective;
use candor_wire::RawJson;

use super::{Desk, DeskError, Suggestion};
use crate::catalogue::offer::{above, effective};
use crate::catalogue::{Tool, render};
use crate::endpoint::Endpoint;

/// A tool as it is at one endpoint, layer by layer.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The tool.
    pub tool: Arc<Tool>,
    /// Whether its source's hints are relied upon.
    pub trust: Trust,
    /// What each layer says, lowest first; silent ones too.
    pub layers: Vec<(Layer, Opinion)>,
    /// What comes of it.
    pub effective: Effective,
    /// What clients get.
    pub definition: RawJson,
    /// What waits for a yes.
    pub suggestions: Vec<Suggestion>,
    /// What it is held to.
    pub pin: Option<Arc<Pin>>,
    /// What has become of it, if that waits for somebody.
    pub drift: Option<Arc<Drift>>,
}

impl Desk<'_> {
    /// Every tool, served or not, as it is at one endpoint, in the order of the catalogue.
    pub fn explain_all(&self, endpoint: &Endpoint) -> Result<Vec<Explained>, DeskError> {
        let catalogue = self.gateway.catalogue();
        let suggestions = self.suggestions();
        let mut suggestions = suggestions.into_iter().peekable();
        let explain = |tool: &Arc<Tool>| {
            let mut own = Vec::new();
            while let Some(one) = suggestions.next_if(|one| one.tool.name == tool.name) {
                own.push(one);
            }
            self.explain_one(tool, endpoint, own)
        };
        catalogue.tools().iter().map(explain).collect()
    }

    /// One tool.
    pub fn explain(
        &self,
        name: &QualifiedName,
        endpoint: &Endpoint,
    ) -> Result<Explained, DeskError> {
        let catalogue = self.gateway.catalogue();
        let Some(tool) = catalogue.named(name) else {
            let about = candor_model::ToolPattern::exactly(name);
            self.check_known(&about)?;
            return Err(DeskError::Unknown(format!(
                "`{name}` is not offered by its source now, though it was before"
            )));
        };
        let mut own = self.suggestions();
        own.retain(|one| one.tool.name == *name);
        self.explain_one(tool, endpoint, own)
    }

    fn explain_one(
        &self,
        tool: &Arc<Tool>,
        endpoint: &Endpoint,
        suggestions: Vec<Suggestion>,
    ) -> Result<Explained, DeskError> {
        let known = self.gateway.known();
        let unknown = |error: crate::NoEndpoint| DeskError::Unknown(error.to_string());
        let catalogue = self.gateway.catalogue();
        let offer = catalogue.view(endpoint).map_err(unknown)?;
        let said = above(tool, &known.said.book, endpoint);
        let mut layers = vec![
            (Layer::Inferred, tool.inferred.clone()),
            (Layer::Declared, tool.declared.clone()),
        ];
        layers.extend(said);
        let effective = effective(tool, &known.said.book, endpoint);
        let definition = if let Some(offered) = offer.tool(tool.exposed.as_str()) {
            offered.definition.clone()
        } else {
            // In quarantine, or not in the toolset: what clients would get.
            let style = known.said.style_at(endpoint);
            render::annotated(&tool.base, &effective.shown, style)
        };
        Ok(Explained {
            trust: tool.server.trust,
            layers,
            effective,
            definition,
            suggestions,
            pin: known.pins.get(&tool.name).cloned(),
            drift: tool.quarantine.clone(),
            tool: Arc::clone(tool),
        })
    }
}
