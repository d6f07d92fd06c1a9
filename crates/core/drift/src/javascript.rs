//! JSON serialization identical to `JSON.stringify`.
//!
//! Three things differ from `serde_json`: every number is a double in JavaScript's notation, keys
//! that look like array indices come first in ascending order, and other keys keep their original
//! order.

use serde_json::{Map, Number, Value};

/// Writes `value` as JavaScript would, had it parsed it.
pub(crate) fn stringify(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                separate(at, text);
                write(item, text);
            }
            text.push(']');
        }
        Value::Object(members) => object(members, text),
        Value::Number(number) => text.push_str(&number_text(number)),
        // Strings are escaped identically, and the rest are literals.
        plain => text.push_str(&plain.to_string()),
    }
}

fn object(members: &Map<String, Value>, text: &mut String) {
    let mut ordered: Vec<_> = members.iter().collect();
    // The sort is stable: other keys keep their order behind the indices.
    ordered.sort_by_key(|(key, _)| array_index(key).unwrap_or(u32::MAX));
    text.push('{');
    for (at, (key, member)) in ordered.into_iter().enumerate() {
        separate(at, text);
        text.push_str(&Value::from(key.as_str()).to_string());
        text.push(':');
        write(member, text);
    }
    text.push('}');
}

fn separate(at: usize, text: &mut String) {
    if at > 0 {
        text.push(',');
    }
}

/// The index that a key is, if it is the plain decimal text of one. The largest possible index is
/// one less than `u32::MAX`.
fn array_index(key: &str) -> Option<u32> {
    let index: u32 = key.parse().ok()?;
    (index != u32::MAX && index.to_string() == key).then_some(index)
}

fn number_text(number: &Number) -> String {
    // Every number of this library has a double nearest to it.
    number.as_f64().map_or_else(String::new, double_text)
}

/// A double with the fewest digits that identify it, and an exponent only if the point would be
/// more than 21 digits to the right or 6 zeros to the left.
fn double_text(double: f64) -> String {
    if double == 0.0 {
        return "0".to_owned();
    }
    let sign = if double < 0.0 { "-" } else { "" };
    let scientific = format!("{:e}", double.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or_default();
    format!("{sign}{}", place_point(&digits, exponent))
}

/// Inserts the point into `digits`, whose first digit has the weight 10 to the power of `exponent`.
fn place_point(digits: &str, exponent: i32) -> String {
    let unsigned = |number: i32| usize::try_from(number).unwrap_or_default();
    match exponent {
        0..=20 => {
            let whole = unsigned(exponent) + 1;
            match digits.split_at_checked(whole) {
                Some((whole, "")) => whole.to_owned(),
                Some((whole, fraction)) => format!("{whole}.{fraction}"),
                None => format!("{digits:0<whole$}"),
            }
        }
        -6..=-1 => format!("0.{}{digits}", "0".repeat(unsigned(-exponent - 1))),
        _ => {
            let (first, rest) = digits.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            format!("{first}{point}{rest}e{exponent:+}")
        }
    }
}

#[cfg(test)]
mod tests;
