//! The trust in the source of each tool.

use std::collections::HashMap;

use candor_dashboard_kit::ToolFlags;
use candor_gateway::{Gateway, OfferedTool};
use candor_model::{QualifiedName, SourceName, SourceTrust};

use crate::risk::RiskInput;

/// The trust in every source.
pub(crate) struct TrustBySource(HashMap<SourceName, SourceTrust>);

// === impl TrustBySource ===

impl TrustBySource {
    pub(crate) fn of(gateway: &Gateway) -> Self {
        let sources = gateway.sources().into_iter();
        Self(sources.map(|source| (source.name, source.trust)).collect())
    }

    /// The trust in the source of a tool; a source that was just removed is untrusted.
    fn on(&self, name: &QualifiedName) -> SourceTrust {
        let known = self.0.get(name.source());
        known.copied().unwrap_or(SourceTrust::Untrusted)
    }

    /// The badges of a tool.
    pub(crate) fn nature(&self, offered: &OfferedTool) -> ToolFlags {
        let tool = &offered.tool;
        let drifted = tool.quarantine.is_some();
        ToolFlags::of(&offered.effective, self.on(&tool.name), drifted)
    }

    /// The facts about a tool that decide its risk.
    pub(crate) fn seen<'a>(&self, offered: &'a OfferedTool) -> RiskInput<'a> {
        let name = &offered.tool.name;
        RiskInput {
            name,
            hints: offered.effective.shown.hints(),
            untrusted: self.on(name) == SourceTrust::Untrusted,
        }
    }
}
