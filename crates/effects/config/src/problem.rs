//! What is wrong with one value, before anyone knows which key it stands under.

/// The second half of a sentence that begins with a key: "is `12`, which is not a size".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValueProblem {
    /// The predicate of the sentence.
    pub(crate) says: String,
    /// What would be accepted.
    pub(crate) hint: Option<String>,
}

// === impl ValueProblem ===

impl ValueProblem {
    /// A problem without a hint.
    pub(crate) fn new(says: impl Into<String>) -> Self {
        Self {
            says: says.into(),
            hint: None,
        }
    }

    /// Adds what would be accepted.
    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
