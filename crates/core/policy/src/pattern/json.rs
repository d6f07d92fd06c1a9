//! JSON inside a line.

use std::collections::BTreeMap;

use candor_model::hidden_character;
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

/// How deep a value may be nested.
const DEPTH_MAX: usize = 128;

/// A value on one line, in which nothing is hidden: characters that cannot be seen are escaped.
pub(super) fn write(value: &Value) -> String {
    let text = value.to_string();
    if hidden_character(&text).is_none() {
        return text;
    }
    // Only strings hold such characters, so that escapes may stand for them.
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

/// Reads a value. Numbers keep every bit that was written: the quicker reader is off by the last
/// one now and then, and what is shown would not be what is read.
pub(super) fn read(text: &str) -> Option<Value> {
    let raw: &RawValue = serde_json::from_str(text).ok()?;
    read_raw(raw, DEPTH_MAX)
}

/// Reads a number.
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
    // `-0` is a fraction: as a whole number it would lose its sign.
    match text.parse::<i64>() {
        Ok(whole) if whole != 0 => Some(whole.into()),
        _ => Number::from_f64(text.parse().ok()?),
    }
}
