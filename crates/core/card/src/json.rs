//! Any value as one readable line. Similar to JSON; no string in it can end early.

use candor_text::{TextFindings, inspect};
use serde_json::{Map, Value};

use crate::quote::quoted;
use crate::schemas::PlaceSchemas;
use crate::secret;

/// Values nested deeper than this are not shown.
const DEPTH_MAX: usize = 64;

/// A value that can be read.
#[derive(Default)]
pub(crate) struct ReadableJson {
    pub(crate) text: String,
    /// Whether something in it is masked.
    pub(crate) masked: bool,
    /// Warnings about the text.
    pub(crate) seen: TextFindings,
    /// The maximum length.
    most: usize,
}

/// The value exceeds the limit.
pub(crate) struct BudgetExceeded;

/// Writes a value whole. What is a secret for its key or schema is left to the caller; what is
/// inside it is masked.
pub(crate) fn readable(value: &Value, schemas: &PlaceSchemas<'_>) -> ReadableJson {
    // Without a limit nothing is ever full.
    within(value, schemas, usize::MAX).unwrap_or_default()
}

/// Writes a value if that takes at most `most` bytes, and stops soon if it takes more.
pub(crate) fn within(
    value: &Value,
    schemas: &PlaceSchemas<'_>,
    most: usize,
) -> Result<ReadableJson, BudgetExceeded> {
    let mut readable = ReadableJson {
        most,
        ..ReadableJson::default()
    };
    readable.write(value, schemas, 0)?;
    Ok(readable)
}

// === impl ReadableJson ===

impl ReadableJson {
    /// The placeholder for a completely masked value.
    pub(crate) fn masked(value: &Value) -> Self {
        Self {
            text: secret::mask(value),
            masked: true,
            ..Self::default()
        }
    }

    fn write(
        &mut self,
        value: &Value,
        schemas: &PlaceSchemas<'_>,
        depth: usize,
    ) -> Result<(), BudgetExceeded> {
        match value {
            Value::String(text) => self.string(text, schemas),
            Value::Array(items) if depth < DEPTH_MAX => self.list(items, schemas, depth),
            Value::Object(members) if depth < DEPTH_MAX => self.object(members, schemas, depth),
            Value::Array(_) | Value::Object(_) => self.deep(),
            Value::Null | Value::Bool(_) | Value::Number(_) => self.push(&value.to_string()),
        }
    }

    fn list(
        &mut self,
        items: &[Value],
        schemas: &PlaceSchemas<'_>,
        depth: usize,
    ) -> Result<(), BudgetExceeded> {
        self.push("[")?;
        for (at, item) in items.iter().enumerate() {
            self.comma(at)?;
            self.inner(None, "", item, &schemas.item(at), depth)?;
        }
        self.push("]")
    }

    fn object(
        &mut self,
        members: &Map<String, Value>,
        schemas: &PlaceSchemas<'_>,
        depth: usize,
    ) -> Result<(), BudgetExceeded> {
        self.push("{")?;
        for (at, (key, member)) in members.iter().enumerate() {
            self.comma(at)?;
            self.string(key, schemas)?;
            self.push(": ")?;
            self.inner(Some(members), key, member, &schemas.member(key), depth)?;
        }
        self.push("}")
    }

    fn inner(
        &mut self,
        parent: Option<&Map<String, Value>>,
        key: &str,
        value: &Value,
        schemas: &PlaceSchemas<'_>,
        depth: usize,
    ) -> Result<(), BudgetExceeded> {
        if secret::hides(parent, key, value, schemas) {
            self.masked = true;
            return self.push(&secret::mask(value));
        }
        self.write(value, schemas, depth + 1)
    }

    fn string(&mut self, text: &str, schemas: &PlaceSchemas<'_>) -> Result<(), BudgetExceeded> {
        if text.len() > self.most {
            return Err(BudgetExceeded);
        }
        let secrets = schemas.secrets_in(text);
        self.masked |= !secrets.is_empty();
        self.seen.join(inspect(text));
        self.push(&quoted(text, &secrets))
    }

    /// The placeholder for arguments nested too deeply. Counts as masked, because it can neither be
    /// shown nor compared.
    fn deep(&mut self) -> Result<(), BudgetExceeded> {
        self.masked = true;
        self.push("⟨nested too deeply to be shown⟩")
    }

    fn comma(&mut self, at: usize) -> Result<(), BudgetExceeded> {
        if at > 0 { self.push(", ") } else { Ok(()) }
    }

    fn push(&mut self, text: &str) -> Result<(), BudgetExceeded> {
        self.text.push_str(text);
        if self.text.len() > self.most {
            return Err(BudgetExceeded);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(value: &Value, expect: &str, masked: bool) {
        let readable = readable(value, &PlaceSchemas::default());
        assert_eq!((&*readable.text, readable.masked), (expect, masked));
    }

    #[test]
    fn values_read_like_json() {
        check(
            &json!({"b": [1, -0.5, 1e300], "a": {"x": null, "y": true}, "": "é\n"}),
            r#"{"b": [1, -0.5, 1e+300], "a": {"x": null, "y": true}, "": "é\n"}"#,
            false,
        );
    }

    #[test]
    fn secrets_inside_are_masked() {
        check(
            &json!([{"user": "ann", "password": "hunter2"}, "Bearer abc12345"]),
            r#"[{"user": "ann", "password": •••• (fewer than 20 characters)}, "Bearer ⟨masked: fewer than 20 characters⟩"]"#,
            true,
        );
    }

    #[test]
    fn the_depths_are_not_shown() {
        let deep = (0..1000).fold(json!("bottom"), |inner, _| Value::Array(vec![inner]));
        let (open, close) = ("[".repeat(DEPTH_MAX), "]".repeat(DEPTH_MAX));
        check(
            &deep,
            &format!("{open}⟨nested too deeply to be shown⟩{close}"),
            true,
        );
    }

    #[test]
    fn what_is_too_long_is_given_up_soon() {
        let none = PlaceSchemas::default();
        assert!(within(&json!(["a", "b"]), &none, 10).is_ok());
        assert!(within(&json!(["a", "b"]), &none, 9).is_err());
        assert!(within(&json!("x".repeat(100)), &none, 80).is_err());
    }
}
