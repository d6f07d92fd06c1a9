//! How the sources are, those first that need somebody.

use candor_frame::{Outside, query};
use candor_gateway::SourceStatus;
use candor_model::Trust;

/// How many are listed.
const MOST: usize = 12;

/// The most characters about one.
const SENTENCE: usize = 400;

/// How the sources are.
pub(super) struct Health {
    pub(super) lines: Vec<Line>,
    /// How many are not listed.
    pub(super) more: usize,
    /// How many answer, of how many.
    pub(super) ready: usize,
    pub(super) all: usize,
}

/// One source.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) to: String,
    pub(super) sign: &'static str,
    pub(super) look: &'static str,
    /// How it is, in a word.
    pub(super) word: &'static str,
    /// How it is, to follow its name, where the word does not say enough.
    pub(super) says: Option<Outside>,
    pub(super) tools: usize,
    pub(super) untrusted: bool,
    /// How many findings there are about what it offers.
    pub(super) findings: usize,
}

// === impl Health ===

impl Health {
    pub(super) fn of(mut sources: Vec<SourceStatus>) -> Self {
        // Their order among those of the same state is that of the configuration.
        sources.sort_by_key(|source| urgency(source.state.as_str()));
        let all = sources.len();
        let ready = sources
            .iter()
            .filter(|source| source.state.is_ready())
            .count();
        Self {
            lines: sources.iter().take(MOST).map(Line::of).collect(),
            more: all.saturating_sub(MOST),
            ready,
            all,
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

// === impl Line ===

impl Line {
    fn of(source: &SourceStatus) -> Self {
        let word = source.state.as_str();
        let says = (!source.state.is_ready()).then(|| source.state.to_string());
        let (sign, look) = match word {
            "ready" => ("✓", "good"),
            "failing" | "unusable" => ("✗", "bad"),
            "starting" => ("…", "idle"),
            _ => ("–", "idle"),
        };
        Self {
            name: source.name.to_string(),
            to: query::path(&["sources", source.name.as_str()]),
            sign,
            look,
            word,
            says: says.map(|says| Outside::short(&says, SENTENCE)),
            tools: source.tools,
            untrusted: source.trust == Trust::Untrusted,
            findings: source.findings.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use candor_model::{Era, Revision, SourceName};
    use candor_sources::State;

    use super::*;

    fn source(name: &str, state: State) -> SourceStatus {
        SourceStatus {
            name: SourceName::parse(name).expect("a name"),
            state,
            tools: 3,
            trust: Trust::Untrusted,
            findings: Vec::new(),
            added: None,
        }
    }

    #[test]
    fn those_that_need_somebody_come_first() {
        let now = SystemTime::now();
        let ready = || State::Ready {
            since: now,
            era: Era::Modern,
            revision: Revision::V2025_11_25,
            transport: "http",
        };
        let failing = State::Failing {
            since: now,
            attempts: 2,
            last_error: format!("\u{202e}{}", "x".repeat(1_000_000)),
            retry_at: now,
        };
        let mut sources: Vec<_> = (0..15)
            .map(|at| source(&format!("s{at}"), ready()))
            .collect();
        sources.push(source("new", State::Starting));
        sources.push(source("bad", failing));
        sources.push(source("gone", State::Stopped));
        let reason = "it cannot be opened".to_owned();
        sources.push(source("odd", State::Unusable { reason }));
        let health = Health::of(sources);
        assert_eq!((health.all, health.ready, health.more), (19, 15, 7));
        let lines = health.lines.iter().take(6);
        let lines: Vec<_> = lines
            .map(|line| (&*line.name, line.word, line.look))
            .collect();
        let expect = [
            ("bad", "failing", "bad"),
            ("odd", "unusable", "bad"),
            ("gone", "stopped", "idle"),
            ("new", "starting", "idle"),
            ("s0", "ready", "good"),
            ("s1", "ready", "good"),
        ];
        assert_eq!(lines, expect);
        let says = health.lines[0].says.as_ref().expect("why").text();
        assert!(
            says.chars().count() < 500 && !says.contains('\u{202e}'),
            "{says}"
        );
    }
}
