//! The standard HTTP headers of 2026-07-28: their names, the encoding of their values, and the
//! arguments of a tool that are sent in separate headers.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

mod param;

pub use param::{ParamHeader, ParamHeaderError, mcp_param_headers, param_values};

/// The session id of a legacy connection.
pub const SESSION_ID: &str = "mcp-session-id";
/// The revision of a request.
pub const PROTOCOL_VERSION: &str = "mcp-protocol-version";
/// The method of a modern request.
pub const METHOD: &str = "mcp-method";
/// The tool, prompt or resource of a modern request.
pub const NAME: &str = "mcp-name";
/// The prefix of headers that carry arguments.
pub const PARAM_PREFIX: &str = "Mcp-Param-";
/// The event after which a broken stream is resumed.
pub const LAST_EVENT_ID: &str = "last-event-id";

const OPENING: &str = "=?base64?";
const CLOSING: &str = "?=";

/// Why a header value cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderValueError {
    /// The encoded part is not Base64.
    #[error("the header value `{0}` is not valid Base64")]
    Base64(String),
    /// The decoded bytes are not UTF-8.
    #[error("the header value `{0}` is not UTF-8 text")]
    Utf8(String),
}

/// Encodes a value for a header: plain ASCII is unchanged, everything else is wrapped in Base64. A
/// plain value that looks wrapped is wrapped too, so that decoding is unambiguous.
pub fn encode_value(value: &str) -> Cow<'_, str> {
    let plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let spaced = value.starts_with(' ') || value.ends_with(' ');
    if plain && !spaced && wrapped(value).is_none() {
        return Cow::Borrowed(value);
    }
    Cow::Owned(format!("{OPENING}{}{CLOSING}", STANDARD.encode(value)))
}

/// Decodes what [`encode_value`] writes. Surrounding whitespace is ignored.
pub fn decode_value(value: &str) -> Result<Cow<'_, str>, HeaderValueError> {
    let value = value.trim_matches([' ', '\t']);
    let Some(inner) = wrapped(value) else {
        return Ok(Cow::Borrowed(value));
    };
    let bytes = STANDARD
        .decode(inner)
        .map_err(|_| HeaderValueError::Base64(value.to_owned()))?;
    String::from_utf8(bytes)
        .map(Cow::Owned)
        .map_err(|_| HeaderValueError::Utf8(value.to_owned()))
}

/// The text between the markers. In `=?base64?=` the markers would overlap, so it is plain.
fn wrapped(value: &str) -> Option<&str> {
    value.strip_prefix(OPENING)?.strip_suffix(CLOSING)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plain_values_stay() {
        for value in [
            "tools/call",
            "a b",
            "",
            "=?base64?=",
            "=?BASE64?eA==?=",
            "x=?base64?eA==?=",
        ] {
            assert_eq!(encode_value(value), value);
            assert_eq!(decode_value(value).as_deref(), Ok(value));
        }
        assert_eq!(decode_value(" \ttools/call ").as_deref(), Ok("tools/call"));
    }

    #[test]
    fn others_are_wrapped() {
        let cases = [
            ("größe", "=?base64?Z3LDtsOfZQ==?="),
            (" x", "=?base64?IHg=?="),
            ("a\nb", "=?base64?YQpi?="),
            ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
            ("=?base64??=", "=?base64?PT9iYXNlNjQ/Pz0=?="),
        ];
        for (value, header) in cases {
            assert_eq!(encode_value(value), header);
            assert_eq!(decode_value(header).as_deref(), Ok(value));
        }
    }

    #[test]
    fn a_broken_wrapping_is_refused() {
        let bad = "=?base64?a?=";
        assert_eq!(
            decode_value(bad),
            Err(HeaderValueError::Base64(bad.to_owned()))
        );
        let bad = "=?base64?/w==?=";
        assert_eq!(
            decode_value(bad).expect_err("not text").to_string(),
            "the header value `=?base64?/w==?=` is not UTF-8 text"
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(value in prop_oneof![
            ".*", "[ -~]*", "=\\?base64\\?.*\\?=", "[ \t]*[a-z]*[ \t]*"]) {
            let header = encode_value(&value);
            prop_assert!(header.bytes().all(|byte| matches!(byte, b' '..=b'~')));
            prop_assert_eq!(decode_value(&header), Ok(Cow::Borrowed(&*value)));
        }

        #[test]
        fn reading_never_fails_otherwise(value in ".*") {
            if let Ok(decoded) = decode_value(&value) {
                let header = encode_value(&decoded);
                prop_assert_eq!(decode_value(&header), Ok(Cow::Borrowed(&*decoded)));
            }
        }
    }
}
