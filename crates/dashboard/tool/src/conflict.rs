//! The page of an edit conflict: the current and the submitted values side by side.
//!
//! The page is an annotation form like the one that was refused, based on the current version. Each
//! field that differs has two options.

use askama::Template;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DisplayTime, ExternalText, PageLayout, SiteSection, now_micros, render_page,
};
use candor_gateway::edit::OpinionEntry;
use candor_model::{ConfirmMode, FieldEdit, Hint, Opinion, OpinionEdit, Provenance};
use http::StatusCode;

use crate::annotation_form::{counts, hidden};
use crate::page_scope::PageScope;
use crate::tool_address::ToolAddress;
use crate::{amendment_input, wording};

#[derive(Template)]
#[template(path = "conflict.html")]
struct EditConflictPage {
    frame: PageLayout,
    name: ExternalText,
    back: String,
    to: String,
    field: String,
    hidden: Vec<(&'static str, String)>,
    version: u64,
    counts: String,
    fields: Vec<ConflictField>,
    /// The current values, as hidden fields.
    was: Vec<(String, String)>,
    why: String,
}

/// A field with different values.
struct ConflictField {
    /// The name of the radio buttons.
    name: &'static str,
    words: &'static str,
    sides: ConflictSides,
    /// The author of the current value.
    by: Option<ChangedBy>,
}

/// The author and the time.
type ChangedBy = (ExternalText, Option<DisplayTime>);

/// Both values of a field.
struct ConflictSides {
    theirs: ConflictSide,
    yours: ConflictSide,
    /// Whether both users changed it, so that neither is preselected.
    both: bool,
}

/// One of the two values.
struct ConflictSide {
    /// The form value.
    value: String,
    words: ExternalText,
    chosen: bool,
}

/// The page for the second of two concurrent edits.
pub(crate) fn draw(
    user: &CurrentUser,
    (tool, place): (&ToolAddress, &PageScope),
    entry: &OpinionEntry,
    (edits, before): (&OpinionEdit, &OpinionEdit),
    why: Option<String>,
) -> Response {
    let to = tool.to("annotations");
    let name = tool.name.to_string();
    let view = EditConflictPage {
        frame: PageLayout::of("Edit conflict", SiteSection::Tools, user),
        name: ExternalText::short(&name, 200),
        back: place.address(&tool.path),
        field: user.field(&to),
        to,
        hidden: hidden(place),
        version: entry.version.unwrap_or(0),
        counts: counts(&place.scope),
        fields: fields(&entry.opinion, edits, before, &name),
        was: was(&entry.opinion),
        why: why.unwrap_or_default(),
    };
    render_page(StatusCode::CONFLICT, &view)
}

fn fields(
    now: &Opinion,
    edits: &OpinionEdit,
    before: &OpinionEdit,
    about: &str,
) -> Vec<ConflictField> {
    let open = amendment_input::open(edits, now);
    let by = |provenance: &Provenance| by(provenance, about);
    let mut fields = Vec::new();
    for hint in Hint::ALL {
        let Some(yours) = open.hint(hint) else {
            continue;
        };
        let theirs = wording::said(now.hint(hint));
        let seen = before.hint(hint);
        let value = |edit: &FieldEdit<bool>| amendment_input::hint_word(edit).to_owned();
        let word = |value: &bool| wording::hint_value(Some(*value)).to_owned();
        let sides = ConflictSides::of([&theirs, yours], seen, value, word);
        let said = now.hint(hint).map(|said| by(&said.provenance));
        fields.push(sides.named(hint.key(), wording::hint_label(hint), said));
    }
    if let Some(yours) = &open.title {
        let theirs = wording::said(now.title.as_ref());
        let seen = before.title.as_ref();
        let sides = ConflictSides::of(
            [&theirs, yours],
            seen,
            amendment_input::title_word,
            ToString::to_string,
        );
        let said = now.title.as_ref().map(|said| by(&said.provenance));
        fields.push(sides.named("title_whole", "Title", said));
    }
    if let Some(yours) = &open.confirm {
        let theirs = wording::said(now.confirm.as_ref());
        let seen = before.confirm.as_ref();
        let value = |edit: &FieldEdit<ConfirmMode>| amendment_input::confirm_word(edit).to_owned();
        let word = |confirm: &ConfirmMode| wording::confirmation(Some(*confirm)).to_owned();
        let sides = ConflictSides::of([&theirs, yours], seen, value, word);
        let said = now.confirm.as_ref().map(|said| by(&said.provenance));
        fields.push(sides.named("confirm", "Confirmation", said));
    }
    fields
}

/// The current values, for the next submission.
fn was(now: &Opinion) -> Vec<(String, String)> {
    let hints = Hint::ALL.into_iter().map(|hint| {
        let word = amendment_input::hint_word(&wording::said(now.hint(hint)));
        (format!("was-{}", hint.key()), word.to_owned())
    });
    let title = amendment_input::title_word(&wording::said(now.title.as_ref()));
    let confirm = amendment_input::confirm_word(&wording::said(now.confirm.as_ref()));
    let rest = [
        ("was-title".to_owned(), title),
        ("was-confirm".to_owned(), confirm.to_owned()),
    ];
    hints.chain(rest).collect()
}

fn by(provenance: &Provenance, about: &str) -> ChangedBy {
    let when = provenance
        .at_micros
        .map(|at| DisplayTime::seen(at, now_micros()));
    (wording::who(provenance, about), when)
}

// === impl ConflictSides ===

impl ConflictSides {
    /// A value that only one user changed is preselected.
    fn of<T: PartialEq>(
        [theirs, yours]: [&FieldEdit<T>; 2],
        seen: Option<&FieldEdit<T>>,
        value: impl Fn(&FieldEdit<T>) -> String,
        word: impl Fn(&T) -> String,
    ) -> Self {
        let (they, you) = (seen != Some(theirs), seen != Some(yours));
        let side = |edit: &FieldEdit<T>, chosen| ConflictSide {
            value: value(edit),
            words: match edit {
                FieldEdit::Set(value) => ExternalText::line(&word(value)),
                FieldEdit::Clear => ExternalText::line(wording::hint_value(None)),
                FieldEdit::Withdraw => ExternalText::line("Inherit"),
            },
            chosen,
        };
        Self {
            theirs: side(theirs, they && !you),
            yours: side(yours, you && !they),
            both: they && you,
        }
    }

    fn named(
        self,
        name: &'static str,
        words: &'static str,
        by: Option<ChangedBy>,
    ) -> ConflictField {
        ConflictField {
            name,
            words,
            sides: self,
            by,
        }
    }
}
