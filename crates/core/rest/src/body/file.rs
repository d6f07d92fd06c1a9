//! Binary values given as base64 or as a data URI.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::{percent_decode, percent_decode_str};
use serde_json::Value;

use crate::error::PlanError;
use crate::media;
use crate::shape::kind;

/// Padding may be there or not.
const LENIENT: GeneralPurposeConfig =
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);

/// Some bytes and what is known of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BodyFile {
    pub(super) bytes: Vec<u8>,
    /// The media type in a data URI. Valid in a header.
    pub(super) media_type: Option<String>,
    /// The file name in a data URI, as `name` or `filename`.
    pub(super) name: Option<String>,
}

/// Parses base64 in either alphabet, with or without padding and line breaks, or a data URI.
pub(super) fn read(value: &Value, argument: &str) -> Result<BodyFile, PlanError> {
    let Value::String(text) = value else {
        return Err(PlanError::Kind {
            argument: argument.to_owned(),
            found: kind(value),
            wanted: "base64 or a data URI as text",
        });
    };
    let refuse = |why| PlanError::Bytes {
        argument: argument.to_owned(),
        value: text.clone(),
        why,
    };
    let scheme = text.get(..5).unwrap_or_default();
    if scheme.eq_ignore_ascii_case("data:") {
        return data_uri(&text[5..]).map_err(refuse);
    }
    let bytes = decode(text.as_bytes()).ok_or_else(|| {
        refuse("neither base64 nor a data URI; give one, such as `data:text/plain;base64,aGk=`")
    })?;
    Ok(BodyFile {
        bytes,
        media_type: None,
        name: None,
    })
}

/// Bytes as base64, for APIs that decode it themselves.
pub(super) fn encode(bytes: &[u8]) -> Vec<u8> {
    STANDARD.encode(bytes).into_bytes()
}

/// Whether a text is a data URI.
pub(super) fn is_data_uri(value: &Value) -> bool {
    value
        .as_str()
        .and_then(|text| text.get(..5))
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

fn data_uri(text: &str) -> Result<BodyFile, &'static str> {
    let (head, data) = text
        .split_once(',')
        .ok_or("a data URI without a comma; give one such as `data:image/png;base64,…`")?;
    let mut words: Vec<&str> = head.split(';').collect();
    let is_base64 = words
        .last()
        .is_some_and(|word| word.trim().eq_ignore_ascii_case("base64"));
    if is_base64 {
        words.pop();
    }
    let data: Vec<u8> = percent_decode(data.as_bytes()).collect();
    let bytes = if is_base64 {
        decode(&data).ok_or("a data URI whose data is not base64; encode it again")?
    } else {
        data
    };
    let is_name = |word: &&str| {
        let key = word.split('=').next().unwrap_or_default().trim();
        key.eq_ignore_ascii_case("name") || key.eq_ignore_ascii_case("filename")
    };
    let name = words.iter().copied().find(is_name);
    let name = name.and_then(|word| word.split_once('=')).map(|(_, name)| {
        let name = percent_decode_str(name).decode_utf8_lossy();
        name.trim_matches('"').to_owned()
    });
    words.retain(|word| !is_name(word));
    let media_type = words.join(";").trim().to_owned();
    if !media_type.is_empty() && !media_type.starts_with(';') && !media::is_sendable(&media_type) {
        return Err(
            "a data URI with a broken media type; correct it, as in `data:image/png;base64,…`",
        );
    }
    Ok(BodyFile {
        bytes,
        media_type: Some(media_type).filter(|it| media::is_sendable(it)),
        name: name.filter(|name| !name.is_empty()),
    })
}

fn decode(text: &[u8]) -> Option<Vec<u8>> {
    // Long base64 is split into lines. A space inside a line indicates text that was never encoded.
    let dense: Vec<u8> = text
        .trim_ascii()
        .iter()
        .copied()
        .filter(|c| !b"\r\n".contains(c))
        .collect();
    let engine = if dense.iter().any(|c| b"-_".contains(c)) {
        URL_SAFE
    } else {
        STANDARD
    };
    engine.decode(dense).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(text: &str, bytes: &[u8], media_type: Option<&str>, name: Option<&str>) {
        let file = read(&json!(text), "file").unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(file.bytes, bytes, "{text}");
        assert_eq!(file.media_type.as_deref(), media_type, "{text}");
        assert_eq!(file.name.as_deref(), name, "{text}");
    }

    #[test]
    fn bytes_come_in_many_ways() {
        check("aGk=", b"hi", None, None);
        check("aGk", b"hi", None, None);
        check(" aG\r\nk= ", b"hi", None, None);
        check("+/8=", &[0xfb, 0xff], None, None);
        check("-_8", &[0xfb, 0xff], None, None);
        check("", b"", None, None);
        check("data:,hi%20you", b"hi you", None, None);
        check("data:;base64,aGk=", b"hi", None, None);
        check("DATA:text/plain,hi", b"hi", Some("text/plain"), None);
        check(
            "data:image/png;base64,aGk%3D",
            b"hi",
            Some("image/png"),
            None,
        );
        check(
            "data:text/plain;charset=utf-8;name=a%20b.txt;base64,aGk=",
            b"hi",
            Some("text/plain;charset=utf-8"),
            Some("a b.txt"),
        );
    }

    #[test]
    fn what_is_no_bytes_is_refused() {
        for (value, expect) in [
            (
                json!("no base64"),
                "the argument `file` holds bytes, and `no base64` is neither base64 nor a data \
                 URI; give one, such as `data:text/plain;base64,aGk=`",
            ),
            (
                json!("data:text/plain"),
                "the argument `file` holds bytes, and `data:text/plain` is a data URI without a \
                 comma; give one such as `data:image/png;base64,…`",
            ),
            (
                json!("data:;base64,***"),
                "the argument `file` holds bytes, and `data:;base64,***` is a data URI whose data \
                 is not base64; encode it again",
            ),
            (
                json!("data:a\r\nb/c;base64,aGk="),
                "the argument `file` holds bytes, and `data:a\\r\\nb/c;base64,aGk=` is a data URI \
                 with a broken media type; correct it, as in `data:image/png;base64,…`",
            ),
            (
                json!(7),
                "the argument `file` is a number; give base64 or a data URI as text",
            ),
        ] {
            let error = read(&value, "file").expect_err("bytes").to_string();
            assert_eq!(error, expect);
        }
    }
}
