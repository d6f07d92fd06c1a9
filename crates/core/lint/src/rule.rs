//! What a rule is.

use crate::{FixKind, LintInput, LintPolicy, LintProblem, LintSubject, SeverityByProfile};

/// One problem that tools can have.
pub struct LintRule {
    /// The stable id, which people filter by: `D001`.
    pub id: &'static str,
    /// The name in words: `missing-description`.
    pub name: &'static str,
    /// What is wrong, in one line.
    pub summary: &'static str,
    /// Why it matters, and to whom.
    pub why: &'static str,
    /// What to do about it.
    pub advice: &'static str,
    /// How severe it is in each profile.
    pub severity: SeverityByProfile,
    /// Whether `--fix` can help.
    pub fix: FixKind,
    /// How it is found.
    pub check: RuleCheck,
    /// JSON that has the problem: a tool, a list of tools, or an object in the form that
    /// [`LintInput::from_example`] reads.
    pub bad: &'static str,
    /// The same without the problem.
    pub good: &'static str,
}

/// What a rule looks at.
pub enum RuleCheck {
    /// One tool at a time.
    Tool(fn(&LintSubject, &LintPolicy) -> Vec<LintProblem>),
    /// All tools of a source together.
    Source(fn(&[LintSubject], &LintPolicy) -> Vec<LintProblem>),
    /// Everything: sources, toolsets, notes and the policy.
    All(fn(&LintInput, &LintPolicy) -> Vec<LintProblem>),
}

// === impl LintRule ===

impl LintRule {
    /// What the finding is filed under: the first letter of the id, in words.
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
