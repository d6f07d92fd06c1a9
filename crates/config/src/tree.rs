//! What a file says, before anyone knows what it should say: a tree of values with places.
//!
//! TOML and JSON are read into the same tree, so that both are checked by the same code.

pub(crate) mod json;
pub(crate) mod json_text;
pub(crate) mod toml;

use std::ops::Range;

use crate::problem::Problem;
use crate::quote::quote;

/// A range of bytes in the file.
pub(crate) type Span = Range<usize>;

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) value: Value,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    /// Any number, in decimal, as it was written.
    Number(String),
    Text(String),
    /// A TOML date or time.
    Date(String),
    List(Vec<Node>),
    Table(Vec<Entry>),
}

/// One key and its value, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_span: Span,
    pub(crate) node: Node,
}

/// Why a text is not a document, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) at: usize,
    /// A lowercase fragment.
    pub(crate) message: String,
}

// === impl Node ===

impl Node {
    /// A text that stands in no file.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self {
            span: 0..0,
            value: Value::Text(text.into()),
        }
    }

    /// The text, or what it is instead.
    pub(crate) fn as_text(&self) -> Result<&str, Problem> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.is_not("a text")),
        }
    }

    /// The text, also of a number or a boolean, which people write without quotes in arguments
    /// and variables.
    pub(crate) fn as_scalar_text(&self) -> Result<String, Problem> {
        match &self.value {
            Value::Text(text) | Value::Number(text) => Ok(text.clone()),
            Value::Bool(yes) => Ok(yes.to_string()),
            _ => Err(self.is_not("a text")),
        }
    }

    /// The truth value.
    pub(crate) fn as_bool(&self) -> Result<bool, Problem> {
        match self.value {
            Value::Bool(yes) => Ok(yes),
            _ => Err(self.is_not("`true` or `false`")),
        }
    }

    /// A whole number from 1 to `most`.
    pub(crate) fn as_count(&self, most: usize) -> Result<usize, Problem> {
        self.as_number(1, most)
    }

    /// A whole number from `least` to `most`.
    pub(crate) fn as_number(&self, least: usize, most: usize) -> Result<usize, Problem> {
        let wanted = format!("a whole number from {least} to {most}");
        match &self.value {
            Value::Number(digits) => digits
                .parse::<usize>()
                .ok()
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| self.is_not(&wanted)),
            _ => Err(self.is_not(&wanted)),
        }
    }

    /// The items of a list.
    pub(crate) fn as_list(&self) -> Result<&[Node], Problem> {
        match &self.value {
            Value::List(items) => Ok(items),
            _ => Err(self.is_not("a list")),
        }
    }

    /// The entries of a table.
    pub(crate) fn as_table(&self) -> Result<&[Entry], Problem> {
        match &self.value {
            Value::Table(entries) => Ok(entries),
            _ => Err(self.is_not("a table")),
        }
    }

    /// The problem that something else was wanted here.
    pub(crate) fn is_not(&self, wanted: &str) -> Problem {
        let found = match &self.value {
            Value::Null => "`null`".to_owned(),
            Value::Bool(yes) => format!("`{yes}`"),
            Value::Number(number) => format!("the number {}", quote(number)),
            Value::Text(text) => format!("the text {}", quote(text)),
            Value::Date(date) => format!("the date {}", quote(date)),
            Value::List(_) => "a list".to_owned(),
            Value::Table(_) => "a table".to_owned(),
        };
        Problem::new(format!("is {found}, but must be {wanted}"))
    }
}

/// The entry of a key.
pub(crate) fn find<'a>(entries: &'a [Entry], key: &str) -> Option<&'a Entry> {
    entries.iter().find(|entry| entry.key == key)
}
