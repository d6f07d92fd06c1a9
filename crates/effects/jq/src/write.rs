//! Serializes jq values as JSON, up to a size limit.
//!
//! The library's writer prints values that JSON cannot represent (byte strings, number keys, `NaN`)
//! and has no limit. A number that was only selected keeps its digits.

use std::num::FpCategory;

use jaq_json::{Num, Val};
use serde_json::value::RawValue;

use crate::nesting::MAX_NESTING;

/// Why a value did not become JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonWriteError {
    /// The room is used up.
    TooLarge,
    /// It is nested beyond [`MAX_NESTING`].
    TooDeep,
    /// It has bytes that are not text.
    Bytes,
    /// An object in it has a key that is no string.
    Key,
}

/// Appends the value to `out`, which may become at most `limit` bytes long.
pub(crate) fn append(out: &mut String, value: &Val, limit: usize) -> Result<(), JsonWriteError> {
    JsonWriter { out, limit }.value(value, 0)
}

struct JsonWriter<'a> {
    out: &'a mut String,
    limit: usize,
}

// === impl JsonWriter ===

impl JsonWriter<'_> {
    fn value(&mut self, value: &Val, depth: usize) -> Result<(), JsonWriteError> {
        match value {
            Val::Null => self.push("null"),
            Val::Bool(true) => self.push("true"),
            Val::Bool(false) => self.push("false"),
            Val::Num(number) => self.number(number),
            Val::TStr(text) => self.string(text),
            Val::BStr(_) => Err(JsonWriteError::Bytes),
            Val::Arr(_) | Val::Obj(_) if depth == MAX_NESTING => Err(JsonWriteError::TooDeep),
            Val::Arr(items) => {
                self.push("[")?;
                for (at, item) in items.iter().enumerate() {
                    self.push(if at == 0 { "" } else { "," })?;
                    self.value(item, depth + 1)?;
                }
                self.push("]")
            }
            Val::Obj(members) => {
                self.push("{")?;
                for (at, (key, value)) in members.iter().enumerate() {
                    self.push(if at == 0 { "" } else { "," })?;
                    let Val::TStr(key) = key else {
                        return Err(JsonWriteError::Key);
                    };
                    self.string(key)?;
                    self.push(":")?;
                    self.value(value, depth + 1)?;
                }
                self.push("}")
            }
        }
    }

    fn number(&mut self, number: &Num) -> Result<(), JsonWriteError> {
        match number {
            Num::Int(_) | Num::BigInt(_) => self.push(&number.to_string()),
            Num::Float(value) => self.float(*value),
            Num::Dec(digits) if is_json(digits) => self.push(digits),
            Num::Dec(digits) => self.float(digits.parse().unwrap_or(f64::NAN)),
        }
    }

    /// As in jq: NaN is `null`, and integers are written as integers.
    fn float(&mut self, value: f64) -> Result<(), JsonWriteError> {
        const WHOLE: f64 = 1e17;
        if value.is_nan() {
            return self.push("null");
        }
        let value = value.clamp(f64::MIN, f64::MAX);
        if value.fract().classify() == FpCategory::Zero && value.abs() < WHOLE {
            return self.push(&format!("{value:.0}"));
        }
        self.push(&Num::Float(value).to_string())
    }

    fn string(&mut self, bytes: &[u8]) -> Result<(), JsonWriteError> {
        // Escaping only ever makes it longer, so what cannot fit is not copied first.
        if bytes.len() > self.limit.saturating_sub(self.out.len()) {
            return Err(JsonWriteError::TooLarge);
        }
        let text = String::from_utf8_lossy(bytes);
        let json = serde_json::to_string(&text).map_err(|_| JsonWriteError::Bytes)?;
        self.push(&json)
    }

    fn push(&mut self, text: &str) -> Result<(), JsonWriteError> {
        if text.len() > self.limit.saturating_sub(self.out.len()) {
            return Err(JsonWriteError::TooLarge);
        }
        self.out.push_str(text);
        Ok(())
    }
}

/// Whether the digits of a number are JSON. Filters can make others, such as `007.5`.
fn is_json(digits: &str) -> bool {
    serde_json::from_str::<&RawValue>(digits).is_ok()
}
