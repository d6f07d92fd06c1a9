//! The definition of a rule.

use crate::{FixKind, LintInput, LintPolicy, LintProblem, LintSubject, SeverityByProfile};

/// A lint rule.
pub struct LintRule {
    /// The stable id, used for filtering: `D001`.
    pub id: &'static str,
    /// The readable name: `missing-description`.
    pub name: &'static str,
    /// A one-line summary of the problem.
    pub summary: &'static str,
    /// Why it matters, and to whom.
    pub why: &'static str,
    /// How to fix it.
    pub advice: &'static str,
    /// The severity in each profile.
    pub severity: SeverityByProfile,
    /// Whether `--fix` can help.
    pub fix: FixKind,
    /// The function that finds the problem, and its scope.
    pub check: RuleCheck,
    /// JSON that has the problem: a tool, a list of tools, or an object in the form that
    /// [`LintInput::from_example`] reads.
    pub bad: &'static str,
    /// The example without the problem.
    pub good: &'static str,
}

/// The scope of a check.
pub enum RuleCheck {
    /// One tool at a time.
    Tool(fn(&LintSubject, &LintPolicy) -> Vec<LintProblem>),
    /// All tools of a source together.
    Source(fn(&[LintSubject], &LintPolicy) -> Vec<LintProblem>),
    /// The complete input: sources, toolsets, notes and the policy.
    All(fn(&LintInput, &LintPolicy) -> Vec<LintProblem>),
}

// === impl LintRule ===

impl LintRule {
    /// The family of the rule: the first letter of the id, in words.
    pub fn family(&self) -> &'static str {
        match self.id.as_bytes().first() {
            Some(b'N') => "Names",
            Some(b'T') => "Titles",
            Some(b'D') => "Descriptions",
            Some(b'P') => "Parameters",
            Some(b'S') => "Schemas",
            Some(b'H') => "Hints",
            Some(b'X') => "Hidden text and instructions",
            Some(b'R') => "Changes since the tools were accepted",
            Some(b'B') => "Budgets",
            Some(b'G') => "Toolsets",
            Some(b'K') => "Notes",
            Some(b'E') => "Expectations of the project",
            _ => "The policy file",
        }
    }
}
