//! Whose word counts, and what tools are by it.

use std::collections::HashMap;

use candor_frame::Nature;
use candor_gateway::{Gateway, Offered};
use candor_model::{QualifiedName, SourceName, Trust};

use crate::risk::Seen;

/// The trust in every source.
pub(crate) struct Trusts(HashMap<SourceName, Trust>);

// === impl Trusts ===

impl Trusts {
    /// As it is now.
    pub(crate) fn of(gateway: &Gateway) -> Self {
        let sources = gateway.sources().into_iter();
        Self(sources.map(|source| (source.name, source.trust)).collect())
    }

    /// The trust in the source of a tool. One that has just gone is nobody's to trust.
    fn on(&self, name: &QualifiedName) -> Trust {
        let known = self.0.get(name.source());
        known.copied().unwrap_or(Trust::Untrusted)
    }

    /// What is shown of a tool by badges.
    pub(crate) fn nature(&self, offered: &Offered) -> Nature {
        let tool = &offered.tool;
        let drifted = tool.quarantine.is_some();
        Nature::of(&offered.effective, self.on(&tool.name), drifted)
    }

    /// What matters of a tool beside others.
    pub(crate) fn seen<'a>(&self, offered: &'a Offered) -> Seen<'a> {
        let name = &offered.tool.name;
        Seen {
            name,
            hints: offered.effective.shown.hints(),
            untrusted: self.on(name) == Trust::Untrusted,
        }
    }
}
