//! Compiled schemas, and violations of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use jsonschema::PatternOptions;
use serde_json::Value;

use crate::arguments::folded;

/// The maximum number of violations reported; more mean that the value is of an entirely different
/// kind.
const MOST_VIOLATIONS: usize = 20;
/// The maximum length of a value quoted in a violation.
const QUOTED_MAX: usize = 200;

/// A schema, compiled once when the tool is discovered.
#[derive(Debug)]
pub struct SchemaValidator {
    schema: jsonschema::Validator,
    properties: DeclaredProperties,
}

/// The names of the top-level properties of a schema.
#[derive(Debug, Default)]
struct DeclaredProperties {
    names: BTreeSet<String>,
    /// Their names, by the folded form that case-insensitive parsers compare.
    folded: BTreeMap<String, String>,
}

/// One violation of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaViolation {
    /// The JSON pointer to the violating value; empty for the value itself.
    pub path: String,
    /// What is wrong there.
    pub message: String,
}

/// The error for a schema that cannot be compiled.
#[derive(Debug)]
pub struct SchemaError(String);

// === impl Validator ===

impl SchemaValidator {
    /// Compiles a schema, as draft 2020-12 unless it names another.
    pub fn compile(schema: &Value) -> Result<Self, SchemaError> {
        // The linear-time regex engine: an untrusted pattern must not cause unbounded work.
        let linear = jsonschema::options().with_pattern_options(PatternOptions::regex());
        linear
            .build(schema)
            // Look-around is legal in a schema but not supported by the linear engine; in that case
            // the backtracking engine is used with a step limit.
            .or_else(|_| {
                let bounded = PatternOptions::fancy_regex().backtrack_limit(100_000);
                jsonschema::options()
                    .with_pattern_options(bounded)
                    .build(schema)
            })
            .map(|built| Self {
                schema: built,
                properties: DeclaredProperties::of(schema),
            })
            .map_err(|error| SchemaError(cut(&error.to_string())))
    }

    /// All violations in `value`; empty if it is valid.
    pub fn violations(&self, value: &Value) -> Vec<SchemaViolation> {
        if self.schema.is_valid(value) {
            return Vec::new();
        }
        self.schema
            .iter_errors(value)
            .take(MOST_VIOLATIONS)
            .map(|error| SchemaViolation {
                path: error.instance_path().as_str().to_owned(),
                message: cut(&error.to_string()),
            })
            .collect()
    }

    /// An undeclared argument that some parsers, which ignore case or normalise Unicode, would
    /// treat as a declared one. Policy and validation of the declared argument would not apply to
    /// it.
    pub fn look_alike(&self, arguments: &Value) -> Option<SchemaViolation> {
        let DeclaredProperties {
            names,
            folded: alike,
        } = &self.properties;
        let mut unknown = arguments.as_object()?.keys();
        let (key, declared) = unknown.find_map(|key| {
            let declared = (!names.contains(key)).then(|| alike.get(&folded(key)))??;
            Some((key, declared))
        })?;
        Some(SchemaViolation {
            path: String::new(),
            message: cut(&format!(
                "{key:?} is not declared, and some programs take it for {declared:?}"
            )),
        })
    }
}

// === impl DeclaredProperties ===

impl DeclaredProperties {
    fn of(schema: &Value) -> Self {
        let properties = schema.get("properties").and_then(Value::as_object);
        let names = || properties.into_iter().flat_map(|all| all.keys().cloned());
        Self {
            names: names().collect(),
            folded: names().map(|name| (folded(&name), name)).collect(),
        }
    }
}

// === impl SchemaViolation ===

impl fmt::Display for SchemaViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() {
            "/"
        } else {
            &self.path
        };
        write!(f, "{path}: {}", self.message)
    }
}

// === impl SchemaError ===

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SchemaError {}

/// Cuts the middle of a long message, because messages start with the value and end with the
/// problem.
fn cut(text: &str) -> String {
    let length = text.chars().count();
    if length <= QUOTED_MAX {
        return text.to_owned();
    }
    let head: String = text.chars().take(QUOTED_MAX / 2).collect();
    let tail: String = text.chars().skip(length - QUOTED_MAX / 2).collect();
    format!("{head}…{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(schema: &Value, value: &Value, expect: &[&str]) {
        let validator = SchemaValidator::compile(schema).expect("a schema");
        let told: Vec<_> = validator
            .violations(value)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(told, expect);
    }

    #[test]
    fn everything_wrong_is_told_at_once() {
        let schema = json!({
            "type": "object",
            "properties": {"city": {"type": "string"}, "days": {"type": "integer", "minimum": 1}},
            "required": ["city"],
            "additionalProperties": false
        });
        check(&schema, &json!({"city": "Oslo", "days": 2}), &[]);
        check(
            &schema,
            &json!({"days": 0, "x": 1}),
            &[
                "/days: 0 is less than the minimum of 1",
                "/: Additional properties are not allowed ('x' was unexpected)",
                "/: \"city\" is a required property",
            ],
        );
    }

    #[test]
    fn a_name_that_passes_for_another_is_told() {
        let schema = json!({"properties": {"amount": {}, "Note": {}, "note": {}}});
        let validator = SchemaValidator::compile(&schema).expect("a schema");
        let told = |value| validator.look_alike(&value).map(|found| found.to_string());
        for fine in [
            json!({"amount": 1, "Note": 1, "note": 1, "other": 1}),
            json!(1),
        ] {
            assert_eq!(told(fine), None);
        }
        assert_eq!(
            told(json!({"other": 1, "Amount": 1})).as_deref(),
            Some("/: \"Amount\" is not declared, and some programs take it for \"amount\"")
        );
    }

    #[test]
    fn a_long_value_is_not_quoted_in_full() {
        let validator = SchemaValidator::compile(&json!({"type": "string"})).expect("a schema");
        let told = validator.violations(&json!(vec![1; 10_000]));
        assert!(told[0].message.chars().count() <= QUOTED_MAX + 1);
    }

    #[test]
    fn a_reference_is_never_fetched() {
        for place in ["http://127.0.0.1:9/x.json", "file:///etc/hostname"] {
            let error = SchemaValidator::compile(&json!({"$ref": place})).expect_err("not fetched");
            assert!(error.to_string().contains(place), "{error}");
        }
    }

    #[test]
    fn recursive_schemas_and_look_around_work() {
        let tree = json!({"type": "object", "properties": {"next": {"$ref": "#"}}});
        check(
            &tree,
            &json!({"next": {"next": 3}}),
            &["/next/next: 3 is not of type \"object\""],
        );
        let look = json!({"type": "string", "pattern": "^(?!secret)"});
        let validator = SchemaValidator::compile(&look).expect("a schema");
        assert!(validator.violations(&json!("open")).is_empty());
        assert_eq!(validator.violations(&json!("secret")).len(), 1);
    }
}
