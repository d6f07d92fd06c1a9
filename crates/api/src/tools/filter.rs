//! Which tools are asked for.

use candor_gateway::Tool;
use candor_model::{Hint, Layer, SourceName, Trust};
use serde::Deserialize;
use utoipa::IntoParams;

use super::seen::{Seen, Sight};
use crate::problem::Problem;
use crate::words::{Flag, LayerWord, Tri, TrustWord};

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
    read_only: Option<Tri>,
    /// Tools whose effective hint is this.
    #[param(inline)]
    destructive: Option<Tri>,
    /// Tools whose effective hint is this.
    #[param(inline)]
    idempotent: Option<Tri>,
    /// Tools whose effective hint is this.
    #[param(inline)]
    open_world: Option<Tri>,
    /// Tools of which this layer decides a hint.
    #[param(inline)]
    layer: Option<LayerWord>,
    /// Tools of sources that are trusted, or that are not.
    #[param(inline)]
    trust: Option<TrustWord>,
    /// Tools that wait for somebody to accept their definition, or that do not.
    #[param(inline)]
    quarantined: Option<Flag>,
    /// How many at most, from 1 to 500; 100 if nothing is said.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    pub(super) limit: Option<String>,
    /// Where to go on: the `next` of the page before.
    pub(super) after: Option<String>,
}

/// The same, read.
pub(super) struct Filter {
    source: Option<SourceName>,
    text: Option<String>,
    hints: Vec<(Hint, Tri)>,
    layer: Option<Layer>,
    trust: Option<Trust>,
    quarantined: Option<Flag>,
}

// === impl Filter ===

impl Filter {
    pub(super) fn read(query: &ToolsQuery, sight: &Sight<'_>) -> Result<Self, Problem> {
        let source = query.source.as_deref().map(SourceName::parse).transpose();
        let source = source.map_err(Problem::unknown)?;
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
            layer: query.layer.map(Layer::from),
            trust: query.trust.map(Trust::from),
            quarantined: query.quarantined,
        })
    }

    /// What can be said without looking at what the tool does.
    pub(super) fn lets_in(&self, tool: &Tool, sight: &Sight<'_>) -> bool {
        let source = tool.name.source();
        self.source.as_ref().is_none_or(|wanted| wanted == source)
            && self
                .trust
                .is_none_or(|wanted| wanted == sight.trust(source))
            && self
                .quarantined
                .is_none_or(|wanted| wanted.is(tool.quarantine.is_some()))
    }

    /// The rest.
    pub(super) fn fits(&self, seen: &Seen) -> bool {
        let shown = &seen.effective().shown;
        let value = |hint| shown.hint(hint).map(|fact| fact.value);
        let decides = |layer: Layer| {
            let facts = Hint::ALL.into_iter().filter_map(|hint| shown.hint(hint));
            facts
                .map(|fact| fact.origin.voice().layer)
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
