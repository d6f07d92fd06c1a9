//! The fields of a form as a page shows them: one after the other, groups opened and closed.

use candor_frame::Outside;
use serde_json::Value;

use crate::plan::{Field, Kind};
use crate::typed::{Problems, Typed};

/// The most characters of a name.
const NAME: usize = 80;
/// The most characters of a title.
const TITLE: usize = 120;
/// The most characters of a description.
const DESCRIPTION: usize = 600;
/// The most characters of all hints of a field.
const HINTS: usize = 600;

/// A step of writing the form down.
pub(crate) enum Part {
    Open(Head),
    Close,
    Field(Head, Input),
}

/// What is said about a field or a group.
pub(crate) struct Head {
    /// One of a kind on the page.
    pub(crate) id: String,
    pub(crate) name: Outside,
    pub(crate) title: Option<Outside>,
    /// Whether it must be given, in words; empty where it need not be.
    pub(crate) mark: &'static str,
    pub(crate) description: Option<Outside>,
    pub(crate) hints: Option<Outside>,
    pub(crate) problems: Vec<Outside>,
    /// The ids of what describes it.
    pub(crate) about: String,
}

/// What somebody types into.
pub(crate) struct Input {
    /// The name of the field in the form.
    pub(crate) pointer: String,
    pub(crate) value: String,
    /// Whether a browser may ask for it by itself.
    pub(crate) required: bool,
    pub(crate) look: Look,
}

/// How.
pub(crate) enum Look {
    Line {
        kind: &'static str,
        /// The keyboard that a phone shows.
        mode: &'static str,
    },
    Area {
        rows: usize,
        /// Whether it is text of a machine.
        mono: bool,
    },
    Switch(Vec<Pick>),
    Choice(Vec<Pick>),
}

/// One of several.
pub(crate) struct Pick {
    pub(crate) value: String,
    pub(crate) words: Outside,
    pub(crate) chosen: bool,
}

/// Everything to write down, in its order.
pub(crate) fn draw(fields: &[Field], typed: &Typed, problems: &Problems) -> Vec<Part> {
    let mut parts = Vec::new();
    append(fields, typed, problems, &mut parts);
    parts
}

fn append(fields: &[Field], typed: &Typed, problems: &Problems, parts: &mut Vec<Part>) {
    for field in fields {
        let head = Head::of(field, problems, parts.len());
        match &field.kind {
            Kind::Group(members) => {
                parts.push(Part::Open(head));
                append(members, typed, problems, parts);
                parts.push(Part::Close);
            }
            kind => {
                let input = Input::of(field, kind, typed);
                parts.push(Part::Field(head, input));
            }
        }
    }
}

// === impl Head ===

impl Head {
    fn of(field: &Field, problems: &Problems, number: usize) -> Self {
        let id = format!("a{number}");
        let problems = problems.of(&field.pointer).iter();
        let problems: Vec<_> = problems
            .map(|sentence| Outside::short(sentence, DESCRIPTION))
            .collect();
        let description = field.description.as_deref().map(str::trim);
        let description = description.filter(|text| !text.is_empty());
        let title = field.title.as_deref().filter(|title| **title != field.name);
        let hints = field.hints.join("; ");
        let mut about = Vec::new();
        for (is, what) in [
            (!problems.is_empty(), "wrong"),
            (description.is_some(), "says"),
            (!hints.is_empty(), "takes"),
        ] {
            if is {
                about.push(format!("{id}-{what}"));
            }
        }
        Self {
            name: Outside::short(&field.name, NAME),
            title: title.map(|title| Outside::short(title, TITLE)),
            mark: match (field.needed, field.required) {
                (true, _) => "required",
                (false, true) => "required in its group",
                (false, false) => "",
            },
            description: description.map(|text| Outside::short(text, DESCRIPTION)),
            hints: (!hints.is_empty()).then(|| Outside::short(&hints, HINTS)),
            problems,
            about: about.join(" "),
            id,
        }
    }

    /// Whether something is wrong with it.
    pub(crate) fn is_wrong(&self) -> bool {
        !self.problems.is_empty()
    }
}

// === impl Input ===

impl Input {
    fn of(field: &Field, kind: &Kind, typed: &Typed) -> Self {
        let value = typed.get(&field.pointer).to_owned();
        let rows = value.lines().count().clamp(3, 16);
        let look = match kind {
            Kind::Text { long, .. } if *long || value.contains('\n') => {
                Look::Area { rows, mono: false }
            }
            Kind::Text { secret: true, .. } => line("password", "text"),
            Kind::Text { .. } => line("text", "text"),
            Kind::Number { whole: true } => line("text", "numeric"),
            Kind::Number { whole: false } => line("text", "decimal"),
            Kind::Switch => Look::Switch(switch(field, &value)),
            Kind::Choice(choices) => Look::Choice(choice(field, choices, &value)),
            Kind::Lines(_) => Look::Area { rows, mono: false },
            Kind::Json | Kind::Group(_) => Look::Area { rows, mono: true },
        };
        // An empty list is a list.
        let required = field.needed && !matches!(kind, Kind::Lines(_));
        Self {
            pointer: field.pointer.clone(),
            value,
            required,
            look,
        }
    }
}

fn line(kind: &'static str, mode: &'static str) -> Look {
    Look::Line { kind, mode }
}

/// True, false, and nothing where it may be left out.
fn switch(field: &Field, value: &str) -> Vec<Pick> {
    let picks = [("true", "true"), ("false", "false"), ("", "not sent")];
    let picks = picks
        .into_iter()
        .filter(|(word, _)| !field.needed || !word.is_empty());
    picks
        .map(|(word, words)| Pick::new(word, words, value))
        .collect()
}

fn choice(field: &Field, choices: &[Value], value: &str) -> Vec<Pick> {
    let nothing = if field.needed {
        "Choose one"
    } else {
        "Not sent"
    };
    let only = field.needed && choices.len() == 1;
    let nothing = (!only).then(|| Pick::new("", nothing, value));
    let each = choices.iter().map(|choice| {
        let words = choice
            .as_str()
            .map_or_else(|| choice.to_string(), str::to_owned);
        // An empty text is one of the choices, and nobody would see it.
        let words = if words.is_empty() { "\"\"" } else { &words };
        Pick::new(&choice.to_string(), words, value)
    });
    nothing.into_iter().chain(each).collect()
}

// === impl Pick ===

impl Pick {
    fn new(word: &str, words: &str, value: &str) -> Self {
        Self {
            value: word.to_owned(),
            words: Outside::short(words, TITLE),
            chosen: word == value,
        }
    }
}
