//! What a rule is.

use candor_model::{Diagnostic, Severity};

use crate::LintSubject;

/// One problem that tools can have.
pub struct LintRule {
    /// The stable code, which people filter by: `lint::no-description`.
    pub code: &'static str,
    /// How severe the problem is.
    pub severity: Severity,
    /// How to fix it.
    pub hint: &'static str,
    /// How it is found.
    pub check: RuleCheck,
}

/// What a rule looks at. The function returns the message if there is a problem.
pub enum RuleCheck {
    /// One tool at a time.
    Tool(fn(&LintSubject) -> Option<String>),
    /// All tools of a source together, for problems that would otherwise be repeated per tool.
    Source(fn(&[LintSubject]) -> Option<String>),
}

// === impl LintRule ===

impl LintRule {
    /// Checks one tool; a rule about sources finds nothing here.
    pub(crate) fn check_tool(&self, subject: &LintSubject) -> Option<Diagnostic> {
        match self.check {
            RuleCheck::Tool(check) => check(subject).map(|message| self.found(message)),
            RuleCheck::Source(_) => None,
        }
    }

    /// Checks the tools of one source; a rule about single tools finds nothing here.
    pub(crate) fn check_source(&self, tools: &[LintSubject]) -> Option<Diagnostic> {
        match self.check {
            RuleCheck::Source(check) => check(tools).map(|message| self.found(message)),
            RuleCheck::Tool(_) => None,
        }
    }

    fn found(&self, message: String) -> Diagnostic {
        Diagnostic::new(self.severity, self.code, message).with_hint(self.hint)
    }
}
