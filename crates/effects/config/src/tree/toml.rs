//! Parses TOML, and reports its syntax errors.

use candor_text::quote;
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue, Error};

use super::{ConfigEntry, ConfigNode, ConfigValue, SyntaxError};

/// Up to this size a file is read to its end to find all its syntax errors; in a larger one the
/// first is enough, since a large file of garbage has millions.
const THOROUGH: usize = 256 << 10;

/// The parser's message for a duplicate key.
const DUPLICATE: &str = "duplicate key";

/// The maximum number of syntax errors reported.
const MOST: usize = 20;

/// Parses a document. The parser limits the nesting itself.
pub(crate) fn parse(text: &str) -> Result<Vec<ConfigEntry>, Vec<SyntaxError>> {
    if text.len() > THOROUGH {
        let table = DeTable::parse(text).map_err(|error| vec![syntax(&error, text)])?;
        return Ok(entries(table.get_ref()));
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return Ok(entries(table.get_ref()));
    }
    let errors = errors.iter().map(|error| syntax(error, text));
    let mut errors: Vec<SyntaxError> = errors.collect();
    // One mistake often causes several errors at the same place.
    errors.sort_by_key(|error| error.at);
    errors.dedup_by_key(|error| error.at);
    errors.truncate(MOST);
    Err(errors)
}

fn syntax(error: &Error, text: &str) -> SyntaxError {
    let span = error.span().unwrap_or_default();
    let message = error.message().trim();
    // The parser reports a duplicate key without naming it.
    let key = text.get(span.clone()).map(str::trim);
    let message = match key.filter(|key| message == DUPLICATE && !key.is_empty()) {
        Some(key) => format!("the key {} is given twice", quote(key)),
        None => message.to_owned(),
    };
    SyntaxError {
        at: span.start,
        message,
    }
}

/// The entries in the order of the file; the parser's own map is sorted by key.
fn entries(table: &DeTable<'_>) -> Vec<ConfigEntry> {
    let mut entries: Vec<ConfigEntry> = table
        .iter()
        .map(|(key, value)| ConfigEntry {
            key: key.get_ref().to_string(),
            key_span: key.span(),
            node: node(value),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_span.start);
    entries
}

fn node(value: &Spanned<DeValue<'_>>) -> ConfigNode {
    let read = match value.get_ref() {
        DeValue::String(text) => ConfigValue::Text(text.to_string()),
        DeValue::Integer(integer) => ConfigValue::Number(decimal(integer)),
        DeValue::Float(float) => ConfigValue::Number(float.to_string()),
        DeValue::Boolean(yes) => ConfigValue::Bool(*yes),
        DeValue::Datetime(date) => ConfigValue::Date(date.to_string()),
        DeValue::Array(items) => ConfigValue::List(items.iter().map(node).collect()),
        DeValue::Table(table) => ConfigValue::Table(entries(table)),
    };
    ConfigNode {
        span: value.span(),
        value: read,
    }
}

/// Integers may be written in four bases; the tree has one.
fn decimal(integer: &DeInteger<'_>) -> String {
    i128::from_str_radix(integer.as_str(), integer.radix())
        .map_or_else(|_| integer.to_string(), |number| number.to_string())
}
