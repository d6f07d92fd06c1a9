//! One changed definition.

use candor_model::DriftRecord;
use serde::Serialize;
use utoipa::ToSchema;

use crate::json_value::JsonValue;
use crate::tools::detail::PinView;

/// A definition that is no longer the pinned one.
#[derive(Serialize, ToSchema)]
#[schema(as = Drift)]
pub(crate) struct DriftView {
    /// Which tool, by the name it has now.
    name: String,
    /// Where it comes from.
    source: String,
    /// The name it had, if the source seems to have renamed it.
    renamed_from: Option<String>,
    /// The hash of the pinned definition.
    pinned: String,
    /// The definition that was found.
    found: PinView,
    /// What differs, one line each.
    differences: Vec<String>,
    /// Whether a hint says less danger than before.
    loosens: bool,
    /// Whether the tool is in quarantine until the change is accepted.
    quarantined: bool,
}

/// A changed definition with its text.
#[derive(Serialize, ToSchema)]
pub(crate) struct DriftDetail {
    #[serde(flatten)]
    drift: DriftView,
    /// The definition that was found, as it is hashed: without what may change freely.
    #[schema(value_type = serde_json::Value)]
    definition: JsonValue,
}

// === impl DriftView ===

impl DriftView {
    pub(crate) fn of(drift: &DriftRecord) -> Self {
        Self {
            name: drift.name.to_string(),
            source: drift.name.source().to_string(),
            renamed_from: drift.renamed_from.as_ref().map(ToString::to_string),
            pinned: drift.pinned.to_string(),
            found: PinView::of(&drift.found),
            differences: drift.differences.clone(),
            loosens: drift.loosens,
            quarantined: drift.quarantined,
        }
    }
}

// === impl DriftDetail ===

impl DriftDetail {
    pub(super) fn of(drift: &DriftRecord) -> Self {
        Self {
            drift: DriftView::of(drift),
            definition: JsonValue::of_text(&drift.found.definition),
        }
    }
}
