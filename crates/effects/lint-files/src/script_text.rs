//! Finds the objects in a JavaScript or TypeScript program, without running it.
//!
//! Only delimiters are understood: brackets, strings, templates, comments and regular expressions.
//! That suffices to find the members of an object.

use std::ops::Range;

/// The maximum nesting of brackets.
const DEPTH: usize = 64;

/// An object literal: where its braces are, and its members.
#[derive(Debug)]
pub(crate) struct ScriptObject {
    /// The place of the opening brace.
    pub(crate) open: usize,
    /// The place of the closing brace.
    pub(crate) close: usize,
    pub(crate) members: Vec<ScriptMember>,
    /// Members without a key: shorthand properties, methods and spreads.
    others: Vec<String>,
}

/// A member with a key and a value.
#[derive(Debug)]
pub(crate) struct ScriptMember {
    pub(crate) key: String,
    /// The position of the value.
    pub(crate) value: Range<usize>,
}

/// Every object of a program, outer ones first. None if its brackets do not fit.
pub(crate) fn objects(text: &str) -> Option<Vec<ScriptObject>> {
    let mut found = Vec::new();
    collect(text, 0..text.len(), 0, &mut found)?;
    Some(found)
}

/// The object whose opening brace is here.
pub(crate) fn object_at(text: &str, open: usize) -> Option<ScriptObject> {
    let end = token_end(text, open, 0)?;
    let close = end.checked_sub(1)?;
    let mut object = ScriptObject {
        open,
        close,
        members: Vec::new(),
        others: Vec::new(),
    };
    object.read(text, open + 1..close)?;
    Some(object)
}

// === impl ScriptObject ===

impl ScriptObject {
    /// The place of a member's value; none if there is no such member or more than one.
    pub(crate) fn value(&self, key: &str) -> Option<Range<usize>> {
        let mut named = self.members.iter().filter(|one| one.key == key);
        let first = named.next()?;
        named.next().is_none().then(|| first.value.clone())
    }

    /// Whether a member has this key, also in the short form.
    pub(crate) fn has(&self, key: &str) -> bool {
        let is_short = self.others.iter().any(|one| one == key);
        is_short || self.members.iter().any(|one| one.key == key)
    }

    /// Whether it takes over the members of another object, which may be any.
    pub(crate) fn has_spread(&self) -> bool {
        self.others.iter().any(|one| one.starts_with("..."))
    }

    /// Parses the text between braces, token by token.
    fn read(&mut self, text: &str, range: Range<usize>) -> Option<()> {
        let (mut start, mut at) = (range.start, range.start);
        let mut key = None;
        let mut may_be_key = true;
        while at < range.end {
            let end = token_end(text, at, 0)?;
            match text.as_bytes().get(at) {
                Some(b',') => {
                    self.add(text, key.take(), start..at)?;
                    (start, may_be_key) = (end, true);
                }
                Some(b':') if may_be_key => {
                    let written = significant_text(text, start..at)?;
                    key = Some(plain_text(&written).unwrap_or(&written).to_owned());
                    (start, may_be_key) = (end, false);
                }
                // Anything that is not a key, such as a method, ends the search for one.
                Some(b'(' | b'{' | b'[' | b'=' | b'?' | b';') => may_be_key = false,
                _ => {}
            }
            at = end;
        }
        self.add(text, key, start..range.end)
    }

    fn add(&mut self, text: &str, key: Option<String>, range: Range<usize>) -> Option<()> {
        match key {
            Some(key) => {
                let value = significant(text, range)?;
                self.members.push(ScriptMember { key, value });
            }
            None => self.others.push(significant_text(text, range)?),
        }
        Some(())
    }
}

/// The text of a literal in quotes without anything that would have to be decoded.
pub(crate) fn plain_text(literal: &str) -> Option<&str> {
    let quote = literal
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inner = literal.strip_prefix(quote)?.strip_suffix(quote)?;
    let is_plain = !inner.contains(['\\', '\n', quote]) && !inner.contains("${");
    is_plain.then_some(inner)
}

fn collect(
    text: &str,
    range: Range<usize>,
    depth: usize,
    found: &mut Vec<ScriptObject>,
) -> Option<()> {
    if depth > DEPTH {
        return None;
    }
    let mut at = range.start;
    while at < range.end {
        let end = token_end(text, at, depth)?;
        if matches!(text.as_bytes().get(at), Some(b'{' | b'(' | b'[')) {
            if text.as_bytes().get(at) == Some(&b'{') {
                // A block of statements has no members and does no harm.
                found.push(object_at(text, at)?);
            }
            collect(text, at + 1..end - 1, depth + 1, found)?;
        }
        at = end;
    }
    Some(())
}

