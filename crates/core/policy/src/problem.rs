//! Problems found in rules.

/// A problem with a rule, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleProblem {
    /// The index of the rule, counted from 0 in the order given.
    pub rule: usize,
    /// The key of the rule: `when`, `tools`, `hints` and so on.
    pub key: &'static str,
    /// The description of the problem.
    pub sentence: String,
    /// How to fix it, if known.
    pub hint: Option<String>,
    /// Whether the rules are rejected because of it. A non-fatal problem is only reported.
    pub fatal: bool,
}

// === impl RuleProblem ===

impl RuleProblem {
    /// Creates a problem that rejects the rule.
    pub(crate) fn fatal(rule: usize, key: &'static str, sentence: impl Into<String>) -> Self {
        Self {
            rule,
            key,
            sentence: sentence.into(),
            hint: None,
            fatal: true,
        }
    }

    /// Creates a problem that is only reported.
    pub(crate) fn remark(rule: usize, key: &'static str, sentence: impl Into<String>) -> Self {
        Self {
            fatal: false,
            ..Self::fatal(rule, key, sentence)
        }
    }

    /// Adds a hint on how to fix it.
    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
