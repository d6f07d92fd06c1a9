//! Reads TOML as JSON values.

use serde_json::{Map, Value};
use toml_edit::{Document, Item, TableLike};

use super::{SyntaxProblem, position};

/// Parses a text.
pub(crate) fn parse(text: &str) -> Result<Value, SyntaxProblem> {
    let document = Document::parse(text).map_err(|error| SyntaxProblem {
        position: error.span().map(|span| position(text, span.start)),
        message: error.message().trim().replace('\n', ", "),
    })?;
    Ok(table(document.as_table()))
}

fn table(read: &dyn TableLike) -> Value {
    let entries = read.iter().map(|(key, item)| (key.to_owned(), value(item)));
    Value::Object(entries.collect::<Map<_, _>>())
}

fn value(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Table(read) => table(read),
        Item::ArrayOfTables(tables) => tables.iter().map(|one| table(one)).collect(),
        Item::Value(read) => plain(read),
    }
}

fn plain(read: &toml_edit::Value) -> Value {
    match read {
        toml_edit::Value::String(text) => Value::String(text.value().clone()),
        toml_edit::Value::Integer(number) => (*number.value()).into(),
        toml_edit::Value::Float(number) => (*number.value()).into(),
        toml_edit::Value::Boolean(yes) => (*yes.value()).into(),
        toml_edit::Value::Datetime(time) => Value::String(time.value().to_string()),
        toml_edit::Value::Array(items) => items.iter().map(plain).collect(),
        toml_edit::Value::InlineTable(read) => table(read),
    }
}
