//! What somebody sent that was not taken, so that nobody has to write it twice.

use candor_frame::{Form, Outside};
use candor_model::Amendment;

use crate::wish::Unclear;

/// See the module.
#[derive(Default)]
pub(crate) struct Sent {
    /// What is wrong, in a sentence.
    pub(crate) problem: Option<String>,
    /// What is wrong with one field.
    pub(crate) wrong: Option<Unclear>,
    /// What they wish to be said.
    pub(crate) wishes: Option<Amendment>,
    /// The title as it was written, and whether the box was ticked.
    pub(crate) title: Option<(String, bool)>,
    /// Why.
    pub(crate) why: Option<String>,
    /// A note.
    pub(crate) note: Option<SentNote>,
}

/// A note that somebody wrote.
pub(crate) struct SentNote {
    /// Its name.
    pub(crate) name: String,
    /// What it says.
    pub(crate) text: String,
    /// Whether it is there already.
    pub(crate) known: bool,
    /// What it would make of the description, where that was asked for.
    pub(crate) preview: Option<Preview>,
}

/// What a description would become.
pub(crate) struct Preview {
    pub(crate) text: Outside,
    pub(crate) characters: usize,
    pub(crate) budget: usize,
    pub(crate) cut: bool,
    pub(crate) left_out: usize,
}

// === impl Sent ===

impl Sent {
    /// Wishes that were refused.
    pub(crate) fn wishes(form: &Form, wishes: Option<Amendment>, problem: String) -> Self {
        let title = form.fields().any(|(name, _)| name == "title");
        Self {
            problem: Some(problem),
            wishes,
            title: title.then(|| {
                let none = form.get("title_unset").is_some();
                (form.get("title").unwrap_or_default(), none)
            }),
            why: form.get("why"),
            ..Self::default()
        }
    }

    /// A form that could not be understood.
    pub(crate) fn unclear(form: &Form, wishes: Amendment, unclear: Unclear) -> Self {
        let problem = format!("Nothing was changed: {}.", unclear.sentence);
        let mut sent = Self::wishes(form, Some(wishes), problem);
        sent.wrong = Some(unclear);
        sent
    }
}
