//! Parsing of bytes to a tree of values.

use std::borrow::Cow;
use std::sync::Arc;

use candor_text::quote;
use candor_yaml::YamlLimits;
use serde_json::Value;
use serde_json::error::Category;

use super::OpenApiError;
use super::line::{self, LineColumn};

/// The maximum size of a file, in bytes.
const LARGEST: usize = 64 << 20;

/// Real documents of a dozen megabytes have half a million values.
pub(super) const LIMITS: YamlLimits = YamlLimits {
    nodes: 8_000_000,
    aliased: 500_000,
    depth: 128,
};

/// A text file may contain one NUL per this many bytes.
const STRAYS: usize = 1_000;

/// The error text of both parsers for excessive nesting.
const TOO_DEEP: &str = "recursion limit";

/// A parsed file: its values, and its text for positions.
#[derive(Clone, Debug)]
pub struct ParsedDocument {
    /// The parsed value.
    pub value: Value,
    /// The source text, for lines and columns.
    pub(crate) text: Option<Arc<str>>,
    /// Control characters that were read as spaces: their number and the position of the first.
    pub(super) replaced: Option<(usize, LineColumn)>,
}

/// Parses JSON or YAML. `file` is the name in messages.
///
/// At most 64 MiB are read, nested at most 128 levels deep. UTF-16 is supported, with or without a
/// byte order mark. Control characters that neither JSON nor YAML allows are read as spaces.
pub fn parse(text: &[u8], file: &str) -> Result<ParsedDocument, OpenApiError> {
    let name = || file.to_owned();
    if text.len() > LARGEST {
        return Err(OpenApiError::TooLarge {
            file: name(),
            limit: LARGEST >> 20,
        });
    }
    let text = decode(text).map_err(|reason| OpenApiError::NotOpenApi {
        file: name(),
        reason,
    })?;
    let text = text.trim_start_matches('\u{feff}');
    let start = text.trim_start();
    if start.is_empty() {
        return Err(OpenApiError::Empty { file: name() });
    }
    if let Some(reason) = markup(start) {
        return Err(OpenApiError::NotOpenApi {
            file: name(),
            reason: reason.to_owned(),
        });
    }
    let like_json = start.starts_with(['{', '[']);
    let (value, replaced) = match values(text, like_json, file) {
        Ok(value) => (value, None),
        Err(error) => {
            let replaced = control_characters(text).ok_or(error)?;
            let clean = text.replace(is_foreign, " ");
            (values(&clean, like_json, file)?, Some(replaced))
        }
    };
    Ok(ParsedDocument {
        value,
        text: Some(text.into()),
        replaced,
    })
}

/// The number of invalid control characters, and the position of the first.
fn control_characters(text: &str) -> Option<(usize, LineColumn)> {
    let first = text.find(is_foreign)?;
    Some((text.matches(is_foreign).count(), line::at(text, first)))
}

/// Whether a control character is invalid in text.
fn is_foreign(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
}

/// Parses JSON if the text looks like it, otherwise YAML.
fn values(text: &str, like_json: bool, file: &str) -> Result<Value, OpenApiError> {
    let json = match like_json.then(|| serde_json::from_str(text)) {
        Some(Ok(value)) => return Ok(value),
        Some(Err(error)) => Some(error),
        None => None,
    };
    // YAML also has braces, and tolerates comments and trailing commas.
    let yaml = match candor_yaml::parse(text, &LIMITS) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => return Ok(value),
        Ok(other) => {
            return Err(OpenApiError::NotOpenApi {
                file: file.to_owned(),
                reason: format!("it is only a line of text, {}", quote(&plain(&other))),
            });
        }
        Err(error) => error,
    };
    Err(match json {
        Some(error) => OpenApiError::Syntax {
            file: file.to_owned(),
            line: error.line(),
            column: error.column(),
            reason: json_reason(&error),
        },
        None => OpenApiError::Syntax {
            file: file.to_owned(),
            line: yaml.line.unwrap_or(1),
            column: yaml.column.unwrap_or(1),
            reason: yaml_reason(yaml.reason),
        },
    })
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), Into::into)
}

/// The parser's message without the position.
fn json_reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    if text.starts_with(TOO_DEEP) {
        return too_deep();
    }
    if error.classify() == Category::Eof {
        return "it ends too early; perhaps it was cut short".to_owned();
    }
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}

/// The parser has its own limit for brackets.
fn yaml_reason(reason: String) -> String {
    if reason.starts_with(TOO_DEEP) {
        return too_deep();
    }
    reason
}

fn too_deep() -> String {
    format!("it is nested more than {} levels deep", LIMITS.depth)
}

/// Decodes bytes to text. The error says what they are instead.
fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, String> {
    match bytes {
        [0x1f, 0x8b, ..] => return Err("it is compressed; unpack it first".to_owned()),
        [b'P', b'K', 3, 4, ..] => return Err("it is an archive; unpack it first".to_owned()),
        [b'%', b'P', b'D', b'F', ..] => return Err("it is a PDF".to_owned()),
        [0xff, 0xfe, rest @ ..] => return utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => return utf16(rest, u16::from_be_bytes),
        [first, 0, ..] if first.is_ascii() && *first != 0 => {
            return utf16(bytes, u16::from_le_bytes);
        }
        [0, second, ..] if second.is_ascii() && *second != 0 => {
            return utf16(bytes, u16::from_be_bytes);
        }
        _ => {}
    }
    // A stray NUL is tolerated, but a file with many of them is not text.
    let strays = bytes.iter().filter(|byte| **byte < 9).count();
    if bytes.contains(&0) && strays * STRAYS > bytes.len() {
        return Err("it is not text".to_owned());
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(error) => Err(format!(
            "byte {} is not UTF-8; save it as UTF-8",
            error.valid_up_to()
        )),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'static, str>, String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    match text {
        Ok(text) if rest.is_empty() && !text.contains('\0') => Ok(Cow::Owned(text)),
        _ => Err("it is neither UTF-8 nor UTF-16 text; save it as UTF-8".to_owned()),
    }
}

