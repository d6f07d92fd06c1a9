//! Reads further annotations: `extra`, `extra_json` and `extra_unset`.
//!
//! `extra` has TOML values. TOML cannot represent all of JSON, so `extra_json` has JSON as strings;
//! and because any string may be a value, cleared keys are listed in `extra_unset`.

use candor_model::{FieldValue, JsonText, Opinion};
use candor_text::quote;

use super::opinion::{OpinionAuthor, UNSET, check};
use super::table::TableReader;
use crate::problem::ValueProblem;
use crate::tree::json_text::json_text;
use crate::tree::{ByteSpan, ConfigEntry, ConfigNode, SyntaxError, json};

/// Converts the value of a key to JSON.
type JsonReader = fn(&ConfigNode) -> Result<String, ValueProblem>;

/// Reads all three keys.
pub(super) fn read(
    reader: &mut TableReader<'_, '_, '_>,
    speaker: &OpinionAuthor,
    said: &mut Opinion,
) {
    let tables: [(&str, JsonReader); 2] = [("extra", json_text), ("extra_json", written_json)];
    for (key, convert) in tables {
        for entry in table(reader, key) {
            match convert(&entry.node) {
                Ok(json) => {
                    let say = FieldValue::Set(JsonText::new(json));
                    let written = (key, entry.key.as_str(), &entry.node.span);
                    member(reader, speaker, said, written, say);
                }
                Err(problem) => {
                    let key = format!("{key}.{}", entry.key);
                    reader.bad(&key, &entry.node.span, problem);
                }
            }
        }
    }
    let (unset, _) = reader.read("extra_unset", keys).unwrap_or_default();
    for (name, span) in unset {
        let written = ("extra_unset", name.as_str(), &span);
        member(reader, speaker, said, written, FieldValue::Clear);
    }
}

fn table<'f>(reader: &mut TableReader<'f, '_, '_>, key: &str) -> &'f [ConfigEntry] {
    let Some(entry) = reader.get(key) else {
        return &[];
    };
    entry.node.as_table().unwrap_or_else(|problem| {
        let problem = problem.with_hint(format!("write `{key} = {{ \"vendor/key\" = … }}`"));
        reader.bad(key, &entry.node.span, problem);
        &[]
    })
}

/// The names in a list, each with its place.
fn keys(node: &ConfigNode) -> Result<Vec<(String, ByteSpan)>, ValueProblem> {
    let key = |item: &ConfigNode| Ok((item.as_text()?.to_owned(), item.span.clone()));
    node.as_list()?
        .iter()
        .map(key)
        .collect::<Result<_, ValueProblem>>()
        .map_err(ValueProblem::of_item)
}

/// JSON in a text.
fn written_json(node: &ConfigNode) -> Result<String, ValueProblem> {
    let document =
        json::parse(node.as_text()?).map_err(|error| ValueProblem::new(not_json(&error)))?;
    json_text(&document.root)
}

/// The parser thinks that it reads a file.
fn not_json(error: &SyntaxError) -> String {
    let message = error.message.replace("the file", "the text");
    format!("is not JSON: {message}")
}

/// Adds one key, unless it is already set.
fn member(
    reader: &mut TableReader<'_, '_, '_>,
    speaker: &OpinionAuthor,
    said: &mut Opinion,
    (key, name, span): (&str, &str, &ByteSpan),
    say: FieldValue<JsonText>,
) {
    if said.extra.contains_key(name) {
        let problem = ValueProblem::new(format!("has {} again", quote(name)))
            .with_hint("say one thing about it: a value, JSON or unset");
        reader.bad(key, span, problem);
        return;
    }
    let value = match &say {
        FieldValue::Set(json) => json.as_str().to_owned(),
        FieldValue::Clear => UNSET.to_owned(),
    };
    let statement = speaker.says(&reader.context.report, span, say);
    let mut alone = Opinion::default();
    alone.extra.insert(name.into(), statement.clone());
    check(reader, span, &alone);
    said.extra.insert(name.into(), statement);
    reader.show(&format!("{key}.{name}"), &value, Some(span));
}
