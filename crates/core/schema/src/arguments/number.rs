//! Numbers that do not fit into 64 bits: neither as an integer nor as a float that has them as its
//! shortest decimal representation.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;
use serde_json::value::RawValue;

/// Whether a parsed value may contain a number that was rounded: only 64-bit integers are certainly
/// exact.
pub(super) fn may_be_long(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(may_be_long),
        Value::Object(members) => members.values().any(may_be_long),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

/// Finds the long numbers of a valid text: their locations, as JSON pointers, and their digits.
pub(super) fn find_long(
    json: &[u8],
    place: &mut String,
    found: &mut Vec<(String, String)>,
) -> Result<(), serde_json::Error> {
    let length = place.len();
    match json.first() {
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_slice(json)?;
            for (at, item) in items.into_iter().enumerate() {
                // Writing to a text cannot fail.
                let _ = write!(place, "/{at}");
                find_long(item.get().as_bytes(), place, found)?;
                place.truncate(length);
            }
        }
        Some(b'{') => {
            // Sorted, so that the result does not depend on the order of members.
            let members: BTreeMap<String, &RawValue> = serde_json::from_slice(json)?;
            for (key, value) in members {
                place.push('/');
                place.push_str(&key.replace('~', "~0").replace('/', "~1"));
                find_long(value.get().as_bytes(), place, found)?;
                place.truncate(length);
            }
        }
        Some(b'-' | b'0'..=b'9') => {
            let number = String::from_utf8_lossy(json);
            if !is_held(&number) {
                found.push((place.clone(), number.into_owned()));
            }
        }
        _ => {}
    }
    Ok(())
}

/// Whether a number is a 64-bit integer or the shortest representation of a 64-bit float.
fn is_held(number: &str) -> bool {
    if number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok() {
        return true;
    }
    let Ok(nearest) = number.parse::<f64>() else {
        return false;
    };
    DecimalNumber::of(number) == DecimalNumber::of(&format!("{nearest:e}"))
}

/// A decimal number in normal form, without leading or trailing zeros.
#[derive(PartialEq, Eq)]
struct DecimalNumber {
    negative: bool,
    digits: String,
    /// The power of ten of the last digit.
    exponent: i64,
}

// === impl DecimalNumber ===

impl DecimalNumber {
    fn of(number: &str) -> Self {
        let (negative, rest) = match number.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, number),
        };
        let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0').trim_end_matches('0');
        if digits.is_empty() {
            return Self {
                negative,
                digits: String::new(),
                exponent: 0,
            };
        }
        let zeros = all.len() - all.trim_end_matches('0').len();
        let shift = i64::try_from(zeros).unwrap_or(i64::MAX)
            - i64::try_from(fraction.len()).unwrap_or(i64::MAX);
        let stated: i64 = exponent.parse().unwrap_or(i64::MAX);
        Self {
            negative,
            digits: digits.to_owned(),
            exponent: stated.saturating_add(shift),
        }
    }
}
