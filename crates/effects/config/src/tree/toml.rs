//! TOML into the tree.

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue, Error};

use super::{ConfigEntry, ConfigNode, ConfigValue, SyntaxError};

/// Up to this size a file is read to its end to find all its syntax errors; in a larger one the
/// first is enough, since a large file of garbage has millions.
const THOROUGH: usize = 256 << 10;

/// How many syntax errors are told.
const MOST: usize = 20;

/// Reads a document. The parser bounds the depth of nesting itself.
pub(crate) fn parse(text: &str) -> Result<Vec<ConfigEntry>, Vec<SyntaxError>> {
    if text.len() > THOROUGH {
        let table = DeTable::parse(text).map_err(|error| vec![syntax(&error)])?;
        return Ok(entries(table.get_ref()));
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return Ok(entries(table.get_ref()));
    }
    let mut errors: Vec<SyntaxError> = errors.iter().map(syntax).collect();
    // One slip often makes the parser stumble several times over the same place.
    errors.sort_by_key(|error| error.at);
    errors.dedup_by_key(|error| error.at);
    errors.truncate(MOST);
    Err(errors)
}

fn syntax(error: &Error) -> SyntaxError {
    let at = error.span().map_or(0, |span| span.start);
    SyntaxError {
        at,
        message: error.message().trim().to_owned(),
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
