//! Parses the three syntaxes into a common tree.

mod json;
mod toml;
mod yaml;

use serde_json::Value;

use crate::layout::FileSyntax;

pub(crate) use json::{JsonObject, JsonProperty, objects_at};

/// A syntax error and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxProblem {
    /// Line and column, counted from 1, where they are known.
    pub(crate) position: Option<(usize, usize)>,
    /// A lowercase fragment.
    pub(crate) message: String,
}

/// The byte order mark, which is not part of any syntax.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Parses a text. An empty one is an empty object, as for clients.
pub(crate) fn parse(syntax: FileSyntax, text: &str) -> Result<Value, SyntaxProblem> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if text.trim().is_empty() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    match syntax {
        FileSyntax::Json => json::parse(text),
        FileSyntax::Toml => toml::parse(text),
        FileSyntax::Yaml => yaml::parse(text),
    }
}

/// The value that these keys lead to.
pub(crate) fn value_at<'a>(root: &'a Value, path: &[String]) -> Option<&'a Value> {
    path.iter().try_fold(root, |value, key| value.get(key))
}

/// The line and column of a byte, from 1. Columns are characters.
pub(crate) fn position(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before.get(start..).unwrap_or_default().chars().count() + 1;
    (line, column)
}
