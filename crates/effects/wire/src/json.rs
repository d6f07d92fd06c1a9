//! JSON text that is known to be well-formed and is never re-encoded.

mod long_string;
mod pieces;
mod well_formed;

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use bytes::Bytes;
use serde::Deserialize;
use serde_json::value::RawValue;

pub(crate) use self::long_string::LongString;
pub use self::pieces::{ArrayPart, JsonPieces};
use self::well_formed::scan;
pub(crate) use self::well_formed::scan_members;

/// A complete JSON value as the bytes it arrived in: numbers, key order and escapes untouched.
/// Cloning is cheap, and a part of a message shares the message's memory.
#[derive(Clone)]
pub struct RawJson {
    text: Bytes,
    /// The position of a long string in it that was already scanned.
    longest: LongString,
}

/// Why some bytes are not the required JSON.
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    /// Not JSON, or not of the expected type.
    #[error("{0}")]
    Syntax(#[from] serde_json::Error),
    /// An object has a duplicate key, which parsers interpret differently.
    #[error("the key `{0}` is there twice")]
    DuplicateKey(String),
}

// === impl RawJson ===

impl RawJson {
    /// Checks that `bytes` are exactly one JSON value.
    pub fn parse(bytes: impl Into<Bytes>) -> Result<Self, JsonError> {
        let bytes = bytes.into();
        if let Some(found) = scan(&bytes) {
            let longest = found.longest;
            return Ok(Self::checked(bytes, longest).slice(found.value));
        }
        let value: &RawValue = serde_json::from_slice(&bytes)?;
        Ok(Self::part(&bytes, value))
    }

    /// The value that `part` borrows from `whole`, sharing its memory.
    pub(crate) fn part(whole: &Bytes, part: &RawValue) -> Self {
        Self::written(whole.slice_ref(part.get().as_bytes()))
    }

    /// A text that was already validated, with its longest string.
    pub(crate) fn checked(text: Bytes, longest: LongString) -> Self {
        Self { text, longest }
    }

    /// The value at a range of `whole` that is known to contain one, sharing its memory.
    pub(crate) fn within(whole: &Bytes, place: Range<usize>) -> Self {
        Self::written(whole.slice(place))
    }

    /// A part of this value that is known to be a value itself, sharing its memory.
    pub(crate) fn slice(&self, part: Range<usize>) -> Self {
        Self {
            longest: self.longest.within(&part),
            text: self.text.slice(part),
        }
    }

    /// Serializes a value.
    pub fn from_value(value: &serde_json::Value) -> Self {
        Self::written(value.to_string())
    }

    /// Serializes a string.
    pub fn string(text: &str) -> Self {
        let mut json = Vec::with_capacity(text.len() + 2);
        put_string(&mut json, text);
        Self::written(json)
    }

