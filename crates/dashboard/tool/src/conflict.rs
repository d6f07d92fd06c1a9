//! Two people changed the same thing: what each of them wants, side by side.
//!
//! The page is a form of the same kind as the one that came too late, made from what is there
//! now. For every field that differs there are two choices, and sending it settles the matter.

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
    /// What the form says besides, so that the next one knows.
    was: Vec<(String, String)>,
    why: String,
}

/// A field about which the two differ.
struct ConflictField {
    /// What the radio buttons are called.
    name: &'static str,
    words: &'static str,
    sides: ConflictSides,
    /// Who said what is there now.
    by: Option<ChangedBy>,
}

/// Who, and when.
type ChangedBy = (ExternalText, Option<DisplayTime>);

/// What the two want.
struct ConflictSides {
    theirs: ConflictSide,
    yours: ConflictSide,
    /// Whether both changed it, so that somebody has to choose.
    both: bool,
}

/// What one of the two wants.
struct ConflictSide {
    /// In the words of a form.
    value: String,
    words: ExternalText,
    chosen: bool,
}

/// The page for somebody who came too late, with what they wish, what they saw, and why.
pub(crate) fn draw(
    visitor: &CurrentUser,
    (tool, place): (&ToolAddress, &PageScope),
    entry: &OpinionEntry,
    (wishes, before): (&OpinionEdit, &OpinionEdit),
    why: Option<String>,
) -> Response {
    let to = tool.to("annotations");
    let name = tool.name.to_string();
    let view = EditConflictPage {
        frame: PageLayout::of("Somebody else was faster", SiteSection::Tools, visitor),
        name: ExternalText::short(&name, 200),
        back: place.address(&tool.path),
        field: visitor.field(&to),
        to,
        hidden: hidden(place),
        version: entry.version.unwrap_or(0),
        counts: counts(&place.scope),
        fields: fields(&entry.opinion, wishes, before, &name),
        was: was(&entry.opinion),
        why: why.unwrap_or_default(),
    };
    render_page(StatusCode::CONFLICT, &view)
}

fn fields(
    now: &Opinion,
    wishes: &OpinionEdit,
    before: &OpinionEdit,
    about: &str,
) -> Vec<ConflictField> {
    let open = amendment_input::open(wishes, now);
    let by = |voice: &Provenance| by(voice, about);
    let mut fields = Vec::new();
    for hint in Hint::ALL {
        let Some(yours) = open.hint(hint) else {
            continue;
        };
        let theirs = wording::said(now.hint(hint));
        let seen = before.hint(hint);
        let value = |wish: &FieldEdit<bool>| amendment_input::hint_word(wish).to_owned();
        let word = |value: &bool| wording::value(Some(*value)).to_owned();
        let sides = ConflictSides::of([&theirs, yours], seen, value, word);
        let said = now.hint(hint).map(|said| by(&said.provenance));
        fields.push(sides.named(hint.key(), wording::name(hint), said));
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
        let value = |wish: &FieldEdit<ConfirmMode>| amendment_input::confirm_word(wish).to_owned();
        let word = |confirm: &ConfirmMode| wording::confirm(*confirm).to_owned();
        let sides = ConflictSides::of([&theirs, yours], seen, value, word);
        let said = now.confirm.as_ref().map(|said| by(&said.provenance));
        fields.push(sides.named("confirm", "A person is asked", said));
    }
    fields
}

/// What is there now, so that a form sent from here knows what it was made from.
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

fn by(voice: &Provenance, about: &str) -> ChangedBy {
    let when = voice
        .at_micros
        .map(|at| DisplayTime::seen(at, now_micros()));
    (wording::who(voice, about), when)
}

// === impl Sides ===

impl ConflictSides {
    /// What only one of the two has changed is that one's; about the rest somebody has to decide.
    fn of<T: PartialEq>(
        [theirs, yours]: [&FieldEdit<T>; 2],
        seen: Option<&FieldEdit<T>>,
        value: impl Fn(&FieldEdit<T>) -> String,
        word: impl Fn(&T) -> String,
    ) -> Self {
        let (they, you) = (seen != Some(theirs), seen != Some(yours));
        let side = |wish: &FieldEdit<T>, chosen| ConflictSide {
            value: value(wish),
            words: match wish {
                FieldEdit::Set(value) => ExternalText::line(&word(value)),
                FieldEdit::Clear => ExternalText::line("unset"),
                FieldEdit::Withdraw => ExternalText::line("nothing is said"),
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
