//! Lists as the apps write them. In PHP a list with gaps in its numbers is an object.

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde_json::Value;

/// A list that was given as a list, as an object of its entries, or not at all.
#[derive(Debug)]
pub(crate) struct PhpList<T>(pub(crate) Vec<T>);

// === impl PhpList ===

impl<T> Default for PhpList<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for PhpList<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries = match Value::deserialize(deserializer)? {
            Value::Null => Vec::new(),
            Value::Array(entries) => entries,
            Value::Object(entries) => entries.into_iter().map(|(_, entry)| entry).collect(),
            other => return Err(D::Error::custom(format!("`{other}` is not a list"))),
        };
        let entries = entries.into_iter().map(serde_json::from_value);
        entries
            .collect::<Result<_, _>>()
            .map(Self)
            .map_err(D::Error::custom)
    }
}

/// The entries of such a list, for a field.
pub(crate) fn entries<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    PhpList::deserialize(deserializer).map(|list| list.0)
}

/// A number that was given as a number or as a text.
pub(crate) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let text = value.as_str().and_then(|text| text.trim().parse().ok());
    let found = value.as_u64().or(text);
    found.ok_or_else(|| D::Error::custom(format!("`{value}` is not a number")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_and_nothing_are_lists() {
        let read = |text: &str| serde_json::from_str::<PhpList<u8>>(text).map(|list| list.0);
        assert_eq!(read("[1, 2]").expect("a list"), [1, 2]);
        assert_eq!(read(r#"{"0": 1, "2": 3}"#).expect("a list"), [1, 3]);
        assert!(read("null").expect("a list").is_empty());
        for bad in ["7", r#"["x"]"#, r#"{"0": 256}"#] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
