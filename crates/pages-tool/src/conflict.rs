//! Two people changed the same thing: what each of them wants, side by side.
//!
//! The page is a form of the same kind as the one that came too late, made from what is there
//! now. For every field that differs there are two choices, and sending it settles the matter.

use askama::Template;
use axum::response::Response;
use candor_frame::{Frame, Moment, Outside, Section, Visitor, now_micros, page};
use candor_gateway::desk::Entry;
use candor_model::{Amend, Amendment, Confirm, Hint, Opinion, Voice};
use http::StatusCode;

use crate::edit::{counts, hidden};
use crate::named::Named;
use crate::place::Place;
use crate::{wish, words};

#[derive(Template)]
#[template(path = "conflict.html")]
struct View {
    frame: Frame,
    name: Outside,
    back: String,
    to: String,
    field: String,
    hidden: Vec<(&'static str, String)>,
    version: u64,
    counts: String,
    fields: Vec<Field>,
    /// What the form says besides, so that the next one knows.
    was: Vec<(String, String)>,
    why: String,
}

/// A field about which the two differ.
struct Field {
    /// What the radio buttons are called.
    name: &'static str,
    words: &'static str,
    sides: Sides,
    /// Who said what is there now.
    by: Option<By>,
}

/// Who, and when.
type By = (Outside, Option<Moment>);

/// What the two want.
struct Sides {
    theirs: Side,
    yours: Side,
    /// Whether both changed it, so that somebody has to choose.
    both: bool,
}

/// What one of the two wants.
struct Side {
    /// In the words of a form.
    value: String,
    words: Outside,
    chosen: bool,
}

/// The page for somebody who came too late, with what they wish, what they saw, and why.
pub(crate) fn draw(
    visitor: &Visitor,
    (tool, place): (&Named, &Place),
    entry: &Entry,
    (wishes, before): (&Amendment, &Amendment),
    why: Option<String>,
) -> Response {
    let to = tool.to("annotations");
    let name = tool.name.to_string();
    let view = View {
        frame: Frame::of("Somebody else was faster", Section::Tools, visitor),
        name: Outside::short(&name, 200),
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
    page(StatusCode::CONFLICT, &view)
}

fn fields(now: &Opinion, wishes: &Amendment, before: &Amendment, about: &str) -> Vec<Field> {
    let open = wish::open(wishes, now);
    let by = |voice: &Voice| by(voice, about);
    let mut fields = Vec::new();
    for hint in Hint::ALL {
        let Some(yours) = open.hint(hint) else {
            continue;
        };
        let theirs = words::said(now.hint(hint));
        let seen = before.hint(hint);
        let value = |wish: &Amend<bool>| wish::hint_word(wish).to_owned();
        let word = |value: &bool| words::value(Some(*value)).to_owned();
        let sides = Sides::of([&theirs, yours], seen, value, word);
        let said = now.hint(hint).map(|said| by(&said.voice));
        fields.push(sides.named(hint.key(), words::name(hint), said));
    }
    if let Some(yours) = &open.title {
        let theirs = words::said(now.title.as_ref());
        let seen = before.title.as_ref();
        let sides = Sides::of(
            [&theirs, yours],
            seen,
            wish::title_word,
            ToString::to_string,
        );
        let said = now.title.as_ref().map(|said| by(&said.voice));
        fields.push(sides.named("title_whole", "Title", said));
    }
    if let Some(yours) = &open.confirm {
        let theirs = words::said(now.confirm.as_ref());
        let seen = before.confirm.as_ref();
        let value = |wish: &Amend<Confirm>| wish::confirm_word(wish).to_owned();
        let word = |confirm: &Confirm| words::confirm(*confirm).to_owned();
        let sides = Sides::of([&theirs, yours], seen, value, word);
        let said = now.confirm.as_ref().map(|said| by(&said.voice));
        fields.push(sides.named("confirm", "A person is asked", said));
    }
    fields
}

/// What is there now, so that a form sent from here knows what it was made from.
fn was(now: &Opinion) -> Vec<(String, String)> {
    let hints = Hint::ALL.into_iter().map(|hint| {
        let word = wish::hint_word(&words::said(now.hint(hint)));
        (format!("was-{}", hint.key()), word.to_owned())
    });
    let title = wish::title_word(&words::said(now.title.as_ref()));
    let confirm = wish::confirm_word(&words::said(now.confirm.as_ref()));
    let rest = [
        ("was-title".to_owned(), title),
        ("was-confirm".to_owned(), confirm.to_owned()),
    ];
    hints.chain(rest).collect()
}

fn by(voice: &Voice, about: &str) -> By {
    let when = voice.at_micros.map(|at| Moment::seen(at, now_micros()));
    (words::who(voice, about), when)
}

// === impl Sides ===

impl Sides {
    /// What only one of the two has changed is that one's; about the rest somebody has to decide.
    fn of<T: PartialEq>(
        [theirs, yours]: [&Amend<T>; 2],
        seen: Option<&Amend<T>>,
        value: impl Fn(&Amend<T>) -> String,
        word: impl Fn(&T) -> String,
    ) -> Self {
        let (they, you) = (seen != Some(theirs), seen != Some(yours));
        let side = |wish: &Amend<T>, chosen| Side {
            value: value(wish),
            words: match wish {
                Amend::Set(value) => Outside::line(&word(value)),
                Amend::Clear => Outside::line("unset"),
                Amend::Withdraw => Outside::line("nothing is said"),
            },
            chosen,
        };
        Self {
            theirs: side(theirs, they && !you),
            yours: side(yours, you && !they),
            both: they && you,
        }
    }

    fn named(self, name: &'static str, words: &'static str, by: Option<By>) -> Field {
        Field {
            name,
            words,
            sides: self,
            by,
        }
    }
}
