//! The tools of a source, listed before it is added.

use candor_dashboard_kit::wording::counted;
use candor_dashboard_kit::{BadgeList, ExternalText, ToolFlags};

use crate::findings::FindingsPanel;
use crate::health::SourceHealthView;
use candor_gateway::edit::{PreviewTool, SourcePreview};

/// The most tools that are listed.
const MOST: usize = 100;

/// The result of a preview.
pub(super) struct SourcePreviewPanel {
    pub(super) health: SourceHealthView,
    /// Its state, as the rest of a sentence that begins with its name.
    pub(super) says: ExternalText,
    pub(super) count: String,
    pub(super) tools: Vec<PreviewToolRow>,
    /// How many more tools there are.
    pub(super) more: usize,
    /// The estimated tokens of all definitions.
    pub(super) tokens: String,
    /// The prompts and resources that it offers besides, if any.
    pub(super) others: Option<String>,
    pub(super) findings: FindingsPanel,
}

pub(super) struct PreviewToolRow {
    pub(super) name: ExternalText,
    pub(super) title: Option<ExternalText>,
    pub(super) description: ExternalText,
    pub(super) badges: BadgeList,
    pub(super) tokens: String,
}

// === impl SourcePreviewPanel ===

impl SourcePreviewPanel {
    pub(super) fn of(preview: &SourcePreview) -> Self {
        let line = |tool: &PreviewTool| PreviewToolRow {
            name: ExternalText::line(&tool.name),
            title: tool.title.as_deref().map(ExternalText::line),
            description: ExternalText::line(&tool.description),
            badges: BadgeList::of(ToolFlags::of(&tool.effective, preview.plan.trust, false)),
            tokens: counted(tool.tokens, "token"),
        };
        let tokens = preview.tools.iter().map(|tool| tool.tokens);
        Self {
            health: SourceHealthView::of(&preview.state),
            says: ExternalText::sentence(&preview.state.to_string(), 4_000),
            count: counted(preview.tools.len(), "tool"),
            tools: preview.tools.iter().take(MOST).map(line).collect(),
            more: preview.tools.len().saturating_sub(MOST),
            tokens: counted(tokens.sum(), "token"),
            others: (preview.prompts + preview.resources > 0).then(|| {
                let prompts = counted(preview.prompts, "prompt");
                format!("{prompts} and {}", counted(preview.resources, "resource"))
            }),
            findings: FindingsPanel::of(&preview.findings),
        }
    }
}
