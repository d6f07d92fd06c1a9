//! The fields of a form, flattened for the template: groups are opened and closed.

use candor_dashboard_kit::ExternalText;
use serde_json::Value;

use crate::argument_texts::{ArgumentProblems, ArgumentTexts};
use crate::form_plan::{ArgumentField, ArgumentKind};

/// The maximum length of a name, in characters.
const NAME: usize = 80;
/// The maximum length of a title, in characters.
const TITLE: usize = 120;
/// The maximum length of a description, in characters.
const DESCRIPTION: usize = 600;
/// The maximum length of all hints of a field, in characters.
const HINTS: usize = 600;

/// A part of the form, in document order.
pub(crate) enum FormPart {
    Open(FieldHeading),
    Close,
    Field(FieldHeading, FieldInput),
}

/// The heading of a field or a group.
pub(crate) struct FieldHeading {
    /// Unique on the page.
    pub(crate) id: String,
    pub(crate) name: ExternalText,
    pub(crate) title: Option<ExternalText>,
    /// Whether it is required, in words; empty if not.
    pub(crate) mark: &'static str,
    pub(crate) description: Option<ExternalText>,
    pub(crate) hints: Option<ExternalText>,
    pub(crate) problems: Vec<ExternalText>,
    /// The ids of its descriptions.
    pub(crate) about: String,
}

/// The input of a field.
pub(crate) struct FieldInput {
    /// The name of the field in the form.
    pub(crate) pointer: String,
    pub(crate) value: String,
    /// Whether the browser enforces a value.
    pub(crate) required: bool,
    pub(crate) control: InputControl,
}

/// The control of an input.
pub(crate) enum InputControl {
    Line {
        kind: &'static str,
        /// The keyboard on phones.
        mode: &'static str,
    },
    Area {
        rows: usize,
        /// Whether it uses a monospaced font.
        mono: bool,
    },
    Switch(Vec<InputOption>),
    Choice(Vec<InputOption>),
}

/// An option of a control.
pub(crate) struct InputOption {
    pub(crate) value: String,
    pub(crate) words: ExternalText,
    pub(crate) chosen: bool,
}

/// The parts of a form.
pub(crate) fn form_parts(
    fields: &[ArgumentField],
    typed: &ArgumentTexts,
    problems: &ArgumentProblems,
) -> Vec<FormPart> {
    let mut parts = Vec::new();
    append(fields, typed, problems, &mut parts);
    parts
}

fn append(
    fields: &[ArgumentField],
    typed: &ArgumentTexts,
    problems: &ArgumentProblems,
    parts: &mut Vec<FormPart>,
) {
    for field in fields {
        let head = FieldHeading::of(field, problems, parts.len());
        match &field.kind {
            ArgumentKind::Group(members) => {
                parts.push(FormPart::Open(head));
                append(members, typed, problems, parts);
                parts.push(FormPart::Close);
            }
            kind => {
                let input = FieldInput::of(field, kind, typed);
                parts.push(FormPart::Field(head, input));
            }
        }
    }
}

// === impl FieldHeading ===

impl FieldHeading {
    fn of(field: &ArgumentField, problems: &ArgumentProblems, number: usize) -> Self {
        let id = format!("a{number}");
        let problems = problems.of(&field.pointer).iter();
        let problems: Vec<_> = problems
            .map(|sentence| ExternalText::sentence(sentence, DESCRIPTION))
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
            name: ExternalText::short(&field.name, NAME),
            title: title.map(|title| ExternalText::short(title, TITLE)),
            mark: match (field.needed, field.required) {
                (true, _) => "required",
                (false, true) => "required in this group",
                (false, false) => "",
            },
            description: description.map(|text| ExternalText::short(text, DESCRIPTION)),
            hints: (!hints.is_empty()).then(|| ExternalText::sentence(&hints, HINTS)),
            problems,
            about: about.join(" "),
            id,
        }
    }

    /// Whether the input is invalid.
    pub(crate) fn is_wrong(&self) -> bool {
        !self.problems.is_empty()
    }
}

// === impl FieldInput ===

impl FieldInput {
    fn of(field: &ArgumentField, kind: &ArgumentKind, typed: &ArgumentTexts) -> Self {
        let value = typed.get(&field.pointer).to_owned();
        let rows = value.lines().count().clamp(3, 16);
        let control = match kind {
            ArgumentKind::Text { long, .. } if *long || value.contains('\n') => {
                InputControl::Area { rows, mono: false }
            }
            ArgumentKind::Text { secret: true, .. } => line("password", "text"),
            ArgumentKind::Text { .. } => line("text", "text"),
            ArgumentKind::Number { whole: true } => line("text", "numeric"),
            ArgumentKind::Number { whole: false } => line("text", "decimal"),
            ArgumentKind::Switch => InputControl::Switch(switch(field, &value)),
            ArgumentKind::Choice(choices) => InputControl::Choice(choice(field, choices, &value)),
            ArgumentKind::Lines(_) => InputControl::Area { rows, mono: false },
            ArgumentKind::Json | ArgumentKind::Group(_) => InputControl::Area { rows, mono: true },
        };
        // An empty list is a valid value.
        let required = field.needed && !matches!(kind, ArgumentKind::Lines(_));
        Self {
            pointer: field.pointer.clone(),
            value,
            required,
            control,
        }
    }
}

fn line(kind: &'static str, mode: &'static str) -> InputControl {
    InputControl::Line { kind, mode }
}

/// True, false and, if optional, not sent.
fn switch(field: &ArgumentField, value: &str) -> Vec<InputOption> {
    let picks = [("true", "true"), ("false", "false"), ("", "not sent")];
    let picks = picks
        .into_iter()
        .filter(|(word, _)| !field.needed || !word.is_empty());
    picks
        .map(|(word, words)| InputOption::new(word, words, value))
        .collect()
}

fn choice(field: &ArgumentField, choices: &[Value], value: &str) -> Vec<InputOption> {
    let nothing = if field.needed {
        "Choose one"
    } else {
        "Not sent"
    };
    let only = field.needed && choices.len() == 1;
    let nothing = (!only).then(|| InputOption::new("", nothing, value));
    let each = choices.iter().map(|choice| {
        let words = choice
            .as_str()
            .map_or_else(|| choice.to_string(), str::to_owned);
        // An empty text would be invisible.
        let words = if words.is_empty() { "\"\"" } else { &words };
        InputOption::new(&choice.to_string(), words, value)
    });
    nothing.into_iter().chain(each).collect()
}

// === impl InputOption ===

impl InputOption {
    fn new(word: &str, words: &str, value: &str) -> Self {
        Self {
            value: word.to_owned(),
            words: ExternalText::short(words, TITLE),
            chosen: word == value,
        }
    }
}