    /// An array of values that are JSON already.
    pub fn array<'a>(items: impl IntoIterator<Item = &'a Self, IntoIter: Clone>) -> Self {
        let items = items.into_iter();
        let size: usize = items.clone().map(|item| item.len() + 1).sum();
        // The exact size, because lists of thousands of tools are kept in memory.
        let mut text = Vec::with_capacity(size.max(1) + 1);
        text.push(b'[');
        for item in items {
            if text.len() > 1 {
                text.push(b',');
            }
            text.extend_from_slice(&item.text);
        }
        text.push(b']');
        Self::written(text)
    }

    /// An unsigned integer.
    pub fn number(number: u64) -> Self {
        Self::written(number.to_string())
    }

    /// Bytes that this crate has just written and that are JSON by construction.
    pub(crate) fn written(bytes: impl Into<Bytes>) -> Self {
        Self {
            text: bytes.into(),
            longest: LongString::default(),
        }
    }

    /// The position of a string in it that need not be scanned again.
    pub(crate) fn longest(&self) -> LongString {
        self.longest
    }

    /// The text as bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// The text as shared bytes.
    pub fn into_bytes(self) -> Bytes {
        self.text
    }

    /// The length of the text in bytes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Always false: the shortest JSON value has one byte.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether the value is an object.
    pub fn is_object(&self) -> bool {
        self.text.first() == Some(&b'{')
    }

    /// Whether the value is `null`.
    pub fn is_null(&self) -> bool {
        &*self.text == b"null"
    }

    /// Whether the value may contain a word. `false` is certain, and determined without parsing.
    pub fn may_mention(&self, word: &str) -> bool {
        memchr::memchr(b'\\', &self.text).is_some()
            || memchr::memmem::find(&self.text, word.as_bytes()).is_some()
    }

    /// Deserializes the value into a type, which may borrow from it.
    pub fn decode<'a, T: Deserialize<'a>>(&'a self) -> Result<T, JsonError> {
        Ok(serde_json::from_slice(&self.text)?)
    }

    /// The contents of a JSON string.
    pub fn as_string(&self) -> Option<String> {
        self.as_str().map(Cow::into_owned)
    }

    /// The contents of a JSON string. Only a string with escapes is copied.
    pub fn as_str(&self) -> Option<Cow<'_, str>> {
        match self.as_plain_str() {
            Some(plain) => Some(Cow::Borrowed(plain)),
            None => self.decode().ok().map(Cow::Owned),
        }
    }

    /// The contents of a JSON string without escapes, not copied.
    pub fn as_plain_str(&self) -> Option<&str> {
        let text = self.text.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
        if text.contains(&b'\\') {
            return None;
        }
        std::str::from_utf8(text).ok()
    }

    /// The elements of an array, sharing its memory.
    pub fn elements(&self) -> Result<Vec<Self>, JsonError> {
        let parts: Vec<&RawValue> = self.decode()?;
        Ok(parts
            .into_iter()
            .map(|part| Self::part(&self.text, part))
            .collect())
    }
}

/// Appends a JSON string. Names and methods rarely need escapes, and are then copied as they are.
pub fn put_string(json: &mut Vec<u8>, text: &str) {
    let needs_escape = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\';
    // Without an early exit the loop is vectorized.
    let is_escaped = text
        .bytes()
        .fold(false, |any, byte| any | needs_escape(byte));
    if is_escaped {
        json.extend_from_slice(serde_json::Value::from(text).to_string().as_bytes());
    } else {
        json.push(b'"');
        json.extend_from_slice(text.as_bytes());
        json.push(b'"');
    }
}

impl PartialEq for RawJson {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for RawJson {}

impl Hash for RawJson {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl fmt::Display for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.text))
    }
}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_text_but_not_the_space_around_it() {
        let json =
            RawJson::parse(" {\"b\":1.10, \"a\":123456789012345678901234567890}\n").expect("JSON");
        assert_eq!(
            json.to_string(),
            "{\"b\":1.10, \"a\":123456789012345678901234567890}"
        );
    }

    #[test]
    fn refuses_anything_else() {
        for bad in ["", "{", "1 2", "nul", "\"\u{1}\""] {
            assert!(RawJson::parse(bad).is_err(), "{bad:?}");
        }
        assert!(RawJson::parse(&b"\"\xff\""[..]).is_err());
    }

    #[test]
    fn strings_are_escaped_where_they_must_be() {
        for text in [
            "plain",
            "",
            "é😀",
            "\"quoted\"",
            "back\\slash",
            "line\nend",
            "\u{0}\u{1f}\u{7f}",
        ] {
            assert_eq!(
                RawJson::string(text).to_string(),
                serde_json::Value::from(text).to_string()
            );
        }
    }

    #[test]
    fn elements_share_the_array() {
        let array = RawJson::parse("[ 1, {\"x\" : 2} ]").expect("JSON");
        let elements: Vec<_> = array
            .elements()
            .expect("an array")
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(elements, ["1", "{\"x\" : 2}"]);
    }
}
