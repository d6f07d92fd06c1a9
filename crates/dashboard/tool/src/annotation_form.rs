//! The form in which somebody says what a tool does.

use candor_dashboard_kit::{CurrentUser, ExternalText, HelpTip, PageError};
use candor_gateway::Editor;
use candor_gateway::edit::{ExplainedTool, OpinionEntry};
use candor_model::{
    AnnotationAuthor, ConfirmMode, FieldEdit, FieldValue, Hint, Opinion, OpinionEdit, OpinionField,
    OpinionScope,
};
use candor_resolve::{EffectiveAnnotations, UnsetReason};

use crate::amendment_preview::AmendmentPreview;
use crate::layers::columns;
use crate::page_scope::{PageScope, ScopeLink};
use crate::rejected_input::RejectedInput;
use crate::tool_address::ToolAddress;
use crate::{amendment_input, wording};

/// See the module.
pub(crate) struct AnnotationForm {
    /// Where it goes.
    pub(crate) to: String,
    /// What makes it ours.
    pub(crate) field: String,
    /// From where the tool is looked at.
    pub(crate) hidden: Vec<(&'static str, String)>,
    /// Which state of what is said it was made from.
    pub(crate) version: u64,
    /// Where else something can be said.
    pub(crate) scopes: Vec<ScopeLink>,
    /// Where it counts, in words.
    pub(crate) counts: String,
    pub(crate) hints: Vec<HintField>,
    pub(crate) title: TitleField,
    pub(crate) confirm: ConfirmField,
    pub(crate) why: String,
    /// Whether there is something to take back.
    pub(crate) says: bool,
    /// How many further members are said here.
    pub(crate) extras: usize,
}

/// What every field shows.
pub(crate) struct FieldContext {
    /// What it was when the form was made, in the words of the form.
    pub(crate) was: String,
    /// What the lower layers say.
    pub(crate) below: Vec<(&'static str, ExternalText, ExternalText)>,
    /// What it comes to if nothing is said here, and whose word that is.
    pub(crate) inherit: (ExternalText, ExternalText),
    /// Whether something is said here that can be taken back.
    pub(crate) says: bool,
    /// Where the file declares it, if it does.
    pub(crate) locked: Option<ExternalText>,
    /// What is wrong with it.
    pub(crate) wrong: Option<String>,
}

/// One hint.
pub(crate) struct HintField {
    pub(crate) key: &'static str,
    pub(crate) name: &'static str,
    pub(crate) tip: HelpTip,
    pub(crate) choices: Vec<FieldChoice>,
    pub(crate) beside: FieldContext,
}

/// The title.
pub(crate) struct TitleField {
    pub(crate) tip: HelpTip,
    pub(crate) text: String,
    pub(crate) none: bool,
    pub(crate) beside: FieldContext,
}

/// When people are asked.
pub(crate) struct ConfirmField {
    pub(crate) tip: HelpTip,
    pub(crate) choices: Vec<FieldChoice>,
    pub(crate) beside: FieldContext,
}

/// One of several.
pub(crate) struct FieldChoice {
    pub(crate) value: &'static str,
    pub(crate) words: &'static str,
    pub(crate) chosen: bool,
}

/// What a form is made from.
struct AnnotationFormBuilder<'a> {
    explained: &'a ExplainedTool,
    place: &'a PageScope,
    entry: &'a Opinion,
    ground: AmendmentPreview<'a>,
    /// What is wished, or said already.
    wishes: OpinionEdit,
    sent: &'a RejectedInput,
    about: String,
}

// === impl Edit ===

impl AnnotationForm {
    pub(crate) async fn of(
        desk: &Editor<'_>,
        visitor: &CurrentUser,
        (tool, place): (&ToolAddress, &PageScope),
        explained: &ExplainedTool,
        sent: &RejectedInput,
    ) -> Result<Self, PageError> {
        let key = place.key(tool.about());
        let entry = desk.opinion(&key).await;
        let entry: OpinionEntry = entry.map_err(|error| tool.refused(&error))?;
        let ground = AmendmentPreview::of(desk, tool, place, explained, &entry).await?;
        let draft = AnnotationFormBuilder {
            explained,
            place,
            entry: &entry.opinion,
            ground,
            wishes: merged(amendment_input::of(&entry.opinion), sent.wishes.as_ref()),
            sent,
            about: tool.name.to_string(),
        };
        let to = tool.to("annotations");
        Ok(Self {
            field: visitor.field(&to),
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

/// The hidden fields that lead back to a place.
pub(crate) fn hidden(place: &PageScope) -> Vec<(&'static str, String)> {
    let pairs = place.pairs().into_iter();
    let said = pairs.filter(|(_, value)| !value.is_empty());
    said.map(|(name, value)| (name, value.to_owned())).collect()
}

/// Where something counts, to follow `It counts`.
pub(crate) fn counts(scope: &OpinionScope) -> String {
    match scope {
        OpinionScope::Everywhere => "wherever the tool is served".to_owned(),
        OpinionScope::Environment(name) => format!("in the environment {name}"),
        OpinionScope::Toolset(name) => format!("in the toolset {name}"),
    }
}

// === impl Draft ===

impl AnnotationFormBuilder<'_> {
    fn hint(&self, hint: Hint) -> HintField {
        let now = said_or(self.wishes.hint(hint));
        let options = [
            ("true", "Yes"),
            ("false", "No"),
            ("unset", "Unset"),
            ("inherit", "Inherit"),
        ];
        let word = |value: &bool| wording::value(Some(*value)).to_owned();
        let reset = amendment_input::reset(Some(hint.key())).unwrap_or_default();
        let inherit = of_hint(&self.ground.after(&reset), hint);
        HintField {
            key: hint.key(),
            name: wording::name(hint),
            tip: HelpTip::new(
                format!("tip-edit-{}", hint.word()),
                wording::name(hint),
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
        let now = said_or(self.wishes.title.as_ref());
        let reset = amendment_input::reset(Some("title")).unwrap_or_default();
        let after = self.ground.after(&reset);
        let inherit = after.shown.title();
        let inherit = inherit.map(|fact| wording::fact(fact, ToString::to_string));
        let mut field = TitleField {
            tip: HelpTip::new("tip-edit-title", "the title", wording::TITLE),
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
                inherit.unwrap_or_else(nobody),
            ),
        };
        // Both at once is what was refused, and stays as it was sent.
        if let Some((text, none)) = &self.sent.title {
            (field.text, field.none) = (text.clone(), *none);
        }
        field
    }

    fn confirm(&self) -> ConfirmField {
        let now = said_or(self.wishes.confirm.as_ref());
        let options = [
            ("inherit", "Inherit"),
            ("always", "Before every call"),
            ("first", "Before the first call of a caller"),
            ("never", "Never"),
            ("unset", "By what the tool does"),
        ];
        let reset = amendment_input::reset(Some("confirm")).unwrap_or_default();
        let after = self.ground.after(&reset).confirm;
        let word = |confirm: &ConfirmMode| wording::confirm(*confirm).to_owned();
        let inherit = after.as_ref().map(|fact| wording::fact(fact, word));
        let by_hints = || {
            (
                ExternalText::line(wording::BY_HINTS),
                ExternalText::line("nobody says"),
            )
        };
        ConfirmField {
            tip: HelpTip::new("tip-edit-confirm", "asking", wording::CONFIRM),
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
                FieldValue::Clear => "unset".to_owned(),
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

/// Where the file says this, if it does.
fn place_in_file<T>(statement: &OpinionField<T>) -> Option<ExternalText> {
    match &statement.provenance.author {
        AnnotationAuthor::File(place) => Some(ExternalText::line(place)),
        AnnotationAuthor::Candor | AnnotationAuthor::Source(_) | AnnotationAuthor::Person(_) => {
            None
        }
    }
}

/// What comes of a hint, and whose word that is.
fn of_hint(effective: &EffectiveAnnotations, hint: Hint) -> (ExternalText, ExternalText) {
    let shown = &effective.shown;
    match (shown.hint(hint), shown.unset(hint)) {
        (Some(fact), _) => wording::fact(fact, |value| wording::value(Some(*value)).to_owned()),
        (None, Some(why @ (UnsetReason::Cleared(_) | UnsetReason::Contradicted { .. }))) => (
            ExternalText::line("unset"),
            ExternalText::line(&why.to_string()),
        ),
        (None, _) => nobody(),
    }
}

fn nobody() -> (ExternalText, ExternalText) {
    (
        ExternalText::line("unset"),
        ExternalText::line("nobody says"),
    )
}

fn said_or<T: Clone>(wish: Option<&FieldEdit<T>>) -> FieldEdit<T> {
    wish.cloned().unwrap_or(FieldEdit::Withdraw)
}

fn choices(options: &[(&'static str, &'static str)], chosen: &str) -> Vec<FieldChoice> {
    let choice = |(value, words): &(&'static str, &'static str)| FieldChoice {
        value,
        words,
        chosen: *value == chosen,
    };
    options.iter().map(choice).collect()
}

/// What is said, but for what is wished.
fn merged(said: OpinionEdit, wishes: Option<&OpinionEdit>) -> OpinionEdit {
    let Some(wishes) = wishes else {
        return said;
    };
    let mut merged = said;
    for hint in Hint::ALL {
        if let Some(wish) = wishes.hint(hint) {
            merged.set_hint(hint, Some(wish.clone()));
        }
    }
    merged.title = wishes.title.clone().or(merged.title);
    merged.confirm = wishes.confirm.clone().or(merged.confirm);
    merged
}
