//! Numbers that 64 bits do not hold: neither as a whole number nor as the float whose shortest
//! decimal text they are.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;
use serde_json::value::RawValue;

/// Whether a value that was read holds a number that may be longer than it was read: only whole
/// numbers within 64 bits are sure to be themselves.
pub(super) fn may_be_long(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(may_be_long),
        Value::Object(members) => members.values().any(may_be_long),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

/// Finds the long numbers of a valid text: the place of each, as a JSON pointer, and its digits.
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
            // Sorted, so that the order in which they came means nothing.
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

/// Whether a number is one of 64 bits, or the shortest text of one.
fn is_held(number: &str) -> bool {
    if number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok() {
        return true;
    }
    let Ok(nearest) = number.parse::<f64>() else {
        return false;
    };
    DecimalNumber::of(number) == DecimalNumber::of(&format!("{nearest:e}"))
}

/// A decimal number, written in the one way that has no zeros at either end.
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
