//! Reads text members of objects.

use serde_json::{Map, Value};

use crate::path::member;
use crate::report::{ImportReport, RefusedEntry, kind};

/// A text member. A missing, null or empty one counts as absent.
pub(crate) fn text<'a>(
    object: &'a Map<String, Value>,
    key: &str,
) -> Result<Option<&'a str>, RefusedEntry> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str()).filter(|text| !text.is_empty())),
        Some(other) => Err(RefusedEntry::new(
            "hypertool::wrong-type",
            format!("its `{key}` is {}, and a text belongs there", kind(other)),
        )),
    }
}

/// The same for an optional member: one of another type is only reported.
pub(crate) fn text_or_refuse<'a>(
    object: &'a Map<String, Value>,
    key: &str,
    path: &str,
    report: &mut ImportReport,
) -> Option<&'a str> {
    match (text(object, key), object.get(key)) {
        (Err(_), Some(found)) => {
            report.refuse(member(path, key), RefusedEntry::wrong_type(found, "a text"));
            None
        }
        (read, _) => read.ok().flatten(),
    }
}
