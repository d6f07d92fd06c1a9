//! The form that edits the annotations of a tool.

use candor_dashboard_kit::wording::NOT_SET;
use candor_dashboard_kit::{CurrentUser, ExternalText, HelpTip, PageError};
use candor_gateway::Editor;
use candor_gateway::edit::{ExplainedTool, OpinionEntry};
use candor_model::{
    AnnotationAuthor, ConfirmMode, FieldEdit, FieldValue, Hint, Opinion, OpinionEdit, OpinionField,
    OpinionScope,
};
use candor_resolve::EffectiveAnnotations;

use crate::amendment_preview::AmendmentPreview;
use crate::layers::columns;
use crate::page_scope::{PageScope, ScopeLink};
use crate::rejected_input::RejectedInput;
use crate::tool_address::ToolAddress;
use crate::{amendment_input, wording};

/// The annotation form.
pub(crate) struct AnnotationForm {
    /// The target of the form.
    pub(crate) to: String,
    /// The CSRF token.
    pub(crate) field: String,
    /// The hidden fields with endpoint and scope.
    pub(crate) hidden: Vec<(&'static str, String)>,
    /// The version that the form was rendered from.
    pub(crate) version: u64,
    /// Links to the other scopes.
    pub(crate) scopes: Vec<ScopeLink>,
    /// Where edits apply, in words.
    pub(crate) counts: String,
    pub(crate) hints: Vec<HintField>,
    pub(crate) title: TitleField,
    pub(crate) confirm: ConfirmField,
    pub(crate) why: String,
    /// Whether there is something to reset.
    pub(crate) says: bool,
    /// The number of other annotations in this scope.
    pub(crate) extras: usize,
}

/// The context of every field.
pub(crate) struct FieldContext {
    /// The form value when the form was rendered.
    pub(crate) was: String,
    /// Layer, value and author of the lower layers.
    pub(crate) below: Vec<(&'static str, ExternalText, ExternalText)>,
    /// The inherited value and its origin.
    pub(crate) inherit: (ExternalText, ExternalText),
    /// Whether the scope has a value that can be reset.
    pub(crate) says: bool,
    /// The place in the configuration file that sets it, if any.
    pub(crate) locked: Option<ExternalText>,
    /// The error of the input.
    pub(crate) wrong: Option<String>,
}

/// The field of a hint.
pub(crate) struct HintField {
    pub(crate) key: &'static str,
    pub(crate) name: &'static str,
    pub(crate) tip: HelpTip,
    pub(crate) choices: Vec<FieldChoice>,
    pub(crate) beside: FieldContext,
}

/// The field of the title.
pub(crate) struct TitleField {
    pub(crate) tip: HelpTip,
    pub(crate) text: String,
    pub(crate) none: bool,
    pub(crate) beside: FieldContext,
}

/// The field of the confirmation.
pub(crate) struct ConfirmField {
    pub(crate) tip: HelpTip,
    pub(crate) choices: Vec<FieldChoice>,
    pub(crate) beside: FieldContext,
}

/// An option of a field.
pub(crate) struct FieldChoice {
    pub(crate) value: &'static str,
    pub(crate) words: &'static str,
    pub(crate) chosen: bool,
}

/// Builds the form.
struct AnnotationFormBuilder<'a> {
    explained: &'a ExplainedTool,
    place: &'a PageScope,
    entry: &'a Opinion,
    preview: AmendmentPreview<'a>,
    /// The submitted values or, without any, the stored ones.
    edits: OpinionEdit,
    sent: &'a RejectedInput,
    about: String,
}

// === impl AnnotationForm ===

impl AnnotationForm {
    pub(crate) async fn of(
        editor: &Editor<'_>,
        user: &CurrentUser,
        (tool, place): (&ToolAddress, &PageScope),
        explained: &ExplainedTool,
        sent: &RejectedInput,
    ) -> Result<Self, PageError> {
        let key = place.key(tool.about());
        let entry = editor.opinion(&key).await;
        let entry: OpinionEntry = entry.map_err(|error| tool.refused(&error))?;
        let preview = AmendmentPreview::of(editor, tool, place, explained, &entry).await?;
        let draft = AnnotationFormBuilder {
            explained,
            place,
            entry: &entry.opinion,
            preview,
            edits: merged(amendment_input::of(&entry.opinion), sent.edits.as_ref()),
            sent,
            about: tool.name.to_string(),
        };
        let to = tool.to("annotations");
        Ok(Self {
            field: user.field(&to),
            to,
            hidden: hidden(place),
            version: entry.version.unwrap_or(0),
            scopes: place.links(&tool.path),
            counts: counts(&place.scope),
            hints: Hint::ALL.map(|hint| draft.hint(hint)).into(),
            title: draft.title(),
            confirm: draft.confirm(),
            why: sent.why.clone().unwrap_or_default(),
            says: !entry.opinion.is_empty(),
            extras: entry.opinion.extra.len(),
        })
    }
}

/// The hidden fields with endpoint and scope.
pub(crate) fn hidden(place: &PageScope) -> Vec<(&'static str, String)> {
    let pairs = place.pairs().into_iter();
    let said = pairs.filter(|(_, value)| !value.is_empty());
    said.map(|(name, value)| (name, value.to_owned())).collect()
}

/// Where an edit applies, as a phrase after `applies`.
pub(crate) fn counts(scope: &OpinionScope) -> String {
    match scope {
        OpinionScope::Everywhere => "everywhere".to_owned(),
        OpinionScope::Environment(name) => format!("in the environment {name}"),
        OpinionScope::Toolset(name) => format!("in the toolset {name}"),
    }
}

// === impl AnnotationFormBuilder ===

impl AnnotationFormBuilder<'_> {
    fn hint(&self, hint: Hint) -> HintField {
        let now = said_or(self.edits.hint(hint));
        let options = [
            ("true", "Yes"),
            ("false", "No"),
            ("unset", NOT_SET),
            ("inherit", "Inherit"),
        ];
        let word = |value: &bool| wording::hint_value(Some(*value)).to_owned();
        let reset = amendment_input::reset(Some(hint.key())).unwrap_or_default();
        let inherit = of_hint(&self.preview.after(&reset), hint);
        HintField {
            key: hint.key(),
            name: wording::hint_label(hint),
            tip: HelpTip::new(
                format!("tip-edit-{}", hint.word()),
                wording::hint_label(hint),
                wording::meaning(hint),
            ),
            choices: choices(&options, amendment_input::hint_word(&now)),
            beside: self.beside(
                hint.key(),
                amendment_input::hint_word(&wording::said(self.entry.hint(hint))).to_owned(),
                |opinion| opinion.hint(hint),
                word,
                inherit,
            ),
        }
    }

