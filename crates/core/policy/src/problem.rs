//! What is wrong with a rule.

/// What is wrong with a rule, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleProblem {
    /// Which rule, counted from 0 in the order in which they were given.
    pub rule: usize,
    /// Which key of it: `when`, `tools`, `hints` and so on.
    pub key: &'static str,
    /// What is wrong.
    pub sentence: String,
    /// The way out, where one is known.
    pub hint: Option<String>,
    /// Whether the rules are refused because of it. What is not fatal is worth saying and changes
    /// nothing.
    pub fatal: bool,
}

// === impl RuleProblem ===

impl RuleProblem {
    /// Something that refuses the rule.
    pub(crate) fn fatal(rule: usize, key: &'static str, sentence: impl Into<String>) -> Self {
        Self {
            rule,
            key,
            sentence: sentence.into(),
            hint: None,
            fatal: true,
        }
    }

    /// Something that is only worth saying.
    pub(crate) fn remark(rule: usize, key: &'static str, sentence: impl Into<String>) -> Self {
        Self {
            fatal: false,
            ..Self::fatal(rule, key, sentence)
        }
    }

    /// The same, with a way out.
    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
