//! JSON values in pattern lines.

use std::collections::BTreeMap;

use candor_model::hidden_character;
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

/// The maximum nesting of a value.
const DEPTH_MAX: usize = 128;

/// Writes a value on one line; invisible characters are escaped.
pub(super) fn write(value: &Value) -> String {
    let text = value.to_string();
    if hidden_character(&text).is_none() {
        return text;
    }
    // Invisible characters occur only inside strings, where escapes are allowed.
    let shown = text.chars().map(|c| {
        if hidden_character(c.encode_utf8(&mut [0; 4])).is_none() {
            return c.to_string();
        }
        let units = c.encode_utf16(&mut [0; 2]).to_vec();
        units.iter().map(|unit| escape(*unit)).collect()
    });
    shown.collect()
}

fn escape(unit: u16) -> String {
    format!("\\u{unit:04x}")
}

/// Parses a value with exact numbers: the default float parser can be off in the last bit, and then
/// a pattern would not match the text that is shown.
pub(super) fn read(text: &str) -> Option<Value> {
    let raw: &RawValue = serde_json::from_str(text).ok()?;
    read_raw(raw, DEPTH_MAX)
}

/// Parses a number.
pub(super) fn read_number(text: &str) -> Option<Number> {
    match read(text)? {
        Value::Number(number) => Some(number),
        _ => None,
    }
}

fn read_raw(raw: &RawValue, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let text = raw.get();
    match text.as_bytes().first()? {
        b'[' => {
            let list: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            let read = list.into_iter().map(|one| read_raw(one, depth));
            read.collect::<Option<_>>().map(Value::Array)
        }
        b'{' => {
            let members: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
            let read = members
                .into_iter()
                .map(|(key, one)| Some((key, read_raw(one, depth)?)));
            read.collect::<Option<Map<_, _>>>().map(Value::Object)
        }
        b'-' | b'0'..=b'9' => number(text).map(Value::Number),
        _ => serde_json::from_str(text).ok(),
    }
}

fn number(text: &str) -> Option<Number> {
    if let Ok(whole) = text.parse::<u64>() {
        return Some(whole.into());
    }
    // `-0` is parsed as a float, because an integer would lose the sign.
    match text.parse::<i64>() {
        Ok(whole) if whole != 0 => Some(whole.into()),
        _ => Number::from_f64(text.parse().ok()?),
    }
}
