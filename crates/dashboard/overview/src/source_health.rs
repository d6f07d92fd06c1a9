//! The status and the figures of the sources, problems first.

use candor_dashboard_kit::{ExternalText, StateBadge, query};
use candor_gateway::SourceStatus;
use candor_gateway::records::{RecordReader, StoreError};
use candor_model::SourceTrust;

use crate::source_figures::{self, SourceFigures};

/// The most sources that are listed.
const MOST: usize = 12;

/// The most characters of a status.
const SENTENCE: usize = 400;

/// The status of all sources.
pub(crate) struct SourceHealthPanel {
    pub(crate) lines: Vec<SourceHealthRow>,
    pub(crate) more: usize,
    /// How many sources are online, of how many.
    pub(crate) ready: usize,
    pub(crate) all: usize,
    /// The most calls that the figures of a source are about.
    pub(crate) sample: usize,
}

/// The status of a source.
pub(crate) struct SourceHealthRow {
    pub(crate) name: String,
    pub(crate) to: String,
    pub(crate) badge: StateBadge,
    /// Details, as the rest of a sentence that begins with its name.
    pub(crate) says: Option<ExternalText>,
    pub(crate) tools: usize,
    pub(crate) untrusted: bool,
    pub(crate) findings: usize,
    /// None if there were no calls.
    pub(crate) figures: Option<SourceFigures>,
}

// === impl SourceHealthPanel ===

impl SourceHealthPanel {
    /// The status of the sources, with the figures of those that are listed.
    pub(crate) async fn read(
        records: &RecordReader,
        sources: &[SourceStatus],
        now: i64,
    ) -> Result<Self, StoreError> {
        let mut sources: Vec<_> = sources.iter().collect();
        let mut panel = Self::of(&mut sources);
        for (line, source) in panel.lines.iter_mut().zip(&sources) {
            line.figures = SourceFigures::read(records, &source.name, now).await?;
        }
        Ok(panel)
    }

    /// Sorts the sources and lists the first of them.
    fn of(sources: &mut [&SourceStatus]) -> Self {
        // The sort is stable, so equal states keep the order of the configuration.
        sources.sort_by_key(|source| urgency(source.state.as_str()));
        let all = sources.len();
        let ready = sources
            .iter()
            .filter(|source| source.state.is_ready())
            .count();
        Self {
            lines: sources
                .iter()
                .take(MOST)
                .map(|source| SourceHealthRow::of(source))
                .collect(),
            more: all.saturating_sub(MOST),
            ready,
            all,
            sample: source_figures::MOST,
        }
    }
}

fn urgency(state: &str) -> u8 {
    match state {
        "failing" | "unusable" => 0,
        "stopped" => 1,
        "starting" => 2,
        _ => 3,
    }
}

// === impl SourceHealthRow ===

impl SourceHealthRow {
    fn of(source: &SourceStatus) -> Self {
        let says = (!source.state.is_ready()).then(|| source.state.to_string());
        Self {
            name: source.name.to_string(),
            to: query::path(&["sources", source.name.as_str()]),
            badge: StateBadge::of(source.state.as_str()),
            says: says.map(|says| ExternalText::short(&says, SENTENCE)),
            tools: source.tools,
            untrusted: source.trust == SourceTrust::Untrusted,
            findings: source.findings.len(),
            figures: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use candor_model::{McpEra, McpRevision, SourceName};
    use candor_sources::SourceState;

    use super::*;

    fn source(name: &str, state: SourceState) -> SourceStatus {
        SourceStatus {
            name: SourceName::parse(name).expect("a name"),
            state,
            tools: 3,
            remembered: 0,
            trust: SourceTrust::Untrusted,
            findings: Vec::new(),
            added: None,
            split: None,
        }
    }

    #[test]
    fn those_that_need_somebody_come_first() {
        let now = SystemTime::now();
        let ready = || SourceState::Ready {
            since: now,
            era: McpEra::Modern,
            revision: McpRevision::V2025_11_25,
            transport: "http",
        };
        let failing = SourceState::Failing {
            since: now,
            attempts: 2,
            last_error: format!("\u{202e}{}", "x".repeat(1_000_000)),
            retry_at: now,
        };
        let mut sources: Vec<_> = (0..15)
            .map(|at| source(&format!("s{at}"), ready()))
            .collect();
        sources.push(source("new", SourceState::Starting));
        sources.push(source("bad", failing));
        sources.push(source("gone", SourceState::Stopped));
        let reason = "it cannot be opened".to_owned();
        sources.push(source("odd", SourceState::Unusable { reason }));
        let mut sources: Vec<_> = sources.iter().collect();
        let health = SourceHealthPanel::of(&mut sources);
        assert_eq!((health.all, health.ready, health.more), (19, 15, 7));
        let lines = health.lines.iter().take(6);
        let lines: Vec<_> = lines
            .map(|line| (&*line.name, line.badge.word, line.badge.look))
            .collect();
        let expect = [
            ("bad", "Offline", "bad"),
            ("odd", "Failed", "bad"),
            ("gone", "Stopped", "idle"),
            ("new", "Starting", "idle"),
            ("s0", "Online", "good"),
            ("s1", "Online", "good"),
        ];
        assert_eq!(lines, expect);
        let says = health.lines[0].says.as_ref().expect("why").text();
        assert!(
            says.chars().count() < 500 && !says.contains('\u{202e}'),
            "{says}"
        );
    }
}
