//! One suggestion.

use candor_gateway::edit::HintSuggestion;
use serde::Serialize;
use utoipa::ToSchema;

use crate::enums::HintWord;

/// Something that waits for a person's yes.
#[derive(Serialize, ToSchema)]
#[schema(as = Suggestion)]
pub(crate) struct SuggestionView {
    /// About which tool.
    tool: String,
    /// About which hint.
    hint: HintWord,
    /// The value that is suggested.
    value: bool,
    /// How sure Candor is, in percent, from 50 to 99.
    #[schema(minimum = 50, maximum = 99)]
    confidence: u8,
    /// The reasons for it.
    evidence: Vec<String>,
}

// === impl SuggestionView ===

impl SuggestionView {
    pub(crate) fn of(suggestion: &HintSuggestion) -> Self {
        let finding = &suggestion.finding;
        Self {
            tool: suggestion.tool.name.to_string(),
            hint: finding.hint.into(),
            value: finding.value,
            confidence: finding.confidence.percent(),
            evidence: finding.evidence.iter().map(ToString::to_string).collect(),
        }
    }
}
