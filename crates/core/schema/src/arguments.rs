//! The arguments of a call, read once for whatever checks, shows or compares them.
//!
//! What is sent is the text that they were read from. So that every reader finds the same in it, a
//! text that two readers could understand differently is refused: a key that is there twice, keys
//! that differ only in case or in how a character is composed, and whatever is not JSON to the
//! letter. A number with more digits than 64 bits hold is kept as it was written.

mod number;
mod reader;

use serde_json::{Map, Value};

use crate::canonical;

pub(crate) use reader::folded;

/// The arguments of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallArguments {
    value: Value,
    /// Boxed, since hardly any call needs it.
    long: Option<Box<LongNumbers>>,
}

/// Why a text cannot be the arguments of a call.
#[derive(Debug, thiserror::Error)]
pub enum ArgumentsError {
    /// A list, a text, a number or nothing.
    #[error("they are not an object")]
    NotObject,
    /// Not JSON, too deep, or something that two readers could understand differently.
    #[error("{0}")]
    Unreadable(#[from] serde_json::Error),
}

/// The numbers that 64 bits cannot hold.
#[derive(Clone, Debug, PartialEq)]
struct LongNumbers {
    /// The arguments with the digits of these numbers as texts.
    written: Value,
    /// Where they are, as JSON pointers, and what they are.
    places: Vec<(String, String)>,
}

// === impl CallArguments ===

impl CallArguments {
    /// Reads the text of an object.
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

    /// The arguments as a value. Where a number is longer than 64 bits hold, it is the nearest that
    /// they do: good enough to be checked against a schema, and for nothing else.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The arguments as people are shown them: a number that is longer than 64 bits hold is a text
    /// of the digits that are sent.
    pub fn written(&self) -> &Value {
        self.long.as_ref().map_or(&self.value, |long| &long.written)
    }

    /// The first number that is longer than 64 bits hold, as it was written.
    pub fn long_number(&self) -> Option<&str> {
        let (_, number) = self.long.as_ref()?.places.first()?;
        Some(number)
    }

    /// One text for one meaning: what digests are taken of.
    pub fn canonical(&self) -> String {
        let mut text = canonical(self.written());
        // A text of digits is not the number; no canonical text has a line break.
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
