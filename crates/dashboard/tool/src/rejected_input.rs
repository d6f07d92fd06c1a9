//! What somebody sent that was not taken, so that nobody has to write it twice.

use candor_dashboard_kit::{ExternalText, SubmittedForm};
use candor_model::OpinionEdit;

use crate::amendment_input::FormFieldError;

/// See the module.
#[derive(Default)]
pub(crate) struct RejectedInput {
    /// What is wrong, in a sentence.
    pub(crate) problem: Option<String>,
    /// What is wrong with one field.
    pub(crate) wrong: Option<FormFieldError>,
    /// What they wish to be said.
    pub(crate) wishes: Option<OpinionEdit>,
    /// The title as it was written, and whether the box was ticked.
    pub(crate) title: Option<(String, bool)>,
    /// Why.
    pub(crate) why: Option<String>,
    /// A note.
    pub(crate) note: Option<NoteInput>,
}

/// A note that somebody wrote.
pub(crate) struct NoteInput {
    /// Its name.
    pub(crate) name: String,
    /// What it says.
    pub(crate) text: String,
    /// Whether it is there already.
    pub(crate) known: bool,
    /// What it would make of the description, where that was asked for.
    pub(crate) preview: Option<NotePreview>,
}

/// What a description would become.
pub(crate) struct NotePreview {
    pub(crate) text: ExternalText,
    pub(crate) characters: usize,
    pub(crate) budget: usize,
    pub(crate) cut: bool,
    pub(crate) left_out: usize,
}

// === impl Sent ===

impl RejectedInput {
    /// Wishes that were refused.
    pub(crate) fn wishes(
        form: &SubmittedForm,
        wishes: Option<OpinionEdit>,
        problem: String,
    ) -> Self {
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
    pub(crate) fn unclear(
        form: &SubmittedForm,
        wishes: OpinionEdit,
        unclear: FormFieldError,
    ) -> Self {
        let problem = format!("Nothing was changed: {}.", unclear.sentence);
        let mut sent = Self::wishes(form, Some(wishes), problem);
        sent.wrong = Some(unclear);
        sent
    }
}
