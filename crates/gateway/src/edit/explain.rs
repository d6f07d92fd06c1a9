//! Everything about one tool: every layer, the effective values, and why.

use std::sync::Arc;

use candor_model::{
    AnnotationLayer, DefinitionPin, DriftRecord, Opinion, QualifiedName, SourceTrust, Verification,
};
use candor_resolve::EffectiveAnnotations;
use candor_wire::RawJson;

use super::{EditError, Editor, HintSuggestion};
use crate::catalogue::endpoint::Endpoint;
use crate::catalogue::offer::{effective, layers_above};
use crate::catalogue::{CatalogueTool, render};

/// A tool at one endpoint, layer by layer.
#[derive(Clone, Debug)]
pub struct ExplainedTool {
    /// The tool that is explained.
    pub tool: Arc<CatalogueTool>,
    /// Whether its source's hints are relied on.
    pub trust: SourceTrust,
    /// The opinion of each layer, lowest first, including empty ones.
    pub layers: Vec<(AnnotationLayer, Opinion)>,
    /// The effective annotations.
    pub effective: EffectiveAnnotations,
    /// The definition that clients get.
    pub definition: RawJson,
    /// Suggestions that wait for a person's decision.
    pub suggestions: Vec<HintSuggestion>,
    /// The pinned definition, if there is one.
    pub pin: Option<Arc<DefinitionPin>>,
    /// The drift of its definition, if it is in quarantine.
    pub drift: Option<Arc<DriftRecord>>,
    /// The last verification, which is about another definition if that has changed since.
    pub verification: Option<Verification>,
}

impl Editor<'_> {
    /// All tools, served or not, as they are at one endpoint, in the order of the catalogue.
    pub fn explain_all(&self, endpoint: &Endpoint) -> Result<Vec<ExplainedTool>, EditError> {
        let catalogue = self.gateway.catalogue();
        let suggestions = self.suggestions();
        let mut suggestions = suggestions.into_iter().peekable();
        let explain = |tool: &Arc<CatalogueTool>| {
            let mut own = Vec::new();
            while let Some(one) = suggestions.next_if(|one| one.tool.name == tool.name) {
                own.push(one);
            }
            self.explain_one(tool, endpoint, own)
        };
        catalogue.tools().iter().map(explain).collect()
    }

    /// Explains one tool.
    pub fn explain(
        &self,
        name: &QualifiedName,
        endpoint: &Endpoint,
    ) -> Result<ExplainedTool, EditError> {
        let catalogue = self.gateway.catalogue();
        let Some(tool) = catalogue.named(name) else {
            let about = candor_model::ToolPattern::exactly(name);
            self.check_known(&about)?;
            return Err(EditError::Unknown(format!(
                "`{name}` is not offered by its source now, though it was before"
            )));
        };
        let mut own = self.suggestions();
        own.retain(|one| one.tool.name == *name);
        self.explain_one(tool, endpoint, own)
    }

    fn explain_one(
        &self,
        tool: &Arc<CatalogueTool>,
        endpoint: &Endpoint,
        suggestions: Vec<HintSuggestion>,
    ) -> Result<ExplainedTool, EditError> {
        let snapshot = self.gateway.snapshot();
        let unknown = |error: crate::UnknownEndpoint| EditError::Unknown(error.to_string());
        let catalogue = self.gateway.catalogue();
        let offer = catalogue.view(endpoint).map_err(unknown)?;
        let said = layers_above(tool, &snapshot.settings.opinions, endpoint);
        let mut layers = vec![
            (AnnotationLayer::Inferred, tool.inferred.as_ref().clone()),
            (AnnotationLayer::Declared, tool.declared.as_ref().clone()),
        ];
        layers.extend(said);
        let effective = effective(tool, &snapshot.settings.opinions, endpoint);
        let definition = if let Some(offered) = offer.tool(tool.exposed.as_str()) {
            offered.definition.clone()
        } else {
            // In quarantine, or not in the toolset: what clients would get.
            let style = snapshot.settings.style_at(endpoint);
            render::annotated(&tool.base, &effective, style)
        };
        Ok(ExplainedTool {
            trust: tool.server.trust,
            layers,
            effective,
            definition,
            suggestions,
            pin: snapshot.pins.get(&tool.name).cloned(),
            drift: tool.quarantine.clone(),
            verification: snapshot.verification(&tool.name).cloned(),
            tool: Arc::clone(tool),
        })
    }
}