// === impl ParsedDocument ===

/// Values that were not parsed from text.
impl From<Value> for ParsedDocument {
    fn from(value: Value) -> Self {
        Self {
            value,
            text: None,
            replaced: None,
        }
    }
}

/// The kind of markup, if it is one.
fn markup(start: &str) -> Option<&'static str> {
    if !start.starts_with('<') {
        return None;
    }
    let head: String = start.chars().take(500).collect::<String>().to_lowercase();
    Some(
        if head.contains("<!doctype html") || head.contains("<html") {
            "it is a web page; give the address of the document itself, which often ends in \
         `openapi.json` or `openapi.yaml`"
        } else {
            "it is XML; give a document in JSON or YAML"
        },
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expect: &Value) {
        assert_eq!(&parse(bytes, "a.yaml").expect("values").value, expect);
    }

    #[track_caller]
    fn check_error(bytes: impl AsRef<[u8]>, expect: &str) {
        let error = parse(bytes.as_ref(), "a.yaml").expect_err("refused");
        assert_eq!(error.to_string(), expect);
    }

    #[test]
    fn json_and_yaml_are_told_apart() {
        check(br#" {"a": [1]}"#, &json!({"a": [1]}));
        check(b"a: [1]", &json!({"a": [1]}));
        check(b"# note\na: 1\r\n", &json!({"a": 1}));
        check(b"{a: 1, # braces of YAML\n}", &json!({"a": 1}));
        check(b"openapi: 3.1\n", &json!({"openapi": 3.1}));
    }

    #[test]
    fn every_encoding_of_an_editor_is_read() {
        let expect = json!({"ä": "€"});
        let text = r#"{"ä": "€"}"#;
        check(format!("\u{feff}{text}").as_bytes(), &expect);
        let le = |text: &str| {
            text.encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<_>>()
        };
        let be = |text: &str| {
            text.encode_utf16()
                .flat_map(u16::to_be_bytes)
                .collect::<Vec<_>>()
        };
        check(&le(&format!("\u{feff}{text}")), &expect);
        check(&be(&format!("\u{feff}{text}")), &expect);
        check(&le(text), &expect);
        check(&be(text), &expect);
    }

    #[test]
    fn what_is_no_document_is_named() {
        check_error("", "`a.yaml` is empty; give an OpenAPI document");
        check_error(" \n\t", "`a.yaml` is empty; give an OpenAPI document");
        check_error(
            "<!DOCTYPE html><html>",
            "`a.yaml` is not an OpenAPI document: it is a web page; give the address of the \
             document itself, which often ends in `openapi.json` or `openapi.yaml`",
        );
        check_error(
            "<?xml version='1.0'?><a/>",
            "`a.yaml` is not an OpenAPI document: it is XML; give a document in JSON or YAML",
        );
        check_error(
            [0x1f, 0x8b, 8, 0],
            "`a.yaml` is not an OpenAPI document: it is compressed; unpack it first",
        );
        check_error(
            [1, 2, 3, 0, 9],
            "`a.yaml` is not an OpenAPI document: it is not text",
        );
        check_error(
            [b'a', b':', b' ', 0xff],
            "`a.yaml` is not an OpenAPI document: byte 3 is not UTF-8; save it as UTF-8",
        );
        check_error(
            "Not found",
            "`a.yaml` is not an OpenAPI document: it is only a line of text, `Not found`",
        );
        check_error(
            [0xff, 0xfe, 0x00, 0xd8],
            "`a.yaml` is not an OpenAPI document: it is neither UTF-8 nor UTF-16 text; save it \
             as UTF-8",
        );
    }

    #[test]
    fn mistakes_have_a_place() {
        check_error(
            "{\"a\": 1,\n \"b\" 2}",
            "`a.yaml:2:6` cannot be read: expected `:`",
        );
        check_error(
            "{\"a\": [1, ",
            "`a.yaml:1:10` cannot be read: it ends too early; perhaps it was cut \
             short",
        );
        check_error(
            "a: 1\na: 2\n",
            "`a.yaml:2:1` cannot be read: the key `a` is there twice",
        );
        let deep = "[".repeat(1_000);
        check_error(
            &deep,
            "`a.yaml:1:128` cannot be read: it is nested more than 128 levels deep",
        );
    }

    #[test]
    fn a_control_character_is_a_space() {
        for (text, expect, first) in [
            ("{\"a\":\n \"b\u{1}c\u{8}\"}", json!({"a": "b c "}), (2, 4)),
            ("a: b\u{b}c\n", json!({"a": "b c"}), (1, 5)),
        ] {
            let parsed = parse(text.as_bytes(), "a.yaml").expect("values");
            assert_eq!(parsed.value, expect);
            assert_eq!(parsed.replaced.expect("told").1, first);
        }
        let sound = parse(b"a: b", "a.yaml").expect("values");
        assert_eq!(sound.replaced, None);
        // What is wrong besides is told as before.
        check_error(
            "{\"a\u{1}\": 1,\n \"b\" 2}",
            "`a.yaml:2:6` cannot be read: expected `:`",
        );
    }

    #[test]
    fn size_is_limited() {
        let error = parse(&vec![b' '; LARGEST + 1], "a.yaml").expect_err("too large");
        assert_eq!(
            error.to_string(),
            "`a.yaml` has more than 64 MiB, which is more than is read"
        );
    }
}
