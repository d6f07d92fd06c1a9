//! An object whose members can be exchanged without touching the others.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use bytes::{BufMut, Bytes, BytesMut};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::json::{JsonError, RawJson, put_string};

/// The members of a JSON object, in the order they came, each value untouched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawObject {
    members: Vec<(Box<str>, RawJson)>,
}

/// The borrowed form that serde fills.
struct BorrowedMembers<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

struct MembersVisitor;

// === impl RawObject ===

impl RawObject {
    /// Reads the top level of an object. The same key twice is refused.
    pub fn parse(json: &RawJson) -> Result<Self, JsonError> {
        let whole: Bytes = json.clone().into_bytes();
        let BorrowedMembers(parts) = serde_json::from_slice(&whole)?;
        if let Some(key) = repeated(&parts) {
            return Err(JsonError::DuplicateKey(key.to_owned()));
        }
        let keep =
            |(key, value): (Cow<'_, str>, &RawValue)| (key.into(), RawJson::part(&whole, value));
        Ok(Self {
            members: parts.into_iter().map(keep).collect(),
        })
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&RawJson> {
        self.members
            .iter()
            .find(|(other, _)| &**other == key)
            .map(|(_, value)| value)
    }

    /// The value of a key, if it is a string.
    pub fn get_string(&self, key: &str) -> Option<String> {
        self.get(key)?.as_string()
    }

    /// Exchanges a value in its place, or adds the member at the end.
    pub fn set(&mut self, key: &str, value: RawJson) {
        match self.members.iter_mut().find(|(other, _)| &**other == key) {
            Some((_, old)) => *old = value,
            None => self.members.push((key.into(), value)),
        }
    }

    /// Takes a member out.
    pub fn remove(&mut self, key: &str) -> Option<RawJson> {
        let at = self.members.iter().position(|(other, _)| &**other == key)?;
        Some(self.members.remove(at).1)
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &RawJson)> + Clone {
        self.members.iter().map(|(key, value)| (&**key, value))
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The object as text.
    pub fn to_json(&self) -> RawJson {
        let size = self
            .members
            .iter()
            .map(|(key, value)| key.len() + value.len() + 4)
            .sum::<usize>();
        let mut text = BytesMut::with_capacity(size + 2);
        text.put_u8(b'{');
        for (at, (key, value)) in self.members.iter().enumerate() {
            if at > 0 {
                text.put_u8(b',');
            }
            put_string(&mut text, key);
            text.put_u8(b':');
            text.put_slice(value.as_bytes());
        }
        text.put_u8(b'}');
        RawJson::written(text)
    }
}

impl<'a> FromIterator<(&'a str, RawJson)> for RawObject {
    fn from_iter<I: IntoIterator<Item = (&'a str, RawJson)>>(members: I) -> Self {
        let mut object = Self::default();
        for (key, value) in members {
            object.set(key, value);
        }
        object
    }
}

/// The first key that is there a second time. A few keys are compared with each other; a stranger's
/// hundred thousand are not.
fn repeated<'a>(parts: &'a [(Cow<'_, str>, &RawValue)]) -> Option<&'a str> {
    let keys = || parts.iter().map(|(key, _)| key.as_ref());
    if parts.len() <= 16 {
        let before = |at: usize, key: &str| keys().take(at).any(|other| other == key);
        return keys()
            .enumerate()
            .find(|(at, key)| before(*at, key))
            .map(|(_, key)| key);
    }
    let mut seen = HashSet::with_capacity(parts.len());
    keys().find(|key| !seen.insert(*key))
}

// === impl BorrowedMembers ===

impl<'de: 'a, 'a> Deserialize<'de> for BorrowedMembers<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_map(MembersVisitor)
            .map(BorrowedMembers)
    }
}

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some((RawKey(key), value)) = map.next_entry::<RawKey<'de>, &RawValue>()? {
            members.push((key, value));
        }
        Ok(members)
    }
}

/// A key that borrows where it can; serde's own `Cow` never does.
struct RawKey<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for RawKey<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = RawKey<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }
            fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
                Ok(RawKey(Cow::Borrowed(key)))
            }
            fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
                Ok(RawKey(Cow::Owned(key.to_owned())))
            }
        }
        deserializer.deserialize_str(KeyVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(text: &'static str) -> RawObject {
        RawObject::parse(&RawJson::parse(text).expect("JSON")).expect("an object")
    }

    #[test]
    fn one_member_changes_and_the_others_stay() {
        let mut tool = object(r#"{"z":1e400,"name":"a","x":{"b":1, "a":2}}"#);
        tool.set("name", RawJson::string("s_a"));
        tool.set("new", RawJson::number(3));
        assert_eq!(
            tool.to_json().to_string(),
            r#"{"z":1e400,"name":"s_a","x":{"b":1, "a":2},"new":3}"#
        );
    }

    #[test]
    fn escaped_keys_are_the_same_key() {
        let tool = object(r#"{"n\u0061me":"a"}"#);
        assert_eq!(tool.get_string("name").as_deref(), Some("a"));
        let twice = RawJson::parse(r#"{"name":1,"n\u0061me":2}"#).expect("JSON");
        assert!(
            matches!(RawObject::parse(&twice), Err(JsonError::DuplicateKey(key)) if key == "name")
        );
    }

    #[test]
    fn a_repeated_key_is_found_among_many() {
        let members: Vec<_> = (0..50_000).map(|n| format!("\"k{n}\":{n}")).collect();
        let text = format!("{{{}}}", members.join(","));
        let many = RawJson::parse(text.clone()).expect("JSON");
        assert_eq!(
            RawObject::parse(&many).expect("an object").iter().count(),
            50_000
        );
        let twice = RawJson::parse(text.replacen("k49999", "k0", 1)).expect("JSON");
        assert!(RawObject::parse(&twice).is_err());
    }

    #[test]
    fn only_objects_have_members() {
        let array = RawJson::parse("[]").expect("JSON");
        assert!(RawObject::parse(&array).is_err());
        assert!(object("{}").is_empty());
        assert_eq!(object("{}").to_json().to_string(), "{}");
    }
}
