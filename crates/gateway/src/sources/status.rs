//! How a source is.

use std::sync::atomic::Ordering;

use candor_model::{Diagnostic, SourceName, SourceTrust};
use candor_sources::{SourceState, SplitStatus};

use crate::catalogue::ServedSource;
use crate::sources::added::{UnusableSource, sentence};

/// A source as an operator sees it.
#[derive(Clone, Debug)]
pub struct SourceStatus {
    /// The name of the source.
    pub name: SourceName,
    /// How it is.
    pub state: SourceState,
    /// How many tools it brings.
    pub tools: usize,
    /// How many tools are listed from memory while it is starting.
    pub remembered: usize,
    /// Whether its hints are relied upon.
    pub trust: SourceTrust,
    /// What was left out of what it offers, or guessed, or keeps it from being used; the gravest
    /// first.
    pub findings: Vec<Diagnostic>,
    /// Its version, if people added it while the gateway ran.
    pub added: Option<u64>,
    /// How it is split into an ordinary and a read-only instance, if that was asked for.
    pub split: Option<SplitStatus>,
}

// === impl SourceStatus ===

impl SourceStatus {
    pub(crate) fn of(server: &ServedSource, added: Option<u64>, remembered: usize) -> Self {
        let inventory = server.source.inventory();
        let mut findings = inventory.diagnostics.clone();
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        Self {
            name: server.source.name().clone(),
            state: state(server),
            tools: inventory.tools.len(),
            remembered,
            trust: server.trust,
            findings,
            added,
            split: server.source.split_status(),
        }
    }

    /// How it is, in words that follow its name.
    pub fn says(&self) -> String {
        let state = self.state.to_string();
        let state = match &self.split {
            Some(split) => format!("{state}; {split}"),
            None => state,
        };
        match self.remembered {
            0 => state,
            1 => format!("{state}; 1 tool is remembered from the last time"),
            many => format!("{state}; {many} tools are remembered from the last time"),
        }
    }

    /// Of one that there is only what people added of.
    pub(crate) fn of_unmade(unmade: &UnusableSource) -> Self {
        Self {
            name: unmade.name.clone(),
            state: SourceState::Unusable {
                reason: sentence(&unmade.findings),
            },
            tools: 0,
            remembered: 0,
            trust: unmade.trust,
            findings: unmade.findings.clone(),
            added: Some(unmade.version),
            split: None,
        }
    }
}

/// A source is not called ready before its tools are offered: who waits for it lists them next.
fn state(server: &ServedSource) -> SourceState {
    match server.source.state() {
        SourceState::Ready { .. } if !server.offered.load(Ordering::Acquire) => {
            SourceState::Starting
        }
        state => state,
    }
}
