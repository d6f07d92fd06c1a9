//! A JSON parser that rejects ambiguous input.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Value};
use unicode_normalization::UnicodeNormalization;

/// Parses one value. Rejects invalid JSON, nesting of more than 127 levels, duplicate keys, and
/// keys that some parsers treat as equal.
pub(super) fn read(json: &[u8]) -> Result<Value, serde_json::Error> {
    let StrictValue(value) = serde_json::from_slice(json)?;
    Ok(value)
}

struct StrictValue(Value);

struct StrictVisitor;

// === impl StrictValue ===

impl<'de> Deserialize<'de> for StrictValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

// === impl StrictVisitor ===

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(StrictValue(item)) = list.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            match members.entry(key) {
                Entry::Occupied(there) => {
                    let sentence = format!("the key {} is there twice", quoted(there.key()));
                    return Err(A::Error::custom(sentence));
                }
                Entry::Vacant(place) => {
                    let StrictValue(value) = object.next_value()?;
                    place.insert(value);
                }
            }
        }
        match confusable(&members) {
            Some((one, other)) => Err(A::Error::custom(format!(
                "some programs take the keys {} and {} for the same",
                quoted(one),
                quoted(other)
            ))),
            None => Ok(Value::Object(members)),
        }
    }
}

/// Two keys that are equal to parsers that ignore case or normalise Unicode.
fn confusable(members: &Map<String, Value>) -> Option<(&str, &str)> {
    let plain = |key: &String| {
        key.bytes()
            .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
    };
    if members.len() < 2 || members.keys().all(plain) {
        return None;
    }
    let mut seen = HashSet::with_capacity(members.len());
    let again = members.keys().find(|key| !seen.insert(folded(key)))?;
    let fold = folded(again);
    let first = members.keys().find(|key| folded(key) == fold)?;
    Some((first, again))
}

/// A key with case folded and Unicode normalised, as some parsers compare them.
pub(crate) fn folded(key: &str) -> String {
    if key.is_ascii() {
        return key.to_ascii_lowercase();
    }
    key.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

/// A key as a shortened JSON string in backticks.
fn quoted(key: &str) -> String {
    const LONGEST: usize = 100;
    let short: String = key.chars().take(LONGEST).collect();
    format!("`{}`", short.escape_debug())
}
