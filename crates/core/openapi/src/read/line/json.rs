//! Positions in JSON text, found in one pass without parsing values.

use std::borrow::Cow;
use std::collections::HashMap;

use super::LineColumn;
use crate::read::position::NodePosition;

/// The maximum nesting. The text was parsed with the same limit.
const DEEPEST: usize = 200;

/// The positions of these pointers; for a member, that of its name. `None` if the text is not
/// strict JSON.
pub(super) fn find<'p>(text: &str, wanted: &[&'p str]) -> Option<HashMap<&'p str, LineColumn>> {
    let mut scanner = JsonScanner {
        text,
        at: 0,
        spot: NodePosition::root(crate::read::position::FileId(0)),
        deepest: wanted.iter().map(|one| one.matches('/').count()).max()?,
        wanted: wanted.iter().map(|pointer| (*pointer, *pointer)).collect(),
        found: Vec::new(),
    };
    scanner.value(0)?;
    Some(lines(text, &scanner.found))
}

/// The lines and columns of ascending byte offsets. Lines are counted only once.
fn lines<'p>(text: &str, found: &[(&'p str, usize)]) -> HashMap<&'p str, LineColumn> {
    let (mut line, mut start, mut counted) = (1, 0, 0);
    let place = |(pointer, byte): &(&'p str, usize)| {
        let between = text.as_bytes()[counted..*byte].iter().enumerate();
        for (at, _) in between.filter(|(_, byte)| **byte == b'\n') {
            line += 1;
            start = counted + at + 1;
        }
        counted = *byte;
        let column = text[start..*byte].chars().count() + 1;
        (*pointer, (line, column))
    };
    found.iter().map(place).collect()
}

struct JsonScanner<'a, 'p> {
    text: &'a str,
    at: usize,
    spot: NodePosition,
    /// The depth of the deepest pointer. Anything deeper is skipped.
    deepest: usize,
    wanted: HashMap<&'p str, &'p str>,
    found: Vec<(&'p str, usize)>,
}

// === impl JsonScanner ===

impl<'a> JsonScanner<'a, '_> {
    fn value(&mut self, depth: usize) -> Option<()> {
        self.space();
        match self.byte()? {
            _ if depth > DEEPEST => None,
            b'{' | b'[' if depth >= self.deepest => self.pass_over(),
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            b'"' => self.skip_string(),
            _ => {
                let rest = &self.text.as_bytes()[self.at..];
                let ends =
                    |byte: &u8| matches!(byte, b',' | b'}' | b']') || byte.is_ascii_whitespace();
                let length = rest.iter().position(ends).unwrap_or(rest.len());
                self.at += length;
                (length > 0).then_some(())
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<()> {
        self.at += 1;
        loop {
            self.space();
            match self.byte()? {
                b'}' => break,
                b',' => self.at += 1,
                b'"' => {
                    let begin = self.at;
                    let name = self.string()?;
                    let before = self.spot.enter(&name);
                    self.note(begin);
                    self.space();
                    (self.byte()? == b':').then_some(())?;
                    self.at += 1;
                    self.value(depth + 1)?;
                    self.spot.leave(before);
                }
                _ => return None,
            }
        }
        self.at += 1;
        Some(())
    }

    fn list(&mut self, depth: usize) -> Option<()> {
        self.at += 1;
        let mut number = 0_usize;
        loop {
            self.space();
            match self.byte()? {
                b']' => break,
                b',' => self.at += 1,
                _ => {
                    let before = self.spot.enter(&number.to_string());
                    self.note(self.at);
                    self.value(depth + 1)?;
                    self.spot.leave(before);
                    number += 1;
                }
            }
        }
        self.at += 1;
        Some(())
    }

    /// Skips an object or list.
    fn pass_over(&mut self) -> Option<()> {
        let mut open = 0_usize;
        loop {
            match self.byte()? {
                b'"' => {
                    self.skip_string()?;
                    continue;
                }
                b'{' | b'[' => open += 1,
                b'}' | b']' => open -= 1,
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return Some(());
            }
        }
    }

    /// Skips a string.
    fn skip_string(&mut self) -> Option<()> {
        let bytes = self.text.as_bytes();
        let mut end = self.at + 1;
        while *bytes.get(end)? != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        self.at = end + 1;
        Some(())
    }

    /// Parses a string.
    fn string(&mut self) -> Option<Cow<'a, str>> {
        let begin = self.at;
        self.skip_string()?;
        let written = self.text.get(begin..self.at)?;
        if written.contains('\\') {
            return serde_json::from_str(written).ok().map(Cow::Owned);
        }
        Some(Cow::Borrowed(&written[1..written.len() - 1]))
    }

    fn space(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let is_dark = |byte: &u8| !byte.is_ascii_whitespace();
        self.at += rest.iter().position(is_dark).unwrap_or(rest.len());
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn note(&mut self, byte: usize) {
        if let Some(pointer) = self.wanted.get(self.spot.pointer.as_str()) {
            self.found.push((pointer, byte));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_elements_have_places() {
        let text = "{\n  \"a\": [1, {\"b/c\": \"x,}\\\"\"}],\n  \"ü\": {\"d\\u0041\": null}\n}";
        let wanted = ["/a", "/a/0", "/a/1/b~1c", "/ü/dA", "/gone"];
        let found = find(text, &wanted).expect("JSON");
        assert_eq!(found.get("/a"), Some(&(2, 3)));
        assert_eq!(found.get("/a/0"), Some(&(2, 9)));
        assert_eq!(found.get("/a/1/b~1c"), Some(&(2, 13)));
        assert_eq!(found.get("/ü/dA"), Some(&(3, 9)));
        assert_eq!(found.get("/gone"), None);
    }

    #[test]
    fn what_is_no_json_has_none() {
        for text in ["{a: 1}", "[}", "{\"a\" 1}", "{\"a\": ", "[\"a", "{\"a\": 1"] {
            assert!(find(text, &["/a"]).is_none(), "{text}");
        }
    }
}
