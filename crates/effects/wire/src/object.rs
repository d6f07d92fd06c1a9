//! An object whose members can be replaced without touching the others.

mod key;
mod split;

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};

use self::key::MemberKey;
use self::split::split;
use crate::json::{ArrayPart, JsonError, JsonPieces, RawJson, put_string};

/// The key of metadata in parameters and results.
const META: &str = "_meta";

/// The members of a JSON object, in their original order, each value untouched.
#[derive(Clone, Debug, Default)]
pub struct RawObject {
    members: Vec<(MemberKey, RawJson)>,
    /// The members of `_meta`, parsed on first use.
    meta: OnceLock<Arc<RawObject>>,
}

// === impl RawObject ===

impl RawObject {
    /// Parses the top level of an object. Duplicate keys are refused.
    pub fn parse(json: &RawJson) -> Result<Self, JsonError> {
        let text = json.as_bytes();
        let mut members = Vec::with_capacity(4);
        let mut unreadable = None;
        let found = split(json, |key, value| match key::read(&text[key]) {
            Ok(key) => members.push((key, json.slice(value))),
            Err(error) => unreadable = Some(error),
        });
        if found.is_none() {
            return Err(not_an_object(text));
        }
        if let Some(error) = unreadable {
            return Err(error);
        }
        if let Some(key) = repeated(&members) {
            return Err(JsonError::DuplicateKey(key.to_owned()));
        }
        Ok(Self {
            members,
            meta: OnceLock::new(),
        })
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&RawJson> {
        self.members
            .iter()
            .find(|(other, _)| &**other == key)
            .map(|(_, value)| value)
    }

    /// The value of a key, if it is a string. Only a string with escapes is copied.
    pub fn get_str(&self, key: &str) -> Option<Cow<'_, str>> {
        self.get(key)?.as_str()
    }

    /// The value of a key, if it is a string.
    pub fn get_string(&self, key: &str) -> Option<String> {
        self.get(key)?.as_string()
    }

    /// The members of `_meta`, if there is one. They are parsed only once.
    pub fn meta(&self) -> Result<Option<Arc<Self>>, JsonError> {
        if let Some(read) = self.meta.get() {
            return Ok(Some(Arc::clone(read)));
        }
        let Some(json) = self.get(META) else {
            return Ok(None);
        };
        let read = Arc::new(Self::parse(json)?);
        Ok(Some(Arc::clone(self.meta.get_or_init(|| read))))
    }

    /// Replaces a value in place, or adds the member at the end.
    pub fn set(&mut self, key: &str, value: RawJson) {
        self.forget(key);
        match self.members.iter_mut().find(|(other, _)| &**other == key) {
            Some((_, old)) => *old = value,
            None => self.members.push((key::of(key), value)),
        }
    }

    /// Removes a member.
    pub fn remove(&mut self, key: &str) -> Option<RawJson> {
        self.forget(key);
        let at = self.members.iter().position(|(other, _)| &**other == key)?;
        Some(self.members.remove(at).1)
    }

    /// Invalidates the parsed `_meta` if that member changes.
    fn forget(&mut self, key: &str) {
        if key == META {
            self.meta.take();
        }
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
        let mut text = Vec::with_capacity(self.text_len());
        self.write(&mut text);
        RawJson::written(text)
    }

    /// The object with an array of these elements as one of its members, regardless of that
    /// member's current value. The elements are not copied.
    pub fn to_pieces(&self, key: &str, parts: &[ArrayPart]) -> JsonPieces {
        let is_it = |(other, _): &(MemberKey, RawJson)| &**other == key;
        let at = self.members.iter().position(is_it);
        let at = at.unwrap_or(self.members.len());
        let mut before = b"{".to_vec();
        for (key, value) in &self.members[..at] {
            write_member(&mut before, key, value.as_bytes());
            before.push(b',');
        }
        write_member(&mut before, key, b"[");
        let mut behind = b"]".to_vec();
        for (key, value) in self.members.iter().skip(at + 1) {
            behind.push(b',');
            write_member(&mut behind, key, value.as_bytes());
        }
        behind.push(b'}');
        JsonPieces::of_array(before.into(), parts, behind.into())
    }

