//! Required values of a server as form fields.

use candor_dashboard_kit::{ExternalText, SubmittedForm, to_sentence};
use candor_registry::{FormField, InputFormat};

/// The most values of one field.
const VALUES: usize = 50;

/// The number of empty rows after the values of a repeatable field.
const EMPTY: usize = 2;

/// A required value, as shown on the page.
pub(crate) struct NeedField {
    pub(crate) id: String,
    /// The name under which its values are sent.
    pub(crate) name: String,
    pub(crate) key: ExternalText,
    pub(crate) description: Option<ExternalText>,
    pub(crate) required: bool,
    pub(crate) secret: bool,
    pub(crate) repeated: bool,
    /// The default for an empty field.
    pub(crate) default: Option<ExternalText>,
    /// The choices of a select field; empty if any text is allowed.
    pub(crate) choices: Vec<NeedChoice>,
    /// The values of text fields.
    pub(crate) rows: Vec<NeedRow>,
    /// The `type` of its text fields.
    pub(crate) kind: &'static str,
    /// The expected kind of text.
    pub(crate) format: &'static str,
    pub(crate) placeholder: ExternalText,
    /// The error of the field.
    pub(crate) error: Option<String>,
}

/// One option of a select field.
pub(crate) struct NeedChoice {
    pub(crate) value: String,
    pub(crate) label: ExternalText,
    pub(crate) chosen: bool,
}

/// One text field.
pub(crate) struct NeedRow {
    pub(crate) id: String,
    pub(crate) value: String,
    /// Its place, if there are several.
    pub(crate) at: usize,
}

// === impl NeedField ===

impl NeedField {
    /// The field at a place of the form, with its values and what is wrong with them.
    pub(crate) fn of(
        at: usize,
        field: &FormField,
        values: Option<&Vec<String>>,
        error: Option<String>,
    ) -> Self {
        let input = &field.input;
        let values = values.map(Vec::as_slice).unwrap_or_default();
        let id = format!("need-{}", at + 1);
        let default = input.default.as_deref();
        let choices = choices(field, values.first().map(String::as_str));
        Self {
            rows: rows(&id, field, values),
            name: field_name(&field.key),
            key: ExternalText::short(&field.key, 100),
            description: input
                .description
                .as_deref()
                .map(|text| long(&to_sentence(text))),
            required: input.is_required && default.is_none(),
            secret: input.is_secret,
            repeated: field.is_repeated,
            default: default.map(|text| ExternalText::short(text, 200)),
            choices,
            kind: if input.is_secret { "password" } else { "text" },
            format: match input.format {
                InputFormat::Text => "",
                InputFormat::Number => "A number.",
                InputFormat::Boolean => "Yes or no.",
                InputFormat::FilePath => "A path on the gateway’s machine.",
            },
            placeholder: ExternalText::short(input.placeholder.as_deref().unwrap_or(""), 100),
            error,
            id,
        }
    }

    /// The ids of elements that describe the field.
    pub(crate) fn described_by(&self) -> String {
        let error = self.error.as_ref().map(|_| format!(" {}-error", self.id));
        format!("{}-hint{}", self.id, error.unwrap_or_default())
    }
}

/// The name under which the values of a key are sent. It may come several times.
fn field_name(key: &str) -> String {
    format!("need:{key}[]")
}

/// The values that were filled in for a key. What was left empty was not given.
pub(crate) fn submitted(form: &SubmittedForm, key: &str) -> Vec<String> {
    let name = field_name(key);
    let given = form.all(&name).filter(|value| !value.trim().is_empty());
    given.take(VALUES).map(str::to_owned).collect()
}

/// A select field is only for one value out of a few.
fn choices(field: &FormField, chosen: Option<&str>) -> Vec<NeedChoice> {
    let input = &field.input;
    if field.is_repeated {
        return Vec::new();
    }
    let values: Vec<&str> = match input.format {
        _ if !input.choices.is_empty() => input.choices.iter().map(String::as_str).collect(),
        InputFormat::Boolean => vec!["true", "false"],
        _ => return Vec::new(),
    };
    let choice = |value: &str, label: &str| NeedChoice {
        value: value.to_owned(),
        label: ExternalText::short(label, 100),
        chosen: chosen.unwrap_or_default() == value,
    };
    let empty = if input.default.is_some() {
        "Default"
    } else if input.is_required {
        "Choose"
    } else {
        "None"
    };
    let first = std::iter::once(choice("", empty));
    first
        .chain(values.into_iter().map(|value| choice(value, value)))
        .collect()
}

/// The first row has the id of the field, which its label names.
fn rows(id: &str, field: &FormField, values: &[String]) -> Vec<NeedRow> {
    let empty = match (field.is_repeated, values.len()) {
        (true, _) => EMPTY,
        (false, 0) => 1,
        (false, _) => 0,
    };
    let empty = std::iter::repeat_n(String::new(), empty);
    let most = if field.is_repeated { VALUES } else { 1 };
    let values = values.iter().take(most).cloned().chain(empty);
    values
        .enumerate()
        .map(|(at, value)| NeedRow {
            id: match at {
                0 => id.to_owned(),
                at => format!("{id}-{}", at + 1),
            },
            value,
            at: at + 1,
        })
        .collect()
}

fn long(text: &str) -> ExternalText {
    ExternalText::short(text, 1_000)
}