    fn title(&self) -> TitleField {
        let now = said_or(self.edits.title.as_ref());
        let reset = amendment_input::reset(Some("title")).unwrap_or_default();
        let after = self.preview.after(&reset);
        let inherit = after.shown.title();
        let inherit = inherit.map(|fact| wording::fact(fact, ToString::to_string));
        let mut field = TitleField {
            tip: HelpTip::new("tip-edit-title", "Title", wording::TITLE),
            none: now == FieldEdit::Clear,
            text: match now {
                FieldEdit::Set(title) => title.into(),
                FieldEdit::Clear | FieldEdit::Withdraw => String::new(),
            },
            beside: self.beside(
                "title",
                amendment_input::title_word(&wording::said(self.entry.title.as_ref())),
                |opinion| opinion.title.as_ref(),
                ToString::to_string,
                inherit.unwrap_or_else(|| not_set("")),
            ),
        };
        // A refused input stays as it was submitted.
        if let Some((text, none)) = &self.sent.title {
            (field.text, field.none) = (text.clone(), *none);
        }
        field
    }

    fn confirm(&self) -> ConfirmField {
        let now = said_or(self.edits.confirm.as_ref());
        let options = [
            ("inherit", "Inherit"),
            ("always", wording::confirmation(Some(ConfirmMode::Always))),
            ("first", wording::confirmation(Some(ConfirmMode::First))),
            ("never", wording::confirmation(Some(ConfirmMode::Never))),
            ("unset", wording::confirmation(None)),
        ];
        let reset = amendment_input::reset(Some("confirm")).unwrap_or_default();
        let after = self.preview.after(&reset).confirm;
        let word = |confirm: &ConfirmMode| wording::confirmation(Some(*confirm)).to_owned();
        let inherit = after.as_ref().map(|fact| wording::fact(fact, word));
        let by_hints = || {
            (
                ExternalText::line(wording::confirmation(None)),
                ExternalText::line(""),
            )
        };
        ConfirmField {
            tip: HelpTip::new("tip-edit-confirm", "Confirmation", wording::CONFIRM),
            choices: choices(&options, amendment_input::confirm_word(&now)),
            beside: self.beside(
                "confirm",
                amendment_input::confirm_word(&wording::said(self.entry.confirm.as_ref()))
                    .to_owned(),
                |opinion| opinion.confirm.as_ref(),
                word,
                inherit.unwrap_or_else(by_hints),
            ),
        }
    }

