//! Parameters serialized in a media type.

use candor_openapi::{MediaKind, ParameterStyle};
use serde_json::Value;

use crate::arguments::GivenArgument;
use crate::error::PlanError;
use crate::query;
use crate::shape::{kind, members, text};

/// A value in a media type: JSON as JSON, a form as a form, and everything else as given by the
/// caller, which lists and objects cannot be.
pub(crate) fn write(media_type: &str, argument: &GivenArgument<'_>) -> Result<String, PlanError> {
    match MediaKind::of(media_type) {
        MediaKind::Json | MediaKind::Lines | MediaKind::Sequence => Ok(argument.value.to_string()),
        MediaKind::Form => form(argument),
        _ if argument.value.is_array() || argument.value.is_object() => Err(PlanError::Kind {
            argument: argument.label.clone(),
            found: kind(argument.value),
            wanted: "the finished text",
        }),
        _ => Ok(text(argument.value)),
    }
}

/// A form: lists are repeated, and what lies deeper is JSON.
pub(crate) fn form(argument: &GivenArgument<'_>) -> Result<String, PlanError> {
    let mut pairs = Vec::new();
    for (name, value) in members(argument.value, &argument.label)? {
        let part = GivenArgument {
            label: argument.label.clone(),
            value,
        };
        pairs.extend(property(name, &part)?);
    }
    Ok(query::join(&pairs).join("&"))
}

/// A form property without a declared encoding: a list is repeated, an object is JSON, and null is
/// omitted.
pub(crate) fn property(
    name: &str,
    argument: &GivenArgument<'_>,
) -> Result<Vec<(String, String)>, PlanError> {
    let text = Value::String(argument.value.to_string());
    match argument.value {
        Value::Null => Ok(Vec::new()),
        Value::Object(_) => {
            let argument = GivenArgument {
                label: argument.label.clone(),
                value: &text,
            };
            query::pairs(name, &argument, ParameterStyle::Form, true, false)
        }
        _ => query::pairs(name, argument, ParameterStyle::Form, true, false),
    }
}

/// ASCII-only JSON, for contexts that require it.
pub(crate) fn ascii_json(value: &Value) -> String {
    let mut ascii = String::new();
    for c in value.to_string().chars() {
        if c.is_ascii() {
            ascii.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            ascii.extend(["\\u", &format!("{unit:04x}")]);
        }
    }
    ascii
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_can_be_ascii() {
        let value = json!({"é": ["😀", "\u{7f}", "\n"]});
        let written = ascii_json(&value);
        assert!(written.is_ascii());
        let read: Value = serde_json::from_str(&written).expect("JSON");
        assert_eq!(read, value);
    }
}
