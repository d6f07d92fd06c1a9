//! The result of a rule: a message, a place, and a fix.

use crate::LintFix;

/// One problem found by a rule. The caller adds the rule's id, severity and advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LintProblem {
    /// One sentence with the offending value in backticks, without a final period.
    pub message: String,
    /// The qualified name of the tool, for rules that look at more than one tool. A rule about
    /// one tool leaves it out.
    pub tool: Option<String>,
    /// The JSON Pointer of the place in the definition; empty for the whole of it.
    pub pointer: String,
    /// The edits that fix it, where they are known.
    pub fix: Option<LintFix>,
}

// === impl LintProblem ===

impl LintProblem {
    /// A problem of the whole definition.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            tool: None,
            pointer: String::new(),
            fix: None,
        }
    }

    /// Sets the place in the definition.
    pub(crate) fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = pointer.into();
        self
    }

    /// Sets the tool.
    pub(crate) fn of(mut self, tool: &str) -> Self {
        self.tool = Some(tool.to_owned());
        self
    }

    /// Adds the fix.
    pub(crate) fn fixed_by(mut self, fix: LintFix) -> Self {
        self.fix = Some(fix);
        self
    }
}

/// A rule that finds at most one problem.
impl From<LintProblem> for Vec<LintProblem> {
    fn from(problem: LintProblem) -> Self {
        vec![problem]
    }
}
