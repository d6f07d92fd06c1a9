//! The members of an envelope, found in one look at the whole message.

use std::borrow::Cow;

use bytes::Bytes;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::EnvelopeError;
use crate::json::{RawJson, value_range};
use crate::object::split;

/// The members of an envelope. `null` is kept apart from absent, since `"result": null` is an
/// answer. Unknown members are of no concern to anybody and are passed over.
#[derive(Default)]
pub(super) struct EnvelopeMembers {
    pub(super) jsonrpc: Option<RawJson>,
    pub(super) id: Option<RawJson>,
    pub(super) method: Option<Box<str>>,
    pub(super) params: Option<RawJson>,
    pub(super) result: Option<RawJson>,
    pub(super) error: Option<RawJson>,
}

/// The same, for messages that are unusual or wrong.
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
    /// Reads a message. What is not plain at first sight is read again by `serde_json`, which says
    /// what is wrong with it.
    pub(super) fn read(whole: &Bytes) -> Result<Self, EnvelopeError> {
        Self::plain(whole).map_or_else(|| BorrowedMembers::read(whole), Ok)
    }

    fn plain(whole: &Bytes) -> Option<Self> {
        let value = value_range(whole)?;
        let text = &whole[value.clone()];
        let json = RawJson::within(whole, value);
        let mut members = Self::default();
        let mut method = None;
        for (key, value) in split(text)? {
            let slot = match &text[key] {
                b"\"jsonrpc\"" => &mut members.jsonrpc,
                b"\"id\"" => &mut members.id,
                b"\"method\"" => &mut method,
                b"\"params\"" => &mut members.params,
                b"\"result\"" => &mut members.result,
                b"\"error\"" => &mut members.error,
                // It may be one of these names in another spelling.
                other if other.contains(&b'\\') => return None,
                _ => continue,
            };
            // Of two members with one name each reader might take another one.
            if slot.replace(json.slice(value)).is_some() {
                return None;
            }
        }
        if let Some(method) = method {
            members.method = Some(method.as_plain_str()?.into());
        }
        Some(members)
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