    fn beside<'o, T: 'o>(
        &'o self,
        field: &str,
        was: String,
        of: impl Fn(&'o Opinion) -> Option<&'o OpinionField<T>>,
        word: impl Fn(&T) -> String,
        inherit: (ExternalText, ExternalText),
    ) -> FieldContext {
        let own = self.place.scope.layer();
        let columns = columns(self.explained, &self.place.endpoint);
        let below = columns.iter().filter(|(layer, _)| *layer < own);
        let below = below.filter_map(|(layer, opinion)| {
            let statement = of(opinion)?;
            let value = match &statement.value {
                FieldValue::Set(value) => word(value),
                FieldValue::Clear => NOT_SET.to_owned(),
            };
            let who = wording::who(&statement.provenance, &self.about);
            Some((layer.as_str(), ExternalText::line(&value), who))
        });
        let mut here = columns.iter().filter(|(layer, _)| *layer == own);
        let here = here.find_map(|(_, opinion)| of(opinion));
        let wrong = self.sent.wrong.as_ref();
        FieldContext {
            says: was != "inherit",
            was,
            below: below.collect(),
            inherit,
            locked: here.and_then(place_in_file),
            wrong: wrong
                .filter(|wrong| wrong.field == field)
                .map(|wrong| wrong.sentence.clone()),
        }
    }
}

/// The place in the configuration file that sets a field, if any.
fn place_in_file<T>(statement: &OpinionField<T>) -> Option<ExternalText> {
    match &statement.provenance.author {
        AnnotationAuthor::File(place) => Some(ExternalText::line(place)),
        AnnotationAuthor::Candor | AnnotationAuthor::Source(_) | AnnotationAuthor::Person(_) => {
            None
        }
    }
}

/// The effective value of a hint, and its origin.
fn of_hint(effective: &EffectiveAnnotations, hint: Hint) -> (ExternalText, ExternalText) {
    let shown = &effective.shown;
    match shown.hint(hint) {
        Some(fact) => wording::fact(fact, |value| wording::hint_value(Some(*value)).to_owned()),
        None => not_set(&wording::unset_reason(shown.unset(hint))),
    }
}

fn not_set(reason: &str) -> (ExternalText, ExternalText) {
    let reason = ExternalText::sentence(reason, 400);
    (ExternalText::line(NOT_SET), reason)
}

fn said_or<T: Clone>(edit: Option<&FieldEdit<T>>) -> FieldEdit<T> {
    edit.cloned().unwrap_or(FieldEdit::Withdraw)
}

fn choices(options: &[(&'static str, &'static str)], chosen: &str) -> Vec<FieldChoice> {
    let choice = |(value, words): &(&'static str, &'static str)| FieldChoice {
        value,
        words,
        chosen: *value == chosen,
    };
    options.iter().map(choice).collect()
}

/// The stored values, overridden by the submitted ones.
fn merged(said: OpinionEdit, edits: Option<&OpinionEdit>) -> OpinionEdit {
    let Some(edits) = edits else {
        return said;
    };
    let mut merged = said;
    for hint in Hint::ALL {
        if let Some(edit) = edits.hint(hint) {
            merged.set_hint(hint, Some(edit.clone()));
        }
    }
    merged.title = edits.title.clone().or(merged.title);
    merged.confirm = edits.confirm.clone().or(merged.confirm);
    merged
}
