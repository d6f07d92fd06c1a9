//! The arguments of a call, parsed once for everything that checks, shows or compares them.
//!
//! Upstream receives the original text. So that every parser reads the same from it, a text that
//! two parsers could interpret differently is rejected: duplicate keys, keys that differ only in
//! case or Unicode normalisation, and anything that is not strictly JSON. A number that does not
//! fit into 64 bits keeps its original digits.

mod number;
mod reader;

use serde_json::{Map, Value};

use crate::canonical;

pub(crate) use reader::folded;

/// The arguments of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallArguments {
    value: Value,
    /// Boxed because hardly any call needs it.
    long: Option<Box<LongNumbers>>,
}

/// Why a text is not valid as the arguments of a call.
#[derive(Debug, thiserror::Error)]
pub enum ArgumentsError {
    /// It is not an object.
    #[error("they are not an object")]
    NotObject,
    /// It is not JSON, nested too deeply, or ambiguous.
    #[error("{0}")]
    Unreadable(#[from] serde_json::Error),
}

/// The numbers that do not fit into 64 bits.
#[derive(Clone, Debug, PartialEq)]
struct LongNumbers {
    /// The arguments with these numbers replaced by strings of their digits.
    written: Value,
    /// The numbers' locations, as JSON pointers, and their digits.
    places: Vec<(String, String)>,
}

// === impl CallArguments ===

impl CallArguments {
    /// Parses the text of an object.
    pub fn parse(json: &[u8]) -> Result<Self, ArgumentsError> {
        let value = reader::read(json)?;
        if !value.is_object() {
            return Err(ArgumentsError::NotObject);
        }
        let mut places = Vec::new();
        if number::may_be_long(&value) {
            number::find_long(json, &mut String::new(), &mut places)?;
        }
        let long = (!places.is_empty()).then(|| Box::new(LongNumbers::new(&value, places)));
        Ok(Self { value, long })
    }

    /// The arguments as a value. A number that does not fit into 64 bits is rounded to the nearest
    /// one that does: suitable for schema validation, and for nothing else.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The arguments for display: a number that does not fit into 64 bits is a string of its
    /// original digits.
    pub fn written(&self) -> &Value {
        self.long.as_ref().map_or(&self.value, |long| &long.written)
    }

    /// The first number that does not fit into 64 bits, as written.
    pub fn long_number(&self) -> Option<&str> {
        let (_, number) = self.long.as_ref()?.places.first()?;
        Some(number)
    }

    /// The canonical text, from which digests are computed.
    pub fn canonical(&self) -> String {
        let mut text = canonical(self.written());
        // A string of digits is not the number it stands for, so the places are appended; no
        // canonical text contains a line break.
        for (place, _) in self.long.iter().flat_map(|long| &long.places) {
            text.push('\n');
            text.push_str(place);
        }
        text
    }
}

impl Default for CallArguments {
    fn default() -> Self {
        Self {
            value: Value::Object(Map::new()),
            long: None,
        }
    }
}

// === impl LongNumbers ===

impl LongNumbers {
    fn new(value: &Value, places: Vec<(String, String)>) -> Self {
        let mut written = value.clone();
        for (place, number) in &places {
            if let Some(value) = written.pointer_mut(place) {
                *value = Value::String(number.clone());
            }
        }
        Self { written, places }
    }
}

#[cfg(test)]
mod tests;
