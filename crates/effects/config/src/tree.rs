//! A tree of values with places, independent of the settings' types.
//!
//! TOML and JSON are parsed into the same tree, so that both are checked by the same code.

pub(crate) mod json;
pub(crate) mod json_text;
pub(crate) mod toml;

use std::ops::{Range, RangeInclusive};

use candor_text::quote;

use crate::problem::ValueProblem;

/// A range of bytes in the file.
pub(crate) type ByteSpan = Range<usize>;

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConfigNode {
    pub(crate) span: ByteSpan,
    pub(crate) value: ConfigValue,
}

/// The contents of a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ConfigValue {
    Null,
    Bool(bool),
    /// Any number, in decimal, as it was written.
    Number(String),
    Text(String),
    /// A TOML date or time.
    Date(String),
    List(Vec<ConfigNode>),
    Table(Vec<ConfigEntry>),
}

/// A key and its value, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConfigEntry {
    pub(crate) key: String,
    pub(crate) key_span: ByteSpan,
    pub(crate) node: ConfigNode,
}

/// Why a text is not a document, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) at: usize,
    /// A lowercase fragment.
    pub(crate) message: String,
}

// === impl ConfigNode ===

impl ConfigNode {
    /// A text that is not from a file.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self {
            span: 0..0,
            value: ConfigValue::Text(text.into()),
        }
    }

    /// The text, or what it is instead.
    pub(crate) fn as_text(&self) -> Result<&str, ValueProblem> {
        match &self.value {
            ConfigValue::Text(text) => Ok(text),
            _ => Err(self.is_not("a text")),
        }
    }

    /// The value as text; numbers and booleans are accepted, because people write them without
    /// quotes in arguments and variables.
    pub(crate) fn as_scalar_text(&self) -> Result<String, ValueProblem> {
        match &self.value {
            ConfigValue::Text(text) | ConfigValue::Number(text) => Ok(text.clone()),
            ConfigValue::Bool(yes) => Ok(yes.to_string()),
            _ => Err(self.is_not("a text")),
        }
    }

    /// The truth value.
    pub(crate) fn as_bool(&self) -> Result<bool, ValueProblem> {
        match self.value {
            ConfigValue::Bool(yes) => Ok(yes),
            _ => Err(self.is_not("`true` or `false`")),
        }
    }

    /// A whole number within bounds.
    pub(crate) fn as_number(&self, bounds: &RangeInclusive<usize>) -> Result<usize, ValueProblem> {
        let number = match &self.value {
            ConfigValue::Number(digits) => digits.parse().ok(),
            _ => None,
        };
        number
            .filter(|number| bounds.contains(number))
            .ok_or_else(|| {
                let (least, most) = (bounds.start(), bounds.end());
                self.is_not(&format!("a whole number from {least} to {most}"))
            })
    }

    /// The items of a list.
    pub(crate) fn as_list(&self) -> Result<&[ConfigNode], ValueProblem> {
        match &self.value {
            ConfigValue::List(items) => Ok(items),
            _ => Err(self.is_not("a list")),
        }
    }

    /// The entries of a table.
    pub(crate) fn as_table(&self) -> Result<&[ConfigEntry], ValueProblem> {
        match &self.value {
            ConfigValue::Table(entries) => Ok(entries),
            _ => Err(self.is_not("a table")),
        }
    }

    /// The problem that a value has the wrong type.
    pub(crate) fn is_not(&self, wanted: &str) -> ValueProblem {
        let found = match &self.value {
            ConfigValue::Null => "`null`".to_owned(),
            ConfigValue::Bool(yes) => format!("`{yes}`"),
            ConfigValue::Number(number) => format!("the number {}", quote(number)),
            ConfigValue::Text(text) => format!("the text {}", quote(text)),
            ConfigValue::Date(date) => format!("the date {}", quote(date)),
            ConfigValue::List(_) => "a list".to_owned(),
            ConfigValue::Table(_) => "a table".to_owned(),
        };
        ValueProblem::new(format!("is {found}, but must be {wanted}"))
    }
}

/// The entry of a key.
pub(crate) fn find<'a>(entries: &'a [ConfigEntry], key: &str) -> Option<&'a ConfigEntry> {
    entries.iter().find(|entry| entry.key == key)
}
