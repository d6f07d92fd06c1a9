//! What a source brings, seen before it is kept.

use candor_frame::{Badges, Nature, Outside};

use crate::found::Findings;
use crate::health::Health;
use candor_gateway::desk::{PreviewTool, SourcePreview};

/// How many tools are listed.
const MOST: usize = 100;

/// What a source brings.
pub(super) struct Brought {
    pub(super) health: Health,
    /// How it is, in a sentence that reads on from its name.
    pub(super) says: Outside,
    /// How many tools.
    pub(super) count: usize,
    pub(super) tools: Vec<Line>,
    /// How many tools are not listed.
    pub(super) more: usize,
    /// What all of them cost in a model's context, about.
    pub(super) tokens: usize,
    pub(super) prompts: usize,
    pub(super) resources: usize,
    pub(super) findings: Findings,
}

/// One tool.
pub(super) struct Line {
    pub(super) name: Outside,
    pub(super) title: Option<Outside>,
    pub(super) description: Outside,
    pub(super) badges: Badges,
    pub(super) tokens: usize,
}

// === impl Brought ===

impl Brought {
    pub(super) fn of(preview: &SourcePreview) -> Self {
        let line = |tool: &PreviewTool| Line {
            name: Outside::line(&tool.name),
            title: tool.title.as_deref().map(Outside::line),
            description: Outside::line(&tool.description),
            badges: Badges::of(Nature::of(&tool.effective, preview.plan.trust, false)),
            tokens: tool.tokens,
        };
        Self {
            health: Health::of(&preview.state),
            says: Outside::short(&preview.state.to_string(), 4_000),
            count: preview.tools.len(),
            tools: preview.tools.iter().take(MOST).map(line).collect(),
            more: preview.tools.len().saturating_sub(MOST),
            tokens: preview.tools.iter().map(|tool| tool.tokens).sum(),
            prompts: preview.prompts,
            resources: preview.resources,
            findings: Findings::of(&preview.findings),
        }
    }
}
