//! What a source brings, seen before it is kept.

use candor_dashboard_kit::{BadgeList, ExternalText, ToolFlags};

use crate::findings::FindingsPanel;
use crate::health::SourceHealthView;
use candor_gateway::edit::{PreviewTool, SourcePreview};

/// How many tools are listed.
const MOST: usize = 100;

/// What a source brings.
pub(super) struct SourcePreviewPanel {
    pub(super) health: SourceHealthView,
    /// How it is, in a sentence that reads on from its name.
    pub(super) says: ExternalText,
    /// How many tools.
    pub(super) count: usize,
    pub(super) tools: Vec<PreviewToolRow>,
    /// How many tools are not listed.
    pub(super) more: usize,
    /// What all of them cost in a model's context, about.
    pub(super) tokens: usize,
    pub(super) prompts: usize,
    pub(super) resources: usize,
    pub(super) findings: FindingsPanel,
}

/// One tool.
pub(super) struct PreviewToolRow {
    pub(super) name: ExternalText,
    pub(super) title: Option<ExternalText>,
    pub(super) description: ExternalText,
    pub(super) badges: BadgeList,
    pub(super) tokens: usize,
}

// === impl Brought ===

impl SourcePreviewPanel {
    pub(super) fn of(preview: &SourcePreview) -> Self {
        let line = |tool: &PreviewTool| PreviewToolRow {
            name: ExternalText::line(&tool.name),
            title: tool.title.as_deref().map(ExternalText::line),
            description: ExternalText::line(&tool.description),
            badges: BadgeList::of(ToolFlags::of(&tool.effective, preview.plan.trust, false)),
            tokens: tool.tokens,
        };
        Self {
            health: SourceHealthView::of(&preview.state),
            says: ExternalText::short(&preview.state.to_string(), 4_000),
            count: preview.tools.len(),
            tools: preview.tools.iter().take(MOST).map(line).collect(),
            more: preview.tools.len().saturating_sub(MOST),
            tokens: preview.tools.iter().map(|tool| tool.tokens).sum(),
            prompts: preview.prompts,
            resources: preview.resources,
            findings: FindingsPanel::of(&preview.findings),
        }
    }
}
