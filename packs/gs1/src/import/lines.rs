//! Rows of a `.jsonl` file.

use serde_json::{Map, Value};

use super::{
    fields::RowFields,
    read::{CatalogueReadError, CatalogueReader, RowKind},
};

/// Reads one object a line. Each says by its `kind` what it is about.
pub(super) fn read(text: &str, reading: &mut CatalogueReader) -> Result<(), CatalogueReadError> {
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() {
            continue;
        }
        let object: Map<String, Value> = match serde_json::from_str(text) {
            Ok(object) => object,
            Err(error) => {
                reading.count()?;
                reading
                    .problems
                    .push(line, format!("it is no JSON object: {error}"));
                continue;
            }
        };
        let kind = match object.get("kind").and_then(Value::as_str) {
            Some("product") => RowKind::Product,
            Some("rule") => RowKind::Rule,
            _ => {
                reading.count()?;
                let sentence = "`kind` is missing; it is `\"product\"` or `\"rule\"`";
                reading.problems.push(line, sentence);
                continue;
            }
        };
        if let Some(fields) = members(line, kind, object, reading) {
            reading.row(kind, &fields)?;
        } else {
            reading.count()?;
        }
    }
    Ok(())
}

/// The members of an object as fields, or a problem with each that cannot be one.
fn members(
    line: u64,
    kind: RowKind,
    object: Map<String, Value>,
    reading: &mut CatalogueReader,
) -> Option<RowFields> {
    let mut fields = RowFields::new(line);
    let mut is_wrong = false;
    for (name, value) in object {
        match (name.as_str(), value) {
            ("kind", _) | (_, Value::Null) => {}
            ("extra", Value::Object(extra)) if kind == RowKind::Product => {
                for (name, value) in extra {
                    fields.put_extra(&name, value);
                }
            }
            (_, Value::String(text)) => {
                reading.know(line, kind, &name);
                fields.put(&name, &text);
            }
            (_, other) if kind.columns().contains(&name.as_str()) || name == "extra" => {
                let wanted = match name.as_str() {
                    "extra" => "an object, and only products have one",
                    "gtin" => "text in quotes, so that no leading zero is lost",
                    _ => "text in quotes",
                };
                let found: String = other.to_string().chars().take(60).collect();
                let sentence = format!("`{name}` is `{found}`; it must be {wanted}");
                reading.problems.push(line, sentence);
                is_wrong = true;
            }
            _ => reading.know(line, kind, &name),
        }
    }
    (!is_wrong).then_some(fields)
}