/// A piece of the program without the spaces and comments around it.
fn significant(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let mut kept: Option<Range<usize>> = None;
    let mut at = range.start;
    while at < range.end {
        let end = token_end(text, at, 0)?;
        let token = text.get(at..end)?;
        let is_comment = token.starts_with("//") || token.starts_with("/*");
        if !is_comment && !token.trim().is_empty() {
            let start = kept.map_or(at, |kept| kept.start);
            kept = Some(start..end);
        }
        at = end;
    }
    Some(kept.unwrap_or(range.start..range.start))
}

/// The text of such a piece.
fn significant_text(text: &str, range: Range<usize>) -> Option<String> {
    let range = significant(text, range)?;
    text.get(range).map(str::to_owned)
}

/// The end of the token that starts here: a string, a comment, a regular expression, a bracketed
/// group, or one character.
fn token_end(text: &str, at: usize, depth: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    match *rest.as_bytes().first()? {
        quote @ (b'"' | b'\'') => quoted_end(text, at, quote),
        b'`' => template_end(text, at, depth),
        b'/' if rest.starts_with("//") => Some(at + rest.find('\n').unwrap_or(rest.len())),
        b'/' if rest.starts_with("/*") => Some(at + rest.find("*/")? + 2),
        b'/' => Some(expression_end(text, at).unwrap_or(at + 1)),
        open @ (b'{' | b'(' | b'[') => group_end(text, at, open, depth),
        b'}' | b')' | b']' => None,
        _ => Some(at + rest.chars().next()?.len_utf8()),
    }
}

fn group_end(text: &str, open: usize, bracket: u8, depth: usize) -> Option<usize> {
    if depth > DEPTH {
        return None;
    }
    let close = match bracket {
        b'{' => b'}',
        b'(' => b')',
        _ => b']',
    };
    let mut at = open + 1;
    loop {
        if *text.as_bytes().get(at)? == close {
            return Some(at + 1);
        }
        at = token_end(text, at, depth + 1)?;
    }
}

fn quoted_end(text: &str, open: usize, quote: u8) -> Option<usize> {
    let mut at = open + 1;
    loop {
        match *text.as_bytes().get(at)? {
            b'\\' => at += 2,
            b'\n' => return None,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

fn template_end(text: &str, open: usize, depth: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        match *text.as_bytes().get(at)? {
            b'\\' => at += 2,
            b'`' => return Some(at + 1),
            b'$' if text.as_bytes().get(at + 1) == Some(&b'{') => {
                at = group_end(text, at + 1, b'{', depth)?;
            }
            _ => at += 1,
        }
    }
}

/// The end of a regular expression; none if the slash divides.
fn expression_end(text: &str, open: usize) -> Option<usize> {
    let before = text.get(..open)?.trim_end();
    let begins = before.is_empty()
        || before.ends_with(|c: char| "(,=:[!&|?{};+-*%<>~^".contains(c))
        || before.ends_with("return")
        || before.ends_with("typeof");
    if !begins {
        return None;
    }
    let (mut at, mut in_class) = (open + 1, false);
    loop {
        match *text.as_bytes().get(at)? {
            b'\n' => return None,
            b'\\' => at += 2,
            b'[' => (in_class, at) = (true, at + 1),
            b']' => (in_class, at) = (false, at + 1),
            b'/' if !in_class => return Some(at + 1),
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_have_their_members() {
        let text = "call({ /* a, b */ name: \"x\", 'two': [1, {y: 2}], // c: 3,\n  run(a, b) { return { z: /[/}]\"/ } }, text: `a ${ {k: \"}\"}.k } b`, ...more, short });";
        let found = objects(text).expect("brackets that fit");
        let first = &found[0];
        let keys: Vec<&str> = first.members.iter().map(|one| one.key.as_str()).collect();
        assert_eq!(keys, ["name", "two", "text"]);
        assert_eq!(&text[first.value("name").expect("a value")], "\"x\"");
        assert_eq!(&text[first.value("two").expect("a value")], "[1, {y: 2}]");
        assert_eq!(text.as_bytes()[first.close], b'}');
        assert!(found.iter().any(|one| one.has("y")));
        assert!(found.iter().any(|one| one.has("z")));
    }

    #[test]
    fn what_does_not_fit_is_no_program() {
        for text in ["{", "(}", "\"", "`${", "/*", "'a\nb'", "}"] {
            assert!(objects(text).is_none(), "{text}");
        }
        assert!(objects(&"{".repeat(100_000)).is_none());
        assert!(objects("a / b / c; é").expect("a program").is_empty());
    }

    #[test]
    fn plain_texts_need_no_decoding() {
        assert_eq!(plain_text("\"a b\""), Some("a b"));
        assert_eq!(plain_text("'é'"), Some("é"));
        for literal in ["\"a\\n\"", "`${a}`", "a", "\"", ""] {
            assert_eq!(plain_text(literal), None, "{literal}");
        }
    }
}
