//! The fields of an entry, as texts with Candor's variable syntax.

use candor_text::quote;
use serde_json::{Map, Value};

use crate::variable::VariableSyntax;

/// An entry and how its variables are written.
pub(crate) struct EntryFields<'a> {
    pub(crate) fields: &'a Map<String, Value>,
    pub(crate) variables: VariableSyntax,
}

/// A field, or why the entry cannot be moved.
pub(crate) type FieldResult<T> = Result<T, String>;

// === impl EntryFields ===

impl<'a> EntryFields<'a> {
    /// The first of these fields that is set.
    pub(crate) fn get(&self, keys: &[&str]) -> Option<(&'a str, &'a Value)> {
        keys.iter().find_map(|key| {
            let (key, value) = self.fields.get_key_value(*key)?;
            (!value.is_null()).then_some((key.as_str(), value))
        })
    }

    /// A text without variables.
    pub(crate) fn word(&self, keys: &[&str]) -> Option<&'a str> {
        self.get(keys)?.1.as_str()
    }

    /// A truth value.
    pub(crate) fn flag(&self, key: &str) -> Option<bool> {
        self.fields.get(key)?.as_bool()
    }

    /// A text with its variables.
    pub(crate) fn text(&self, keys: &[&str]) -> FieldResult<Option<String>> {
        let Some((key, value)) = self.get(keys) else {
            return Ok(None);
        };
        self.scalar(key, value).map(Some)
    }

    /// A list of texts. A single text is a list of one.
    pub(crate) fn list(&self, key: &str) -> FieldResult<Vec<String>> {
        match self.get(&[key]) {
            None => Ok(Vec::new()),
            Some((_, Value::Array(items))) => {
                items.iter().map(|item| self.scalar(key, item)).collect()
            }
            Some((_, value)) => Ok(vec![self.scalar(key, value)?]),
        }
    }

    /// Names and texts. A name without a value is passed over.
    pub(crate) fn pairs(&self, keys: &[&str]) -> FieldResult<Vec<(String, String)>> {
        match self.get(keys) {
            None => Ok(Vec::new()),
            Some((key, Value::Object(pairs))) => pairs
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| Ok((name.clone(), self.scalar(key, value)?)))
                .collect(),
            Some((key, _)) => Err(format!("its {} is not a table", quote(key))),
        }
    }

    /// A text, or a number or truth value that was written without quotes.
    fn scalar(&self, key: &str, value: &Value) -> FieldResult<String> {
        match value {
            Value::String(text) if text.contains('\0') => {
                Err(format!("its {} holds a NUL character", quote(key)))
            }
            Value::String(text) => self.variables.template(text),
            Value::Number(number) => Ok(number.to_string()),
            Value::Bool(yes) => Ok(yes.to_string()),
            _ => Err(format!("its {} is not a text", quote(key))),
        }
    }
}
