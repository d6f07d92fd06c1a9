//! Inputs of packages and remotes: fixed by the entry or provided by the user.

/// The expected kind of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputFormat {
    /// Any text is accepted.
    #[default]
    Text,
    /// A decimal number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// The path of a file or folder of this machine.
    FilePath,
}

candor_text::string_enum! {
    /// `string`, `number`, `boolean` or `filepath`.
    InputFormat {
        Text => "string",
        Number => "number",
        Boolean => "boolean",
        FilePath => "filepath",
    }
}

/// One input of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryInput {
    /// The publisher's description of the input.
    pub description: Option<String>,
    /// Whether there must be a value.
    pub is_required: bool,
    /// Whether the value is a credential.
    pub is_secret: bool,
    /// The kind of text.
    pub format: InputFormat,
    /// The value that the publisher has fixed; `{name}` in it is a variable.
    pub value: Option<String>,
    /// The default value.
    pub default: Option<String>,
    /// An example value, which forms show as a placeholder.
    pub placeholder: Option<String>,
    /// The only values that are allowed; empty if any is.
    pub choices: Vec<String>,
    /// The variables of the fixed value. They have none themselves.
    pub variables: Vec<(String, EntryInput)>,
}

// === impl EntryInput ===

impl EntryInput {
    /// Why a value does not fit, as the end of a sentence that begins with its key.
    pub fn refuses(&self, value: &str) -> Option<String> {
        let shown = if self.is_secret {
            "the value".to_owned()
        } else {
            candor_text::quote(value)
        };
        if let Some((_, character)) = candor_text::hidden_character(value) {
            let character = candor_text::quote(&character.to_string());
            return Some(format!("has the hidden character {character} in its value"));
        }
        if !self.choices.is_empty() && !self.choices.iter().any(|choice| choice == value) {
            let choices = candor_text::quote_all(self.choices.iter().map(String::as_str));
            return Some(format!("must be one of {choices}, not {shown}"));
        }
        match self.format {
            InputFormat::Number if value.parse::<f64>().is_err() => {
                Some(format!("must be a number, not {shown}"))
            }
            InputFormat::Boolean if !matches!(value, "true" | "false") => {
                Some(format!("must be `true` or `false`, not {shown}"))
            }
            InputFormat::FilePath if value.is_empty() => Some("must be a path".to_owned()),
            _ => None,
        }
    }
}
