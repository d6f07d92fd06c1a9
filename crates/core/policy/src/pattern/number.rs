//! Exact comparison of numbers.

use std::cmp::Ordering;

use serde_json::{Number, Value};

/// Compares two numbers, integers or floats.
pub(super) fn compare(one: &Number, other: &Number) -> Option<Ordering> {
    match (whole(one), whole(other)) {
        (Some(one), Some(other)) => Some(one.cmp(&other)),
        (Some(one), None) => whole_to_float(one, other.as_f64()?),
        (None, Some(other)) => Some(whole_to_float(other, one.as_f64()?)?.reverse()),
        (None, None) => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

/// Whether two values are equal, with `1` equal to `1.0` and the order of members ignored.
pub(super) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => compare(one, other) == Some(Ordering::Equal),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, value)| other.get(key).is_some_and(|other| same(value, other)))
        }
        _ => one == other,
    }
}

fn whole(number: &Number) -> Option<i128> {
    let signed = number.as_i64().map(i128::from);
    signed.or_else(|| number.as_u64().map(i128::from))
}

/// Compares a 64-bit integer with a float. A float beyond that range is decided by its sign; any
/// other has an integer part that can be compared exactly.
fn whole_to_float(whole: i128, float: f64) -> Option<Ordering> {
    const BEYOND: f64 = 36_893_488_147_419_103_232.0; // 2 to the power of 65
    if float.is_nan() {
        return None;
    }
    if float.abs() >= BEYOND {
        return Some(if float > 0.0 {
            Ordering::Less
        } else {
            Ordering::Greater
        });
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it has no fraction and is below 2 to the power of 65"
    )]
    let part = float.trunc() as i128;
    let fraction = 0.0_f64.partial_cmp(&float.fract())?;
    Some(whole.cmp(&part).then(fraction))
}
