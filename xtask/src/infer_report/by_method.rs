//! Operations behind an HTTP method: how many that are meant for reading are taken for writes.

use candor_infer::ToolInference;
use candor_model::{DestructivePolicy, Hint};

use super::corpus::{CorpusServer, ToolCorpus};
use super::measure::{self, HintVisibility};

/// What was found about operations that are meant for reading.
#[derive(Debug, Default)]
pub(crate) struct MethodScore {
    /// GET and HEAD operations.
    pub(crate) reading: usize,
    /// How many of them are not taken for read-only.
    pub(crate) raised: usize,
    /// How many are taken for destructive.
    pub(crate) destructive: usize,
    /// Operations of all other methods.
    pub(crate) writing: usize,
    /// How many of them are taken for destructive.
    pub(crate) writing_destructive: usize,
    /// How many of them are taken for read-only by themselves: none should be.
    pub(crate) writing_read_only: usize,
    /// The operations that were raised, with the evidence.
    pub(crate) cases: Vec<String>,
}

/// Counts all operations of a corpus that have a method; none where there are none.
pub(crate) fn count(corpus: &ToolCorpus) -> Option<MethodScore> {
    let mut score = MethodScore::default();
    for server in &corpus.servers {
        if server.tools.iter().any(|tool| tool.method().is_some()) {
            score.add(server);
        }
    }
    (score.reading + score.writing > 0).then_some(score)
}

// === impl MethodScore ===

impl MethodScore {
    fn add(&mut self, server: &CorpusServer) {
        let policy = DestructivePolicy::default();
        let inferences = measure::infer_server(server, HintVisibility::Blind, policy);
        for (tool, inference) in server.tools.iter().zip(&inferences) {
            let Some(method) = tool.method() else {
                continue;
            };
            let applied = inference.applied();
            let destructive = applied.get(Hint::Destructive) == Some(true);
            let reads = applied.get(Hint::ReadOnly) == Some(true);
            if !matches!(method.as_str(), "GET" | "HEAD" | "OPTIONS") {
                self.writing += 1;
                self.writing_destructive += usize::from(destructive);
                self.writing_read_only += usize::from(reads);
                continue;
            }
            self.reading += 1;
            self.destructive += usize::from(destructive);
            if !reads {
                self.raised += 1;
                self.cases.push(case(server, &tool.name, inference));
            }
        }
    }
}

fn case(server: &CorpusServer, tool: &str, inference: &ToolInference) -> String {
    let mut findings = inference.findings.iter();
    let why = findings.find(|finding| finding.hint == Hint::ReadOnly);
    let why = why.map_or_else(String::new, candor_infer::HintFinding::because);
    format!("{} {tool}: {why}", server.name)
}
