//! The members of an envelope, found in one pass over the message.

use std::borrow::Cow;
use std::ops::Range;

use bytes::Bytes;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::EnvelopeError;
use crate::json::{RawJson, scan_members};

/// The members of an envelope. `null` is distinguished from absent, since `"result": null` is an
/// answer. Unknown members are ignored.
#[derive(Default)]
pub(super) struct EnvelopeMembers {
    pub(super) jsonrpc: Option<RawJson>,
    pub(super) id: Option<RawJson>,
    pub(super) method: Option<Box<str>>,
    pub(super) params: Option<RawJson>,
    pub(super) result: Option<RawJson>,
    pub(super) error: Option<RawJson>,
}

/// The positions of the members.
#[derive(Default)]
struct MemberPlaces {
    jsonrpc: Option<Range<usize>>,
    id: Option<Range<usize>>,
    method: Option<Range<usize>>,
    params: Option<Range<usize>>,
    result: Option<Range<usize>>,
    error: Option<Range<usize>>,
    /// Whether the slower parser must decide what is meant.
    is_odd: bool,
}

/// The members of messages that are unusual or invalid.
#[derive(Deserialize)]
struct BorrowedMembers<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

fn present<'de: 'a, 'a, D: Deserializer<'de>>(d: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&'a RawValue>::deserialize(d).map(Some)
}

// === impl EnvelopeMembers ===

impl EnvelopeMembers {
    /// Parses a message. Anything the fast parser does not handle is parsed again by `serde_json`,
    /// which reports the error.
    pub(super) fn read(whole: &Bytes) -> Result<Self, EnvelopeError> {
        Self::plain(whole).map_or_else(|| BorrowedMembers::read(whole), Ok)
    }

    fn plain(whole: &Bytes) -> Option<Self> {
        let mut places = MemberPlaces::default();
        let found = scan_members(whole, |key, value| places.take(&whole[key], value))?;
        if places.is_odd || whole[found.value.start] != b'{' {
            return None;
        }
        let json = RawJson::checked(whole.clone(), found.longest);
        let part = |place: Option<Range<usize>>| place.map(|place| json.slice(place));
        let method = match places.method {
            Some(place) => Some(RawJson::within(whole, place).as_plain_str()?.into()),
            None => None,
        };
        Some(Self {
            jsonrpc: part(places.jsonrpc),
            id: part(places.id),
            method,
            params: part(places.params),
            result: part(places.result),
            error: part(places.error),
        })
    }
}

// === impl MemberPlaces ===

impl MemberPlaces {
    fn take(&mut self, key: &[u8], value: Range<usize>) {
        let slot = match key {
            b"\"jsonrpc\"" => &mut self.jsonrpc,
            b"\"id\"" => &mut self.id,
            b"\"method\"" => &mut self.method,
            b"\"params\"" => &mut self.params,
            b"\"result\"" => &mut self.result,
            b"\"error\"" => &mut self.error,
            // It may be one of these names written with escapes.
            other => {
                self.is_odd |= other.contains(&b'\\');
                return;
            }
        };
        // If a name occurs twice, parsers may disagree about which member applies.
        self.is_odd |= slot.replace(value).is_some();
    }
}

// === impl BorrowedMembers ===

impl BorrowedMembers<'_> {
    #[cold]
    fn read(whole: &Bytes) -> Result<EnvelopeMembers, EnvelopeError> {
        let members: BorrowedMembers<'_> = serde_json::from_slice(whole).map_err(|error| {
            if error.is_data() {
                EnvelopeError::Shape {
                    reason: format!("not a JSON-RPC message: {error}"),
                    id: None,
                }
            } else {
                EnvelopeError::Syntax(error)
            }
        })?;
        let keep = |part: &RawValue| RawJson::part(whole, part);
        Ok(EnvelopeMembers {
            jsonrpc: members.jsonrpc.map(keep),
            id: members.id.map(keep),
            method: members.method.map(Into::into),
            params: members.params.map(keep),
            result: members.result.map(keep),
            error: members.error.map(keep),
        })
    }
}
