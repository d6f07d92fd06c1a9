//! YAML, within limits.

use candor_yaml::YamlLimits;
use serde_json::Value;

use super::SyntaxProblem;

/// Far more than hand-written files, and little enough to parse quickly.
const LIMITS: YamlLimits = YamlLimits {
    nodes: 2_000_000,
    aliased: 10_000,
    depth: 32,
};

/// Parses a text.
pub(crate) fn parse(text: &str) -> Result<Value, SyntaxProblem> {
    match candor_yaml::parse(text, &LIMITS) {
        // A file with nothing but comments.
        Ok(Value::Null) => Ok(Value::Object(serde_json::Map::new())),
        Ok(value) => Ok(value),
        Err(error) => Err(SyntaxProblem {
            position: error.line.map(|line| (line, error.column.unwrap_or(1))),
            message: error.reason,
        }),
    }
}
