//! Percent-encoding, as URIs have it.

use std::fmt::Write as _;

/// Why a text cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PercentError {
    /// A percent sign begins nothing.
    #[error("a `%` is not followed by two hexadecimal digits; write `%25` for a percent sign")]
    Percent,
    /// The bytes are no text.
    #[error("it is not UTF-8 when it is decoded")]
    Utf8,
}

/// Encodes everything but the characters that never mean anything in a URI.
pub(crate) fn encode(text: &str) -> String {
    encode_but(text, "")
}

/// Encodes everything but those characters and some more.
pub(crate) fn encode_but(text: &str, plain: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for one in text.bytes() {
        let it = char::from(one);
        if is_unreserved(one) || (one.is_ascii() && plain.contains(it)) {
            encoded.push(it);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{one:02X}");
        }
    }
    encoded
}

/// Decodes a part of a path, in which a plus sign is a plus sign.
pub(crate) fn decode(text: &str) -> Result<String, PercentError> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [one, others @ ..] = rest {
        rest = others;
        if *one != b'%' {
            decoded.push(*one);
            continue;
        }
        let [high, low, others @ ..] = rest else {
            return Err(PercentError::Percent);
        };
        rest = others;
        let pair = hexadecimal(*high).zip(hexadecimal(*low));
        let (high, low) = pair.ok_or(PercentError::Percent)?;
        decoded.push(high << 4 | low);
    }
    String::from_utf8(decoded).map_err(|_| PercentError::Utf8)
}

/// Decodes a part of a query, in which a plus sign is a space.
pub(crate) fn decode_query(text: &str) -> Result<String, PercentError> {
    decode(&text.replace('+', "%20"))
}

/// Whether a byte stands for itself wherever it is in a URI.
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn hexadecimal(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn characters_with_a_meaning_are_encoded() {
        let check = |text: &str, expect: &str| assert_eq!(encode(text), expect, "{text}");
        check("AZaz09-._~", "AZaz09-._~");
        check(
            "!\"%&'()*+,/:;<=>?",
            "%21%22%25%26%27%28%29%2A%2B%2C%2F%3A%3B%3C%3D%3E%3F",
        );
        check("é", "%C3%A9");
        assert_eq!(encode_but("gs1:pip é", ":"), "gs1:pip%20%C3%A9");
    }

    #[test]
    fn what_was_encoded_is_decoded() {
        let check =
            |text: &str, path: Result<&str, PercentError>, query: Result<&str, PercentError>| {
                assert_eq!(decode(text).as_deref(), path.as_ref().copied(), "{text}");
                assert_eq!(
                    decode_query(text).as_deref(),
                    query.as_ref().copied(),
                    "{text}"
                );
            };
        check("", Ok(""), Ok(""));
        check("A%2d%2DB", Ok("A--B"), Ok("A--B"));
        check("A+B", Ok("A+B"), Ok("A B"));
        check("A%2BB", Ok("A+B"), Ok("A+B"));
        for wrong in ["%", "%2", "A%4g", "%%25", "%+1"] {
            check(
                wrong,
                Err(PercentError::Percent),
                Err(PercentError::Percent),
            );
        }
        check("%FF", Err(PercentError::Utf8), Err(PercentError::Utf8));
    }

    proptest! {
        #[test]
        fn decoding_undoes_encoding(text in "\\PC{0,40}") {
            prop_assert_eq!(decode(&encode(&text)), Ok(text.clone()));
            prop_assert_eq!(decode_query(&encode_but(&text, ":/")), Ok(text));
        }

        #[test]
        fn any_text_is_decoded_or_refused(text in "[%0-9A-F+é]{0,12}") {
            let _ = decode(&text);
            let _ = decode_query(&text);
        }
    }
}
