//! A tool in a list.

use candor_gateway::CatalogueTool;
use candor_model::SourceTrust;
use candor_resolve::EffectiveAnnotations;
use candor_wire::{RawJson, RawObject};

use super::cost;
use super::endpoint_tools::EndpointTool;
use crate::enums::{HintValues, TrustWord};
use crate::prelude::*;

/// What is shown of a tool wherever it is shown.
#[derive(Serialize, ToSchema)]
pub(crate) struct ToolHead {
    /// Its namespaced name, `source.tool`.
    name: String,
    /// What clients call it.
    exposed: String,
    /// Where it comes from.
    source: String,
    /// Whether the hints of its source are trusted.
    trust: TrustWord,
    /// The title of the tool.
    title: Option<String>,
    /// The first line of its description.
    description: Option<String>,
    /// What clients and people are told.
    hints: HintValues,
    /// Whether it is in quarantine: not served until its changed definition is accepted.
    quarantined: bool,
    /// Whether it is listed from memory, because its source is still starting.
    remembered: bool,
    /// The hash of its definition.
    hash: String,
    /// The id that hypertool would give it.
    ref_id: String,
    /// What its definition costs in a model's context, in tokens: an estimate.
    tokens: usize,
}

/// A tool in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct ToolItem {
    #[serde(flatten)]
    head: ToolHead,
    /// The effective values that policy uses.
    relied: HintValues,
}

// === impl ToolHead ===

impl ToolHead {
    pub(super) fn of(
        tool: &CatalogueTool,
        effective: &EffectiveAnnotations,
        definition: &RawJson,
        trust: SourceTrust,
    ) -> Self {
        Self {
            name: tool.name.to_string(),
            exposed: tool.exposed.to_string(),
            source: tool.name.source().to_string(),
            trust: trust.into(),
            title: effective.shown.title().map(|fact| fact.value.to_string()),
            description: first_line(definition),
            hints: effective.shown.hints().into(),
            quarantined: tool.quarantine.is_some(),
            remembered: tool.remembered,
            hash: tool.hash.to_string(),
            ref_id: tool.ref_id.to_string(),
            tokens: cost::of(definition),
        }
    }
}

// === impl ToolItem ===

impl ToolItem {
    pub(super) fn of(seen: &EndpointTool, trust: SourceTrust) -> Self {
        let effective = seen.effective();
        Self {
            head: ToolHead::of(seen.tool(), effective, seen.definition(), trust),
            relied: effective.relied.hints().into(),
        }
    }
}

fn first_line(definition: &RawJson) -> Option<String> {
    let members = RawObject::parse(definition).ok()?;
    let text = members.get_string("description")?;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.to_owned())
}
