//! Parses JSON with comments and trailing commas, as editors write it.
//!
//! A separate parser, because places of keys and duplicate keys are needed, which the usual parsers
//! do not provide.

use std::collections::HashSet;

use candor_text::quote;

use super::{ByteSpan, ConfigEntry, ConfigNode, ConfigValue, SyntaxError};

/// Deeper nesting is refused; configuration needs four levels.
const DEEPEST: usize = 64;

/// A document, and its duplicate keys (the last one wins).
#[derive(Debug)]
pub(crate) struct JsonDocument {
    pub(crate) root: ConfigNode,
    pub(crate) repeated: Vec<(String, ByteSpan)>,
}

struct JsonParser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    repeated: Vec<(String, ByteSpan)>,
}

/// Parses a document.
pub(crate) fn parse(text: &str) -> Result<JsonDocument, SyntaxError> {
    let mut parser = JsonParser {
        text,
        at: 0,
        depth: 0,
        repeated: Vec::new(),
    };
    parser.blank()?;
    if parser.peek().is_none() {
        return Err(parser.error("the file is empty"));
    }
    let root = parser.value()?;
    parser.blank()?;
    match parser.peek() {
        None => Ok(JsonDocument {
            root,
            repeated: parser.repeated,
        }),
        Some(_) => Err(parser.unexpected("the end of the file")),
    }
}

// === impl JsonParser ===

