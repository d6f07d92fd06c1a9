//! Further members of `annotations`: `extra`, `extra_json` and `extra_unset`.
//!
//! `extra` has TOML values. TOML cannot write all that JSON can, so `extra_json` has JSON in
//! texts; and any text may be a value, so what is cleared is listed in `extra_unset`.

use candor_model::{FieldValue, JsonText, Opinion};
use candor_text::quote;

use super::fields::TableFields;
use super::opinion::{OpinionAuthor, OpinionTable, UNSET, check};
use crate::problem::ValueProblem;
use crate::tree::json_text::json_text;
use crate::tree::{ByteSpan, ConfigEntry, ConfigNode, SyntaxError, json};

/// Reads all three keys.
pub(super) fn read(
    fields: &mut TableFields<'_, '_>,
    speaker: &OpinionAuthor,
    said: &mut OpinionTable,
) {
    for (key, convert) in [
        (
            "extra",
            json_text as fn(&ConfigNode) -> Result<String, ValueProblem>,
        ),
        ("extra_json", written_json),
    ] {
        for entry in table(fields, key) {
            match convert(&entry.node) {
                Ok(json) => {
                    let say = FieldValue::Set(JsonText::new(json));
                    member(
                        fields,
                        speaker,
                        said,
                        key,
                        &entry.key,
                        &entry.node.span,
                        say,
                    );
                }
                Err(problem) => {
                    let key = format!("{key}.{}", entry.key);
                    fields.bad(&key, &entry.node.span, problem);
                }
            }
        }
    }
    let (unset, _) = fields.read("extra_unset", keys).unwrap_or_default();
    for (name, span) in unset {
        member(
            fields,
            speaker,
            said,
            "extra_unset",
            &name,
            &span,
            FieldValue::Clear,
        );
    }
}

fn table<'f>(fields: &mut TableFields<'f, '_>, key: &str) -> &'f [ConfigEntry] {
    let Some(entry) = fields.get(key) else {
        return &[];
    };
    entry.node.as_table().unwrap_or_else(|problem| {
        let problem = problem.with_hint(format!("write `{key} = {{ \"vendor/key\" = … }}`"));
        fields.bad(key, &entry.node.span, problem);
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
        .map_err(|problem| {
            ValueProblem::new(format!("is a list in which an item {}", problem.says))
        })
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

/// Takes one member, unless it was said already.
fn member(
    fields: &mut TableFields<'_, '_>,
    speaker: &OpinionAuthor,
    said: &mut OpinionTable,
    key: &str,
    name: &str,
    span: &ByteSpan,
    say: FieldValue<JsonText>,
) {
    if said.opinion.extra.contains_key(name) {
        let problem = ValueProblem::new(format!("has {} again", quote(name)))
            .with_hint("say one thing about it: a value, JSON or unset");
        fields.bad(key, span, problem);
        return;
    }
    let value = match &say {
        FieldValue::Set(json) => json.as_str().to_owned(),
        FieldValue::Clear => UNSET.to_owned(),
    };
    let statement = speaker.says(fields.report, span, say);
    let mut alone = Opinion::default();
    alone.extra.insert(name.into(), statement.clone());
    check(fields, span, &alone);
    said.opinion.extra.insert(name.into(), statement);
    said.shown
        .push((format!("{key}.{name}"), value, span.clone()));
}
