//! Arguments that are also sent as headers: `x-mcp-header` in a tool's schema.

use serde_json::{Map, Value};

use super::PARAM_PREFIX;
use crate::json::{JsonError, RawJson};

const KEYWORD: &str = "x-mcp-header";
/// The largest integer that every JSON parser represents exactly.
const SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// Keywords whose value is a schema.
const ONE_SCHEMA: [&str; 12] = [
    "items",
    "contains",
    "additionalProperties",
    "additionalItems",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "not",
    "if",
    "then",
    "else",
    "contentSchema",
];
/// Keywords whose value is a list of schemas.
const LIST_OF_SCHEMAS: [&str; 5] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
/// Keywords whose value maps names to schemas; `properties` is handled separately.
const MAP_OF_SCHEMAS: [&str; 5] = [
    "$defs",
    "definitions",
    "patternProperties",
    "dependentSchemas",
    "dependencies",
];

/// An argument that is sent as a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamHeader {
    /// The full name of the header, `Mcp-Param-…`.
    pub name: String,
    /// The keys that lead from the arguments to the value.
    pub path: Vec<String>,
}

/// Why the headers of a schema are invalid. A tool with such a schema must not be offered.
#[derive(Debug, thiserror::Error)]
pub enum ParamHeaderError {
    /// The schema cannot be parsed.
    #[error("the input schema cannot be read")]
    Schema(#[source] JsonError),
    /// The name is not a string.
    #[error("`x-mcp-header` at `{at}` must be a string")]
    NotText {
        /// The position in the schema.
        at: String,
    },
    /// The name is empty or has characters that a header name cannot have.
    #[error("`x-mcp-header` at `{at}` is `{name}`, which is no header name")]
    Name {
        /// The position in the schema.
        at: String,
        /// The name of the header.
        name: String,
    },
    /// Two arguments have the same header name, ignoring case.
    #[error("`x-mcp-header` at `{at}` is `{name}`, which another property has too")]
    Duplicate {
        /// The position in the schema.
        at: String,
        /// The name of the header.
        name: String,
    },
    /// The argument is not a string, an integer or a boolean.
    #[error("`x-mcp-header` at `{at}` needs the type string, integer or boolean, not `{kind}`")]
    Kind {
        /// The position in the schema.
        at: String,
        /// The type in the schema.
        kind: String,
    },
    /// The schema is not reachable from the root through `properties` only.
    #[error("`x-mcp-header` at `{at}` is not on a property that can be reached by its name")]
    Unreachable {
        /// The position in the schema.
        at: String,
    },
}

/// A position during the traversal of a schema.
struct SchemaPlace<'a> {
    /// The position as a JSON pointer, for messages.
    pointer: String,
    /// The keys so far; `None` once the path included anything but `properties`.
    path: Option<Vec<&'a str>>,
}

/// Finds the arguments to send as headers. Most schemas have none.
pub fn mcp_param_headers(input_schema: &RawJson) -> Result<Vec<ParamHeader>, ParamHeaderError> {
    let text = input_schema.as_bytes();
    // An escape could hide the keyword; without escapes and keyword there is nothing to find.
    let hidden = memchr::memmem::find(text, b"\\u").is_some();
    if !hidden && memchr::memmem::find(text, KEYWORD.as_bytes()).is_none() {
        return Ok(Vec::new());
    }
    let schema: Value = input_schema.decode().map_err(ParamHeaderError::Schema)?;
    let mut found = Vec::new();
    let root = SchemaPlace {
        pointer: String::new(),
        path: Some(Vec::new()),
    };
    walk(&schema, &root, &mut found)?;
    Ok(found)
}

/// The header values for some arguments, not encoded. Missing, null and compound values have none.
pub fn param_values(headers: &[ParamHeader], arguments: &Value) -> Vec<(String, String)> {
    headers
        .iter()
        .filter_map(|header| {
            let value = header
                .path
                .iter()
                .try_fold(arguments, |value, key| value.get(key))?;
            Some((header.name.clone(), plain(value)?))
        })
        .collect()
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Number(number) => match number.as_f64() {
            // `1.0` is the integer 1 in JSON Schema and for every server that compares.
            Some(float)
                if number.is_f64() && float.fract() == 0.0 && float.abs() <= SAFE_INTEGER =>
            {
                Some(format!("{float:.0}"))
            }
            _ => Some(number.to_string()),
        },
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn walk(
    schema: &Value,
    place: &SchemaPlace<'_>,
    found: &mut Vec<ParamHeader>,
) -> Result<(), ParamHeaderError> {
    let Value::Object(keywords) = schema else {
        return Ok(());
    };
    if let Some(name) = keywords.get(KEYWORD) {
        let header = read(name, keywords, place, found)?;
        found.push(header);
    }
    if let Some(Value::Object(properties)) = keywords.get("properties") {
        for (key, property) in properties {
            walk(property, &place.property(key), found)?;
        }
    }
    for keyword in ONE_SCHEMA {
        if let Some(inner) = keywords.get(keyword) {
            walk(inner, &place.aside(keyword), found)?;
        }
    }
    for keyword in LIST_OF_SCHEMAS {
        for inner in keywords
            .get(keyword)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            walk(inner, &place.aside(keyword), found)?;
        }
    }
    for keyword in MAP_OF_SCHEMAS {
        for (key, inner) in keywords
            .get(keyword)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            walk(inner, &place.aside(&format!("{keyword}/{key}")), found)?;
        }
    }
    Ok(())
}

fn read(
    name: &Value,
    keywords: &Map<String, Value>,
    place: &SchemaPlace<'_>,
    found: &[ParamHeader],
) -> Result<ParamHeader, ParamHeaderError> {
    let at = place.pointer.clone();
    let Some(path) = place.path.as_ref().filter(|path| !path.is_empty()) else {
        return Err(ParamHeaderError::Unreachable { at });
    };
    let Value::String(name) = name else {
        return Err(ParamHeaderError::NotText { at });
    };
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err(ParamHeaderError::Name {
            at,
            name: name.clone(),
        });
    }
    let header = format!("{PARAM_PREFIX}{name}");
    if found
        .iter()
        .any(|other| other.name.eq_ignore_ascii_case(&header))
    {
        return Err(ParamHeaderError::Duplicate {
            at,
            name: name.clone(),
        });
    }
    match keywords.get("type") {
        Some(Value::String(kind)) if matches!(&**kind, "string" | "integer" | "boolean") => {}
        kind => {
            let kind = kind.map_or_else(|| "any".to_owned(), Value::to_string);
            return Err(ParamHeaderError::Kind {
                at,
                kind: kind.trim_matches('"').to_owned(),
            });
        }
    }
    Ok(ParamHeader {
        name: header,
        path: path.iter().map(ToString::to_string).collect(),
    })
}

/// The characters of a header name (RFC 9110, `tchar`).
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

// === impl SchemaPlace ===

impl<'a> SchemaPlace<'a> {
    fn property(&self, key: &'a str) -> Self {
        let path = self.path.as_ref().map(|path| [&path[..], &[key]].concat());
        Self {
            pointer: format!("{}/properties/{key}", self.pointer),
            path,
        }
    }

    fn aside(&self, keyword: &str) -> Self {
        Self {
            pointer: format!("{}/{keyword}", self.pointer),
            path: None,
        }
    }
}

#[cfg(test)]
mod tests;