    /// An array of objects, serialized in one pass.
    pub fn list_to_json<'a>(objects: impl Iterator<Item = &'a Self> + Clone) -> RawJson {
        let length = objects
            .clone()
            .map(|object| object.text_len() + 1)
            .sum::<usize>();
        let mut text = Vec::with_capacity(length + 2);
        text.push(b'[');
        for (at, object) in objects.enumerate() {
            if at > 0 {
                text.push(b',');
            }
            object.write(&mut text);
        }
        text.push(b']');
        RawJson::written(text)
    }

    /// The length of the object as text, if no key has escapes.
    pub fn text_len(&self) -> usize {
        let members = self.members.iter();
        let lengths = members.map(|(key, value)| key.len() + value.len() + 4);
        lengths.sum::<usize>() + 2
    }

    fn write(&self, text: &mut Vec<u8>) {
        text.push(b'{');
        for (at, (key, value)) in self.members.iter().enumerate() {
            if at > 0 {
                text.push(b',');
            }
            write_member(text, key, value.as_bytes());
        }
        text.push(b'}');
    }
}

impl PartialEq for RawObject {
    fn eq(&self, other: &Self) -> bool {
        self.members == other.members
    }
}

impl Eq for RawObject {}

fn write_member(text: &mut Vec<u8>, key: &str, value: &[u8]) {
    put_string(text, key);
    text.push(b':');
    text.extend_from_slice(value);
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

/// The parser's error for a value that is not an object.
fn not_an_object(text: &[u8]) -> JsonError {
    match serde_json::from_slice::<AnyObject>(text) {
        Err(error) => error.into(),
        Ok(AnyObject) => JsonError::Syntax(serde::de::Error::custom("it cannot be taken apart")),
    }
}

/// The first duplicate key. A few keys are compared pairwise; many, which untrusted input may have,
/// are looked up in a set.
fn repeated(members: &[(MemberKey, RawJson)]) -> Option<&str> {
    let keys = || members.iter().map(|(key, _)| &**key);
    if members.len() <= 16 {
        let before = |at: usize, key: &str| keys().take(at).any(|other| other == key);
        return keys()
            .enumerate()
            .find(|(at, key)| before(*at, key))
            .map(|(_, key)| key);
    }
    let mut seen = HashSet::with_capacity(members.len());
    keys().find(|key| !seen.insert(*key))
}

/// Deserializes any object, for the error if there is none.
struct AnyObject;

impl<'de> Deserialize<'de> for AnyObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor;
        impl<'de> Visitor<'de> for ObjectVisitor {
            type Value = AnyObject;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(AnyObject)
            }
        }
        deserializer.deserialize_map(ObjectVisitor)
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
    fn meta_is_that_of_the_present_value() {
        let mut params = object(r#"{"_meta":{"a":1},"b":{}}"#);
        let read = |params: &RawObject| params.meta().expect("an object").map(|it| it.to_json());
        assert_eq!(read(&params), params.get("_meta").cloned());
        let copy = params.clone();
        params.set("b", RawJson::number(1));
        params.set("_meta", RawJson::parse(r#"{"c":2}"#).expect("JSON"));
        assert_eq!(read(&params), params.get("_meta").cloned());
        assert_eq!(read(&copy), copy.get("_meta").cloned());
        params.remove("_meta");
        assert_eq!(read(&params), None);
        params.set("_meta", RawJson::number(1));
        assert!(params.meta().is_err());
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
    fn a_long_string_is_a_member_like_any_other() {
        let long = r#"x\\\" "#.repeat(2_000);
        let inner = format!(r#"{{"type":"text","text":"{long}"}}"#);
        let text =
            format!(r#" {{"id":1,"{long}":2,"result":{{"content":[{inner}],"n":"{long}"}}}}"#);
        let message = RawObject::parse(&RawJson::parse(text).expect("JSON")).expect("an object");
        let keys: Vec<_> = message.iter().map(|(key, _)| key.len()).collect();
        assert_eq!(keys, ["id".len(), 4 * 2_000, "result".len()]);
        let result = RawObject::parse(message.get("result").expect("there")).expect("an object");
        let content = result.get("content").expect("there");
        assert_eq!(content.to_string(), format!("[{inner}]"));
        assert_eq!(result.get("n").expect("there").len(), long.len() + 2);
        let content = content.elements().expect("an array");
        let text = RawObject::parse(&content[0]).expect("an object");
        assert_eq!(text.get("text"), result.get("n"));
    }

    #[test]
    fn only_objects_have_members() {
        let array = RawJson::parse("[]").expect("JSON");
        assert!(RawObject::parse(&array).is_err());
        assert!(object("{}").is_empty());
        assert_eq!(object("{}").to_json().to_string(), "{}");
    }
}
