//! All details of a tool.

use candor_gateway::edit::ExplainedTool;
use candor_model::DefinitionPin;

use super::effective::{EffectiveView, HintFacts};
use super::item::ToolHead;
use super::statement::LayerView;
use crate::drift::DriftView;
use crate::json_value::JsonValue;
use crate::prelude::*;
use crate::suggestions::SuggestionView;
use crate::verifications::VerificationView;

/// Everything about one tool at one endpoint.
#[derive(Serialize, ToSchema)]
pub(crate) struct ToolDetail {
    #[serde(flatten)]
    head: ToolHead,
    /// The definition that clients get, byte for byte; for a tool in quarantine, that they would
    /// get.
    #[schema(value_type = serde_json::Value)]
    definition: JsonValue,
    /// What clients and people are told, and why.
    effective: EffectiveView,
    /// What policy relies upon, and why.
    relied: HintFacts,
    /// What each layer says, lowest first.
    layers: Vec<LayerView>,
    /// Hints that Candor suggests, for a person to accept.
    suggestions: Vec<SuggestionView>,
    /// The definition that it is held to; null until it is written down.
    pin: Option<PinView>,
    /// The drift of its definition, if it is in quarantine.
    drift: Option<DriftView>,
    /// What was observed when it was last verified; null if it never was.
    verification: Option<VerificationView>,
}

/// A pinned definition.
#[derive(Serialize, ToSchema)]
#[schema(as = Pin)]
pub(crate) struct PinView {
    /// The hash of the definition.
    hash: String,
    /// The id that hypertool would give the tool.
    ref_id: String,
    /// When it was pinned.
    #[schema(format = DateTime)]
    at: String,
}

// === impl ToolDetail ===

impl ToolDetail {
    pub(super) fn of(explained: &ExplainedTool) -> Self {
        Self {
            head: ToolHead::of(
                &explained.tool,
                &explained.effective,
                &explained.definition,
                explained.trust,
            ),
            definition: JsonValue::of_json(&explained.definition),
            effective: EffectiveView::of(&explained.effective, &explained.tool.declared),
            relied: HintFacts::relied(&explained.effective.relied),
            layers: explained.layers.iter().map(LayerView::of).collect(),
            suggestions: explained
                .suggestions
                .iter()
                .map(SuggestionView::of)
                .collect(),
            pin: explained.pin.as_deref().map(PinView::of),
            drift: explained.drift.as_deref().map(DriftView::of),
            verification: explained.verification.as_ref().map(|verification| {
                let current = verification.definition == explained.tool.hash;
                VerificationView::of(verification, current)
            }),
        }
    }
}

// === impl PinView ===

impl PinView {
    pub(crate) fn of(pin: &DefinitionPin) -> Self {
        Self {
            hash: pin.hash.to_string(),
            ref_id: pin.ref_id.to_string(),
            at: time::of_micros(pin.at_micros),
        }
    }
}
