//! A schema that values are checked against.
//!
//! A compiled schema takes many times what its text does. So the schemas of a source that has
//! much of them are compiled when they are first needed, and those of the others when the source is
//! discovered, so that one that cannot be used is told at once.

use std::sync::OnceLock;

use candor_schema::SchemaValidator;
use candor_wire::RawJson;

/// How much text the schemas of a source may have if all are compiled at once, in bytes.
const COMPILED_AT_ONCE: usize = 4 << 20;

/// A schema, compiled or not yet.
#[derive(Debug)]
pub(crate) struct ToolCheck {
    schema: RawJson,
    compiled: OnceLock<Option<Box<SchemaValidator>>>,
}

/// When the schemas of a source are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompileTime {
    /// When the source is discovered.
    Discovery,
    /// When a value is checked.
    FirstUse,
}

// === impl CompileTime ===

impl CompileTime {
    /// For a source with so much text in its schemas.
    pub(crate) fn of(bytes: usize) -> Self {
        if bytes > COMPILED_AT_ONCE {
            Self::FirstUse
        } else {
            Self::Discovery
        }
    }
}

// === impl ToolCheck ===

impl ToolCheck {
    /// A check by this schema. The error says why it cannot be used, if that is known already.
    pub(crate) fn new(schema: &RawJson, when: CompileTime) -> Result<Self, String> {
        let compiled = OnceLock::new();
        if when == CompileTime::Discovery {
            let _ = compiled.set(Some(compile(schema)?));
        }
        Ok(Self {
            schema: schema.clone(),
            compiled,
        })
    }

    /// The compiled schema. None if it cannot be used, so that nothing is checked.
    pub(crate) fn validator(&self) -> Option<&SchemaValidator> {
        let compiled = self.compiled.get_or_init(|| {
            let compiled = compile(&self.schema);
            let compiled = compiled.inspect_err(|reason| {
                tracing::warn!("A schema cannot be used, and nothing is checked: {reason}");
            });
            compiled.ok()
        });
        compiled.as_deref()
    }
}

fn compile(schema: &RawJson) -> Result<Box<SchemaValidator>, String> {
    let schema = schema
        .decode::<serde_json::Value>()
        .map_err(|error| error.to_string())?;
    let compiled = SchemaValidator::compile(&schema).map_err(|error| error.to_string())?;
    Ok(Box::new(compiled))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn both_times_check_the_same() {
        let schema = RawJson::from_value(&json!({"type": "object", "required": ["a"]}));
        for when in [CompileTime::Discovery, CompileTime::FirstUse] {
            let check = ToolCheck::new(&schema, when).expect("a schema");
            let compiled_before = check.compiled.get().is_some();
            assert_eq!(compiled_before, when == CompileTime::Discovery);
            let validator = check.validator().expect("compiled");
            assert!(validator.violations(&json!({"a": 1})).is_empty());
            assert_eq!(validator.violations(&json!({})).len(), 1);
        }
    }

    #[test]
    fn a_schema_that_cannot_be_used_checks_nothing() {
        let schema = RawJson::from_value(&json!({"type": 5}));
        assert!(ToolCheck::new(&schema, CompileTime::Discovery).is_err());
        let late = ToolCheck::new(&schema, CompileTime::FirstUse).expect("not looked at");
        assert!(late.validator().is_none());
    }

    #[test]
    fn much_text_is_compiled_when_it_is_needed() {
        assert_eq!(CompileTime::of(COMPILED_AT_ONCE), CompileTime::Discovery);
        assert_eq!(CompileTime::of(COMPILED_AT_ONCE + 1), CompileTime::FirstUse);
    }
}
