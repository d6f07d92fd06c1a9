//! Character classes and escapes in patterns.

use std::iter::Peekable;
use std::str::Chars;

/// POSIX classes and their equivalents.
const POSIX: [(&str, &str); 8] = [
    ("alnum", "a-zA-Z0-9"),
    ("alpha", "a-zA-Z"),
    ("digit", "0-9"),
    ("lower", "a-z"),
    ("upper", "A-Z"),
    ("space", r"\s"),
    ("word", r"\w"),
    ("xdigit", "0-9a-fA-F"),
];

/// One character or class of characters.
pub(super) struct PatternItem {
    /// Its source text.
    pub(super) text: String,
    /// The character, if it is a single known one.
    single: Option<char>,
}

// === impl PatternItem ===

impl PatternItem {
    fn one(c: char, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            single: Some(c),
        }
    }

    fn many(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            single: None,
        }
    }
}

/// Parses a class after its opening bracket.
pub(super) fn read(rest: &mut Peekable<Chars<'_>>) -> Result<String, &'static str> {
    let mut written = "[".to_owned();
    if rest.next_if_eq(&'^').is_some() {
        written.push('^');
    }
    if rest.peek() == Some(&']') {
        return Err("it has a set that begins with `]`");
    }
    let mut before: Option<PatternItem> = None;
    loop {
        let item = match rest.next().ok_or("a set in it has no end")? {
            ']' => break,
            '[' if rest.peek() == Some(&':') => PatternItem::many(posix(rest)?),
            '&' if rest.peek() == Some(&'&') => return Err("it has a set within a set"),
            '-' if before.is_some() && rest.peek().is_some_and(|c| *c != ']') => {
                let end = range_end(rest)?;
                written.push_str(&range(before.take(), &end)?);
                continue;
            }
            '-' => PatternItem::one('-', r"\-"),
            '\\' => escape(rest, true)?,
            c => PatternItem::one(c, c),
        };
        written.push_str(&item.text);
        before = Some(item);
    }
    written.push(']');
    Ok(written)
}

/// The end of a range in a class.
fn range_end(rest: &mut Peekable<Chars<'_>>) -> Result<PatternItem, &'static str> {
    match rest.next().ok_or("a set in it has no end")? {
        '\\' => escape(rest, true),
        '[' if rest.peek() == Some(&':') => Ok(PatternItem::many(posix(rest)?)),
        '-' => Ok(PatternItem::one('-', r"\-")),
        c => Ok(PatternItem::one(c, c)),
    }
}

/// A hyphen and what follows it. It denotes a range only between two characters.
fn range(begin: Option<PatternItem>, end: &PatternItem) -> Result<String, &'static str> {
    let begin = begin.and_then(|item| item.single);
    match (begin, end.single) {
        (Some(begin), Some(end)) if begin > end => Err("it has a range that runs backwards"),
        (Some(_), Some(_)) => Ok(format!("-{}", end.text)),
        _ => Ok(format!(r"\-{}", end.text)),
    }
}

fn posix(rest: &mut Peekable<Chars<'_>>) -> Result<&'static str, &'static str> {
    rest.next();
    let name: String = rest.by_ref().take_while(|c| *c != ':').collect();
    let known = POSIX.iter().find(|(known, _)| *known == name);
    match (known, rest.next()) {
        (Some((_, meaning)), Some(']')) => Ok(meaning),
        _ => Err("it names a set that is not known"),
    }
}

/// Parses an escape, inside or outside of a class.
pub(super) fn escape(
    rest: &mut Peekable<Chars<'_>>,
    in_set: bool,
) -> Result<PatternItem, &'static str> {
    let c = rest.next().ok_or("it ends with a backslash")?;
    Ok(match c {
        'd' | 'D' | 'w' | 'W' | 's' | 'S' => PatternItem::many(format!("\\{c}")),
        'p' | 'P' => PatternItem::many(property(c, rest)?),
        't' => PatternItem::one('\t', r"\t"),
        'n' => PatternItem::one('\n', r"\n"),
        'r' => PatternItem::one('\r', r"\r"),
        'f' => PatternItem::one('\u{c}', r"\f"),
        'v' => PatternItem::one('\u{b}', r"\v"),
        'b' if in_set => PatternItem::one('\u{8}', r"\b"),
        '0' if !rest.peek().is_some_and(char::is_ascii_digit) => PatternItem::one('\0', r"\0"),
        'x' => coded('x', 2, rest)?,
        'u' if rest.peek() == Some(&'{') => {
            rest.next();
            let digits: String = rest.by_ref().take_while(|c| *c != '}').collect();
            let code = u32::from_str_radix(&digits, 16)
                .ok()
                .and_then(char::from_u32);
            let code = code.ok_or("it has a character that does not exist")?;
            PatternItem::one(code, format!("\\u{{{digits}}}"))
        }
        'u' => coded('u', 4, rest)?,
        'c' => {
            let letter = rest.next().filter(char::is_ascii_alphabetic);
            let letter = letter.ok_or("it has a control character without a letter")?;
            PatternItem::many(format!("\\c{letter}"))
        }
        '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|'
        | '/' => PatternItem::one(c, format!("\\{c}")),
        '-' if in_set => PatternItem::one('-', r"\-"),
        c if c.is_ascii_alphanumeric() => return Err("it has an escape of another dialect"),
        c => PatternItem::one(c, c),
    })
}

/// `\p{Letter}`, and `\pL` in other dialects.
fn property(letter: char, rest: &mut Peekable<Chars<'_>>) -> Result<String, &'static str> {
    let name: String = match rest.next() {
        Some('{') => {
            let name = rest.by_ref().take_while(|c| *c != '}');
            name.filter(|c| *c != '^').collect()
        }
        Some(short) if short.is_ascii_uppercase() => short.to_string(),
        _ => return Err("it has a property without a name"),
    };
    // Java uses different names for blocks and scripts.
    let is_native = !name.starts_with("Is") && !name.starts_with("In") && !name.starts_with("java");
    let is_posix = [
        "Alpha", "Digit", "Alnum", "Upper", "Lower", "Punct", "Space",
    ];
    if !is_native || is_posix.contains(&name.as_str()) {
        return Err("it has a property of another dialect");
    }
    Ok(format!("\\{letter}{{{name}}}"))
}

/// A character given by its code.
fn coded(
    letter: char,
    length: usize,
    rest: &mut Peekable<Chars<'_>>,
) -> Result<PatternItem, &'static str> {
    let digits: String = rest.by_ref().take(length).collect();
    let is_number = digits.len() == length && digits.bytes().all(|c| c.is_ascii_hexdigit());
    if !is_number {
        return Err("it has a character without a number");
    }
    let code = u32::from_str_radix(&digits, 16)
        .ok()
        .and_then(char::from_u32);
    let text = format!("\\{letter}{digits}");
    Ok(match code {
        Some(code) => PatternItem::one(code, text),
        // Half of a surrogate pair.
        None => PatternItem::many(text),
    })
}
