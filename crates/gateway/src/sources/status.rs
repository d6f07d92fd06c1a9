//! The status of sources.

use std::sync::atomic::Ordering;

use candor_model::{Diagnostic, SourceName, SourceTrust};
use candor_sources::{SourceState, SplitStatus};

use crate::catalogue::ServedSource;
use crate::sources::added::{UnusableSource, sentence};

/// The status of a source for an operator.
#[derive(Clone, Debug)]
pub struct SourceStatus {
    /// The name of the source.
    pub name: SourceName,
    /// The state of its connection.
    pub state: SourceState,
    /// The number of its tools.
    pub tools: usize,
    /// The number of tools that are listed from the cache while it is starting.
    pub remembered: usize,
    /// Whether its hints are relied on.
    pub trust: SourceTrust,
    /// What was left out of its offer, inferred, or prevents its use; the most severe first.
    pub findings: Vec<Diagnostic>,
    /// Its version, if it was added while the gateway ran.
    pub added: Option<u64>,
    /// The status of its ordinary and read-only instances, if a split was requested.
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

    /// The status in words that follow its name.
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

    /// The status of an added source that could not be created.
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

/// The state of a source. It is not reported as ready before its tools are offered, because the
/// next step is usually to list them.
fn state(server: &ServedSource) -> SourceState {
    match server.source.state() {
        SourceState::Ready { .. } if !server.offered.load(Ordering::Acquire) => {
            SourceState::Starting
        }
        state => state,
    }
}
