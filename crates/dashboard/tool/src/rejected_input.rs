//! Submitted input that was refused, to be shown again in its form.

use candor_dashboard_kit::{ExternalText, SubmittedForm};
use candor_model::OpinionEdit;

use crate::amendment_input::FormFieldError;

/// The refused input of one submission; empty where nothing was refused.
#[derive(Default)]
pub(crate) struct RejectedInput {
    /// The error message.
    pub(crate) problem: Option<String>,
    /// The error of one field.
    pub(crate) wrong: Option<FormFieldError>,
    /// The submitted edits.
    pub(crate) edits: Option<OpinionEdit>,
    /// The title as typed, and whether "No title" was checked.
    pub(crate) title: Option<(String, bool)>,
    pub(crate) why: Option<String>,
    /// The submitted note.
    pub(crate) note: Option<NoteInput>,
}

/// A submitted note.
pub(crate) struct NoteInput {
    pub(crate) name: String,
    pub(crate) text: String,
    /// Whether it exists already.
    pub(crate) known: bool,
    /// The preview, if requested.
    pub(crate) preview: Option<NotePreview>,
}

/// The preview of a description with a note.
pub(crate) struct NotePreview {
    pub(crate) text: ExternalText,
    pub(crate) characters: usize,
    pub(crate) budget: usize,
    pub(crate) cut: bool,
    pub(crate) left_out: usize,
}

// === impl RejectedInput ===

impl RejectedInput {
    /// Edits that were refused.
    pub(crate) fn edits(form: &SubmittedForm, edits: Option<OpinionEdit>, problem: String) -> Self {
        let title = form.fields().any(|(name, _)| name == "title");
        Self {
            problem: Some(problem),
            edits,
            title: title.then(|| {
                let none = form.get("title_unset").is_some();
                (form.get("title").unwrap_or_default(), none)
            }),
            why: form.get("why"),
            ..Self::default()
        }
    }

    /// A form with an invalid field.
    pub(crate) fn invalid(
        form: &SubmittedForm,
        edits: OpinionEdit,
        invalid: FormFieldError,
    ) -> Self {
        let problem = format!("Nothing was changed: {}.", invalid.sentence);
        let mut sent = Self::edits(form, Some(edits), problem);
        sent.wrong = Some(invalid);
        sent
    }

    /// A rejected submission with no usable input, for this reason.
    pub(crate) fn unchanged(sentence: &str) -> Self {
        Self {
            problem: Some(format!("Nothing was changed: {sentence}.")),
            ..Self::default()
        }
    }
}