impl JsonParser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn error(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError {
            at: self.at,
            message: message.into(),
        }
    }

    fn unexpected(&self, wanted: &str) -> SyntaxError {
        match self.rest().chars().next() {
            Some(found) => self.error(format!(
                "expected {wanted}, found {}",
                quote(&found.to_string())
            )),
            None => self.error(format!("expected {wanted}, but the file ends")),
        }
    }

    /// Steps over white space and comments.
    fn blank(&mut self) -> Result<(), SyntaxError> {
        loop {
            let rest = self.rest();
            let spaces = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            let rest = &rest[spaces..];
            if rest.starts_with("//") {
                self.at += spaces + rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                let length = rest.find("*/").map(|end| end + 2);
                self.at += spaces;
                self.at += length.ok_or_else(|| self.error("a comment without its `*/`"))?;
            } else {
                self.at += spaces;
                return Ok(());
            }
        }
    }

    fn value(&mut self) -> Result<ConfigNode, SyntaxError> {
        let start = self.at;
        let value = match self.peek() {
            Some(b'{') => self.nested(Self::object)?,
            Some(b'[') => self.nested(Self::array)?,
            Some(b'"') => ConfigValue::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.word()?,
            Some(b'\'') => return Err(self.error("a text must stand in double quotes")),
            _ => return Err(self.unexpected("a value")),
        };
        Ok(ConfigNode {
            span: start..self.at,
            value,
        })
    }

    fn nested(
        &mut self,
        read: fn(&mut Self) -> Result<ConfigValue, SyntaxError>,
    ) -> Result<ConfigValue, SyntaxError> {
        if self.depth == DEEPEST {
            return Err(self.error(format!("nested more than {DEEPEST} levels deep")));
        }
        self.depth += 1;
        self.at += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn object(&mut self) -> Result<ConfigValue, SyntaxError> {
        let entries = self.items(b'}', "`,` or `}`", |parser| match parser.peek() {
            Some(b'"') => parser.entry(),
            _ => Err(parser.unexpected("a key in double quotes or `}`")),
        })?;
        Ok(ConfigValue::Table(self.without_repeats(entries)))
    }

    fn array(&mut self) -> Result<ConfigValue, SyntaxError> {
        let items = self.items(b']', "`,` or `]`", Self::value)?;
        Ok(ConfigValue::List(items))
    }

    /// Parses items up to `close`, separated by commas.
    fn items<T>(
        &mut self,
        close: u8,
        wanted: &str,
        read: fn(&mut Self) -> Result<T, SyntaxError>,
    ) -> Result<Vec<T>, SyntaxError> {
        let mut items = Vec::new();
        loop {
            self.blank()?;
            if self.peek() == Some(close) {
                self.at += 1;
                return Ok(items);
            }
            items.push(read(self)?);
            self.blank()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(found) if found == close => {}
                _ => return Err(self.unexpected(wanted)),
            }
        }
    }

    fn entry(&mut self) -> Result<ConfigEntry, SyntaxError> {
        let start = self.at;
        let key = self.string()?;
        let key_span = start..self.at;
        self.blank()?;
        if self.peek() != Some(b':') {
            return Err(self.unexpected("`:`"));
        }
        self.at += 1;
        self.blank()?;
        Ok(ConfigEntry {
            key,
            key_span,
            node: self.value()?,
        })
    }

    /// Keeps the last of equal keys, as JSON readers commonly do, and remembers the others.
    fn without_repeats(&mut self, entries: Vec<ConfigEntry>) -> Vec<ConfigEntry> {
        let mut seen: HashSet<String> = HashSet::with_capacity(entries.len());
        let mut kept = Vec::with_capacity(entries.len());
        for entry in entries.into_iter().rev() {
            if seen.insert(entry.key.clone()) {
                kept.push(entry);
            } else {
                self.repeated.push((entry.key, entry.key_span));
            }
        }
        kept.reverse();
        kept
    }

    fn word(&mut self) -> Result<ConfigValue, SyntaxError> {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let value = match &rest[..length] {
            "true" => ConfigValue::Bool(true),
            "false" => ConfigValue::Bool(false),
            "null" => ConfigValue::Null,
            word => {
                let message = format!("{} is not a value; a text needs double quotes", quote(word));
                return Err(self.error(message));
            }
        };
        self.at += length;
        Ok(value)
    }

    fn number(&mut self) -> Result<ConfigValue, SyntaxError> {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '+' | '.'))
            .unwrap_or(rest.len());
        let digits = &rest[..length];
        // `inf` and `nan` cannot come here: a number begins with a digit or a minus, and the
        // letters of `-inf` are excluded by asking for a digit after it.
        let begins_well = digits
            .trim_start_matches('-')
            .starts_with(|c: char| c.is_ascii_digit());
        if !begins_well || digits.parse::<f64>().is_err() {
            return Err(self.error(format!("{} is not a number", quote(digits))));
        }
        let value = ConfigValue::Number(digits.to_owned());
        self.at += length;
        Ok(value)
    }

    fn string(&mut self) -> Result<String, SyntaxError> {
        let opened = self.at;
        self.at += 1;
        let mut read = String::new();
        loop {
            let rest = self.rest();
            let plain = rest.find(|c: char| matches!(c, '"' | '\\') || c < ' ');
            let Some(plain) = plain else {
                self.at = opened;
                return Err(self.error("a text without its closing `\"`"));
            };
            read.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(read);
                }
                Some(b'\\') => read.push(self.escape()?),
                _ => {
                    return Err(self.error(
                        "a line break or control character in a text; write it as `\\n` or `\\u0000`",
                    ));
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, SyntaxError> {
        let Some(letter) = self.rest().chars().nth(1) else {
            return Err(self.error("the file ends inside a text"));
        };
        let read = match letter {
            '"' | '\\' | '/' => letter,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.unicode(),
            _ => {
                let message = format!("{} is not an escape", quote(&format!("\\{letter}")));
                return Err(self.error(message));
            }
        };
        self.at += 2;
        Ok(read)
    }

    /// Parses `\u0041`, or a surrogate pair.
    fn unicode(&mut self) -> Result<char, SyntaxError> {
        let first = self.unit(self.at);
        let (code, length) = match first {
            Some(high @ 0xD800..=0xDBFF) => match self.unit(self.at + 6) {
                Some(low @ 0xDC00..=0xDFFF) => (
                    Some(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)),
                    12,
                ),
                _ => (None, 6),
            },
            other => (other, 6),
        };
        let read = code.and_then(char::from_u32).ok_or_else(|| {
            self.error("a `\\u` needs four hexadecimal digits that stand for a character")
        })?;
        self.at += length;
        Ok(read)
    }

    /// The number in the `\uXXXX` at an offset.
    fn unit(&self, at: usize) -> Option<u32> {
        let digits = self.text.get(at..at + 6)?.strip_prefix("\\u")?;
        let all_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        all_hex
            .then(|| u32::from_str_radix(digits, 16).ok())
            .flatten()
    }
}

#[cfg(test)]
mod tests;
