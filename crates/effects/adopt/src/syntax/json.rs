//! JSON with comments and trailing commas, as editors write it.

use std::ops::Range;

use jsonc_parser::ast::{self, ObjectPropName};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Value};

use super::{SyntaxProblem, position};

const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// The positions of an object's properties.
#[derive(Clone, Debug)]
pub(crate) struct JsonObject {
    /// From its opening to its closing brace.
    pub(crate) span: Range<usize>,
    pub(crate) properties: Vec<JsonProperty>,
}

/// The position of a property.
#[derive(Clone, Debug)]
pub(crate) struct JsonProperty {
    pub(crate) name: String,
    /// From the key to the end of its value.
    pub(crate) span: Range<usize>,
    /// The comma after it.
    pub(crate) comma: Option<usize>,
}

/// Parses a text.
pub(crate) fn parse(text: &str) -> Result<Value, SyntaxProblem> {
    let root = tree(text)?;
    Ok(root.map_or_else(|| Value::Object(Map::new()), value))
}

/// The objects at these paths, in order. The last of duplicate keys wins.
pub(crate) fn objects_at(text: &str, paths: &[&[String]]) -> Option<Vec<JsonObject>> {
    let root = tree(text).ok()??;
    paths
        .iter()
        .map(|path| object_at(text, &root, path))
        .collect()
}

fn object_at(text: &str, root: &ast::Value<'_>, path: &[String]) -> Option<JsonObject> {
    let mut here = root;
    for key in path {
        let mut properties = here.as_object()?.properties.iter().rev();
        here = &properties.find(|one| one.name.as_str() == key)?.value;
    }
    let object = here.as_object()?;
    let ends = object.properties.iter().skip(1).map(|one| one.range.start);
    let ends = ends.chain([object.range.end]);
    let properties = object.properties.iter().zip(ends);
    let properties = properties.map(|(property, end)| JsonProperty {
        name: property.name.as_str().to_owned(),
        span: property.range.start..property.range.end,
        comma: comma(text, property.range.end..end),
    });
    Some(JsonObject {
        span: object.range.start..object.range.end,
        properties: properties.collect(),
    })
}

fn tree(text: &str) -> Result<Option<ast::Value<'_>>, SyntaxProblem> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &OPTIONS);
    parsed.map(|parsed| parsed.value).map_err(|error| {
        let mut message = error.kind().to_string();
        if let Some(first) = message.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        SyntaxProblem {
            position: Some(position(text, error.range().start)),
            message,
        }
    })
}

fn value(read: ast::Value<'_>) -> Value {
    match read {
        ast::Value::StringLit(text) => Value::String(text.value.into_owned()),
        // A number that JSON has no room for stays the text that it was.
        ast::Value::NumberLit(number) => serde_json::from_str(number.value)
            .unwrap_or_else(|_| Value::String(number.value.to_owned())),
        ast::Value::BooleanLit(yes) => Value::Bool(yes.value),
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::Array(array) => array.elements.into_iter().map(value).collect(),
        ast::Value::Object(object) => {
            let entries = object.properties.into_iter();
            let entries = entries.map(|one| (key(one.name), value(one.value)));
            Value::Object(entries.collect())
        }
    }
}

fn key(name: ObjectPropName<'_>) -> String {
    name.into_string()
}

/// The first comma in a range with white space, comments and at most one comma.
fn comma(text: &str, range: Range<usize>) -> Option<usize> {
    let mut at = range.start;
    while at < range.end {
        let rest = text.get(at..range.end)?;
        if rest.starts_with(',') {
            return Some(at);
        }
        at += if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
    }
    None
}
