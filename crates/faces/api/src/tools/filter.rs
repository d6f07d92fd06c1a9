//! The filter of the tool list.

use candor_gateway::CatalogueTool;
use candor_model::{AnnotationLayer, Hint, SourceName, SourceTrust};

use super::endpoint_tools::{EndpointTool, EndpointTools};
use crate::enums::{BoolFilter, HintFilter, LayerWord, TrustWord};
use crate::prelude::*;

/// Which tools, and as seen from where.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ToolsQuery {
    /// Tools of this source.
    pub(super) source: Option<String>,
    /// As they are in this environment.
    pub(super) environment: Option<String>,
    /// Tools of this toolset, as they are there.
    pub(super) toolset: Option<String>,
    /// Tools whose name or title holds this text, in capitals or not.
    pub(super) q: Option<String>,
    /// Tools whose effective hint is this.
    #[param(inline)]
    read_only: Option<HintFilter>,
    /// Tools whose effective hint is this.
    #[param(inline)]
    destructive: Option<HintFilter>,
    /// Tools whose effective hint is this.
    #[param(inline)]
    idempotent: Option<HintFilter>,
    /// Tools whose effective hint is this.
    #[param(inline)]
    open_world: Option<HintFilter>,
    /// Tools of which this layer decides a hint.
    #[param(inline)]
    layer: Option<LayerWord>,
    /// Tools of sources that are trusted, or that are not.
    #[param(inline)]
    trust: Option<TrustWord>,
    /// Tools that are in quarantine, or that are not.
    #[param(inline)]
    quarantined: Option<BoolFilter>,
    /// The maximum number of entries, from 1 to 500; 100 by default.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    pub(super) limit: Option<String>,
    /// Where to continue: the `next` of the previous page.
    pub(super) after: Option<String>,
}

/// The parsed filter.
pub(super) struct ToolFilter {
    source: Option<SourceName>,
    text: Option<String>,
    hints: Vec<(Hint, HintFilter)>,
    layer: Option<AnnotationLayer>,
    trust: Option<SourceTrust>,
    quarantined: Option<BoolFilter>,
}

// === impl ToolFilter ===

impl ToolFilter {
    pub(super) fn read(query: &ToolsQuery, sight: &EndpointTools<'_>) -> Result<Self, ApiProblem> {
        let source = query.source.as_deref().map(SourceName::parse).transpose();
        let source = source.map_err(ApiProblem::unknown)?;
        if let Some(source) = source.as_ref().filter(|source| !sight.knows(source)) {
            return Err(crate::sources::unknown(source));
        }
        let hints = [
            (Hint::ReadOnly, query.read_only),
            (Hint::Destructive, query.destructive),
            (Hint::Idempotent, query.idempotent),
            (Hint::OpenWorld, query.open_world),
        ];
        Ok(Self {
            source,
            text: query.q.as_deref().map(str::to_lowercase),
            hints: hints
                .into_iter()
                .filter_map(|(hint, wanted)| Some((hint, wanted?)))
                .collect(),
            layer: query.layer.map(AnnotationLayer::from),
            trust: query.trust.map(SourceTrust::from),
            quarantined: query.quarantined,
        })
    }

    /// The criteria that do not depend on the tool's hints.
    pub(super) fn lets_in(&self, tool: &CatalogueTool, sight: &EndpointTools<'_>) -> bool {
        let source = tool.name.source();
        self.source.as_ref().is_none_or(|wanted| wanted == source)
            && self
                .trust
                .is_none_or(|wanted| wanted == sight.trust(source))
            && self
                .quarantined
                .is_none_or(|wanted| wanted.is(tool.quarantine.is_some()))
    }

    /// Whether a tool passes what is left of the filter.
    pub(super) fn fits(&self, seen: &EndpointTool) -> bool {
        let shown = &seen.effective().shown;
        let value = |hint| shown.hint(hint).map(|fact| fact.value);
        let decides = |layer: AnnotationLayer| {
            let facts = Hint::ALL.into_iter().filter_map(|hint| shown.hint(hint));
            facts
                .map(|fact| fact.origin.provenance().layer)
                .any(|found| found == layer)
        };
        let holds = |text: &String| {
            let title = shown.title().map(|fact| fact.value.to_lowercase());
            seen.tool().name.to_string().to_lowercase().contains(text)
                || title.is_some_and(|title| title.contains(text))
        };
        self.hints
            .iter()
            .all(|(hint, wanted)| wanted.is(value(*hint)))
            && self.layer.is_none_or(decides)
            && self.text.as_ref().is_none_or(holds)
    }
}
