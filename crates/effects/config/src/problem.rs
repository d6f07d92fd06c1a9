//! Problems with a value, before its key is known.

use candor_text::{nearest, quote, quote_all};

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

    /// The problem that a list has `count` entries.
    pub(crate) fn too_many(count: usize, most: usize) -> Self {
        let says = format!("has {count} entries, but at most {most} are allowed");
        Self::new(says)
    }

    /// The problem that a list contains items that are not `what`, if there are any.
    pub(crate) fn of_list(bad: &[&str], what: &str, hint: &str) -> Result<(), Self> {
        let says = match bad {
            [] => return Ok(()),
            [one] => format!("holds {}, which is not {what}", quote(one)),
            _ => {
                let bad = quote_all(bad.iter().copied());
                format!("holds {bad}, none of which is {what}")
            }
        };
        Err(Self::new(says).with_hint(hint))
    }

    /// The problem that an item of a list has this one.
    pub(crate) fn of_item(self) -> Self {
        Self {
            says: format!("is a list in which an item {}", self.says),
            ..self
        }
    }

    /// Adds what would be accepted.
    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// A hint with the most similar known word, if there is one.
pub(crate) fn did_you_mean<'k>(
    word: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Option<String> {
    nearest(word, known).map(|near| format!("did you mean `{near}`?"))
}
