//! A schema that values are validated against.
//!
//! Schemas are compiled when a source is discovered, so that an unusable one is reported at once. A
//! compiled schema takes many times the memory of its text, so only those of small sources are
//! kept; the others are compiled again on first use. Schemas of very large sources are not compiled
//! before that.

use std::sync::OnceLock;

use candor_schema::SchemaValidator;
use candor_wire::RawJson;

/// The maximum size in bytes of a source's schemas for keeping all of them compiled.
const KEPT: usize = 256 << 10;

/// The maximum size in bytes of a source's schemas for compiling all of them at discovery.
const COMPILED_AT_ONCE: usize = 4 << 20;

/// A schema that may be compiled.
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
    /// When the source is discovered, to see whether they are usable, and again when a value is
    /// validated.
    Both,
    /// When a value is validated.
    FirstUse,
}

// === impl CompileTime ===

impl CompileTime {
    /// The choice for a source whose schemas have this total size.
    pub(crate) fn of(bytes: usize) -> Self {
        if bytes <= KEPT {
            Self::Discovery
        } else if bytes <= COMPILED_AT_ONCE {
            Self::Both
        } else {
            Self::FirstUse
        }
    }
}

// === impl ToolCheck ===

impl ToolCheck {
    /// Creates a check by this schema. Fails if the schema is compiled now and unusable.
    pub(crate) fn new(schema: &RawJson, when: CompileTime) -> Result<Self, String> {
        let compiled = OnceLock::new();
        match when {
            CompileTime::Discovery => drop(compiled.set(Some(compile(schema)?))),
            CompileTime::Both => drop(compile(schema)?),
            CompileTime::FirstUse => {}
        }
        Ok(Self {
            schema: schema.clone(),
            compiled,
        })
    }

    /// The compiled schema. `None` if it is unusable, in which case nothing is validated.
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
        for when in [
            CompileTime::Discovery,
            CompileTime::Both,
            CompileTime::FirstUse,
        ] {
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
        assert!(ToolCheck::new(&schema, CompileTime::Both).is_err());
        let late = ToolCheck::new(&schema, CompileTime::FirstUse).expect("not looked at");
        assert!(late.validator().is_none());
    }

    #[test]
    fn much_text_is_compiled_when_it_is_needed() {
        assert_eq!(CompileTime::of(KEPT), CompileTime::Discovery);
        assert_eq!(CompileTime::of(KEPT + 1), CompileTime::Both);
        assert_eq!(CompileTime::of(COMPILED_AT_ONCE), CompileTime::Both);
        assert_eq!(CompileTime::of(COMPILED_AT_ONCE + 1), CompileTime::FirstUse);
    }
}
