//! Risks of a combination of tools.
//!
//! A model that reads private data, reads untrusted content and can send data out may be talked
//! into leaking the private data. Each factor is harmless without the other two, so the risk is one
//! of the whole toolset. Hints and trust decide:
//!
//! - *reads private data*: a read-only tool that is not open world;
//! - *reads untrusted content*: a read-only open-world tool, and every tool of an untrusted
//!   source;
//! - *sends data out*: an open-world tool that writes.
//!
//! A tool whose hints are not set may have a factor, which is told apart from having it. The
//! read-only hint of an untrusted source does not exclude that a tool sends data out.

#[cfg(test)]
mod tests;

use candor_model::{Hint, Hints, QualifiedName};

/// The most tools that are named per factor.
const NAMED: usize = 5;

/// The facts about a tool that decide its risk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RiskInput<'a> {
    pub(crate) name: &'a QualifiedName,
    pub(crate) hints: Hints,
    pub(crate) untrusted: bool,
}

/// The risk of a set of tools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ToolsetRisk {
    pub(crate) tools: usize,
    pub(crate) read_only: usize,
    pub(crate) destructive: usize,
    pub(crate) open_world: usize,
    pub(crate) untrusted: usize,
    /// Tools that read private data.
    pub(crate) private: RiskFactor,
    /// Tools that read untrusted content.
    pub(crate) strange: RiskFactor,
    /// Tools that send data out.
    pub(crate) outward: RiskFactor,
}

/// The tools with one risk factor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RiskFactor {
    /// Tools that have it.
    pub(crate) sure: ToolSample,
    /// Tools that may have it, because hints are not set.
    pub(crate) perhaps: ToolSample,
}

/// A number of tools, the first few by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ToolSample {
    pub(crate) count: usize,
    pub(crate) names: Vec<String>,
}

/// Whether all three factors come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RiskVerdict {
    /// At least one factor is missing.
    Apart,
    /// They may: some hints are not set.
    Perhaps,
    /// All three are there.
    Together,
}

/// Whether something is true of a tool.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Certainty {
    Yes,
    Perhaps,
    No,
}

// === impl ToolsetRisk ===

impl ToolsetRisk {
    /// The risk of these tools.
    pub(crate) fn of<'a>(tools: impl IntoIterator<Item = RiskInput<'a>>) -> Self {
        let mut risk = Self::default();
        for tool in tools {
            risk.add(&tool);
        }
        risk
    }

    fn add(&mut self, tool: &RiskInput<'_>) {
        let is = |hint| tool.hints.get(hint) == Some(true);
        self.tools += 1;
        self.read_only += usize::from(is(Hint::ReadOnly));
        self.destructive += usize::from(is(Hint::Destructive));
        self.open_world += usize::from(is(Hint::OpenWorld));
        self.untrusted += usize::from(tool.untrusted);
        let reads = Certainty::of(tool.hints.get(Hint::ReadOnly));
        let outside = Certainty::of(tool.hints.get(Hint::OpenWorld));
        // A read-only hint of an untrusted source does not exclude writes.
        let writes = match reads.not() {
            Certainty::No if tool.untrusted => Certainty::Perhaps,
            writes => writes,
        };
        let strange = if tool.untrusted {
            Certainty::Yes
        } else {
            reads.and(outside)
        };
        self.private.add(reads.and(outside.not()), tool.name);
        self.strange.add(strange, tool.name);
        self.outward.add(writes.and(outside), tool.name);
    }

    /// Whether there are tools, all of them read-only.
    pub(crate) fn is_read_only(&self) -> bool {
        self.tools > 0 && self.read_only == self.tools
    }

    /// Whether all three factors come together.
    pub(crate) fn verdict(&self) -> RiskVerdict {
        let parts = [&self.private, &self.strange, &self.outward];
        if parts.iter().all(|part| part.sure.count > 0) {
            RiskVerdict::Together
        } else if parts
            .iter()
            .all(|part| part.sure.count + part.perhaps.count > 0)
        {
            RiskVerdict::Perhaps
        } else {
            RiskVerdict::Apart
        }
    }
}

// === impl RiskFactor ===

impl RiskFactor {
    fn add(&mut self, holds: Certainty, name: &QualifiedName) {
        let place = match holds {
            Certainty::Yes => &mut self.sure,
            Certainty::Perhaps => &mut self.perhaps,
            Certainty::No => return,
        };
        place.count += 1;
        if place.names.len() < NAMED {
            place.names.push(name.to_string());
        }
    }
}

// === impl ToolSample ===

impl ToolSample {
    /// The number of tools that are not named.
    pub(crate) fn more(&self) -> usize {
        self.count - self.names.len()
    }
}

// === impl Certainty ===

impl Certainty {
    const fn of(hint: Option<bool>) -> Self {
        match hint {
            Some(true) => Self::Yes,
            Some(false) => Self::No,
            None => Self::Perhaps,
        }
    }

    const fn not(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::Perhaps => Self::Perhaps,
            Self::No => Self::Yes,
        }
    }

    const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            _ => Self::Perhaps,
        }
    }
}
