//! The result of a run.

use candor_model::{Hint, Hints};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::instances::InstanceFinding;
use crate::record::ObservedPlaces;

/// The verdict on a declared hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintVerdict {
    /// Observed to be correct or, if that cannot be proven, never contradicted.
    Verified,
    /// Seen to fail: a fact.
    Contradicted,
    /// No call showed it to be true or false.
    Unknown,
}

/// One reason for a verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HintEvidence {
    /// In a sentence.
    pub text: String,
    /// The arguments of the call, if it is about one.
    pub arguments: Option<Value>,
    /// The differences, one sentence each.
    pub difference: Vec<String>,
}

/// The result for one hint of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HintFinding {
    /// The declared value.
    pub declared: Option<bool>,
    /// Whether calls confirm or contradict the declared value.
    pub verdict: HintVerdict,
    /// The calls and differences that it rests on.
    pub evidence: Vec<HintEvidence>,
}

/// The result for a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolFinding {
    /// The name of the tool.
    pub name: String,
    /// The digest of the definition that this is about.
    pub definition: String,
    /// The number of calls, and of successful ones.
    pub calls: (usize, usize),
    /// One entry per hint, in the order of [`Hint::ALL`].
    pub hints: Vec<HintFinding>,
    /// Observations that do not count against it.
    pub remarks: Vec<String>,
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VerifyReport {
    /// The server's own name.
    pub server: String,
    /// The server's own version.
    pub version: String,
    /// The digest of the scenario, if there was one.
    pub scenario: Option<String>,
    /// The places that were observed.
    pub places: ObservedPlaces,
    /// The tools that were tried.
    pub tools: Vec<ToolFinding>,
    /// Problems that are not about a single tool.
    pub troubles: Vec<String>,
    /// Whether two instances share the server's state, where that could be found out.
    #[serde(default)]
    pub instances: Option<InstanceFinding>,
}

candor_text::string_enum! {
    /// `verified`, `contradicted` or `unknown`.
    HintVerdict {
        Verified => "verified",
        Contradicted => "contradicted",
        Unknown => "unknown",
    }
}

// === impl ToolFinding ===

impl ToolFinding {
    /// Each hint with what is known about it.
    pub fn by_hint(&self) -> impl Iterator<Item = (Hint, &HintFinding)> {
        Hint::ALL.into_iter().zip(&self.hints)
    }

    /// The hints that it declares.
    pub fn declared(&self) -> Hints {
        let set = self
            .by_hint()
            .filter_map(|(hint, one)| Some((hint, one.declared?)));
        set.collect()
    }
}

// === impl VerifyReport ===

impl VerifyReport {
    /// The number of declared hints with this verdict.
    pub fn count(&self, verdict: HintVerdict) -> usize {
        let hints = self.tools.iter().flat_map(|tool| &tool.hints);
        hints
            .filter(|one| one.declared.is_some() && one.verdict == verdict)
            .count()
    }

    /// Whether a declared hint is contradicted.
    pub fn has_contradiction(&self) -> bool {
        self.count(HintVerdict::Contradicted) > 0
    }
}

// === impl HintEvidence ===

impl HintEvidence {
    /// Evidence that is a sentence only.
    pub(crate) fn sentence(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            arguments: None,
            difference: Vec::new(),
        }
    }
}
