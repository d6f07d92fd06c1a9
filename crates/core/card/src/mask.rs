//! Masking of secrets in values and texts that are stored.
//!
//! No decision is based on masked values, so a source gains nothing by marking data as secret:
//! names and schemas are trusted here.

use std::borrow::Cow;

use candor_model::SourceTrust;
use serde_json::{Map, Value};

use crate::schemas::PlaceSchemas;
use crate::secret;

/// Values nested deeper than this count as secret, because they are not inspected.
const DEPTH_MAX: usize = 64;

/// The arguments of a call without their secrets.
#[derive(Clone, Debug, PartialEq)]
pub struct MaskedArguments {
    /// The arguments, each secret replaced by a mask.
    pub arguments: Value,
    /// Whether there was any.
    pub is_masked: bool,
}

/// Masks what is a secret for its schema, for its key, or for how it looks.
pub fn mask_arguments(arguments: &Value, schema: Option<&Value>) -> MaskedArguments {
    let mut walk = MaskWalk { is_masked: false };
    let schemas = PlaceSchemas::new(schema, SourceTrust::Trusted);
    let arguments = walk.value(arguments, &schemas, 0);
    MaskedArguments {
        arguments,
        is_masked: walk.is_masked,
    }
}

/// Masks what looks like a secret in a text.
pub fn mask_text(text: &str) -> Cow<'_, str> {
    let secrets = secret::find(text);
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut masked, mut at) = (String::with_capacity(text.len()), 0);
    for range in secrets {
        masked.push_str(&text[at..range.start]);
        masked.push_str(&secret::inside(&text[range.clone()]));
        at = range.end;
    }
    masked.push_str(&text[at..]);
    Cow::Owned(masked)
}

struct MaskWalk {
    is_masked: bool,
}

// === impl MaskWalk ===

impl MaskWalk {
    fn value(&mut self, value: &Value, schemas: &PlaceSchemas<'_>, depth: usize) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(_) | Value::Object(_) if depth >= DEPTH_MAX => self.mask(value),
            Value::Array(items) => {
                let items = items.iter().enumerate();
                items
                    .map(|(at, item)| self.inner((None, ""), item, &schemas.item(at), depth))
                    .collect()
            }
            Value::Object(members) => Value::Object(
                members
                    .iter()
                    .map(|(key, member)| {
                        let place = (Some(members), key.as_str());
                        let inner = self.inner(place, member, &schemas.member(key), depth);
                        (self.text(key), inner)
                    })
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    fn inner(
        &mut self,
        (parent, key): (Option<&Map<String, Value>>, &str),
        value: &Value,
        schemas: &PlaceSchemas<'_>,
        depth: usize,
    ) -> Value {
        if secret::hides(parent, key, value, schemas) {
            return self.mask(value);
        }
        self.value(value, schemas, depth + 1)
    }

    fn text(&mut self, text: &str) -> String {
        let masked = mask_text(text);
        self.is_masked |= matches!(masked, Cow::Owned(_));
        masked.into_owned()
    }

    fn mask(&mut self, value: &Value) -> Value {
        self.is_masked = true;
        Value::String(secret::mask(value))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn secrets_are_masked_by_key_schema_and_shape() {
        let schema = json!({"properties": {"pin": {"format": "password"}}});
        for (arguments, expect) in [
            (
                json!({"path": "/a", "n": [1, null]}),
                json!({"path": "/a", "n": [1, null]}),
            ),
            (
                json!({"password": "hunter2"}),
                json!({"password": "•••• (fewer than 20 characters)"}),
            ),
            (json!({"pin": 1234}), json!({"pin": "•••• (a number)"})),
            (
                json!({"headers": [{"name": "Authorization", "value": "x"}]}),
                json!({"headers": [{"name": "Authorization", "value": "•••• (fewer than 20 characters)"}]}),
            ),
            (
                json!({"line": "send Bearer abc12345 now"}),
                json!({"line": "send Bearer ⟨masked: fewer than 20 characters⟩ now"}),
            ),
        ] {
            let found = mask_arguments(&arguments, Some(&schema));
            assert_eq!(found.arguments, expect);
            assert_eq!(found.is_masked, arguments != expect, "{arguments}");
        }
    }

    #[test]
    fn the_depths_are_not_kept() {
        let deep = (0..1000).fold(json!("bottom"), |inner, _| json!([inner]));
        let found = mask_arguments(&deep, None);
        assert!(found.is_masked && !found.arguments.to_string().contains("bottom"));
    }

    #[test]
    fn a_text_without_secrets_stays() {
        assert_eq!(mask_text("first\nsecond"), "first\nsecond");
    }
}
