//! Conversion of regular expressions to the dialect of JSON Schema.
//!
//! A pattern must be an ECMAScript regular expression in Unicode mode. Documents also contain those
//! of Perl, Ruby, Java and POSIX, and a client that cannot parse one rejects the whole schema.
//! Patterns that differ only in notation are rewritten; others are unsupported.

mod class;

use std::iter::Peekable;
use std::str::Chars;

/// The maximum number of digits in a repetition count. Engines expand repetitions.
const LONGEST_COUNT: usize = 4;

/// The converted pattern. The error says what is unsupported.
pub(super) fn native(pattern: &str) -> Result<String, &'static str> {
    let bare = undelimited(pattern)?;
    let mut reader = PatternReader {
        rest: bare.chars().peekable(),
        written: String::with_capacity(bare.len()),
        open: 0,
        can_repeat: false,
    };
    reader.read()?;
    Ok(reader.written)
}

/// The pattern without slashes, if it is written as in Perl and JavaScript.
fn undelimited(pattern: &str) -> Result<&str, &'static str> {
    let Some((inner, flags)) = pattern.strip_prefix('/').and_then(|it| it.rsplit_once('/')) else {
        return Ok(pattern);
    };
    let is_whole = inner.starts_with('^') && inner.ends_with('$');
    match flags {
        _ if !is_whole => Ok(pattern),
        "" | "u" | "g" => Ok(inner),
        _ if flags.bytes().all(|flag| flag.is_ascii_lowercase()) => Err("it has flags"),
        _ => Ok(pattern),
    }
}

struct PatternReader<'a> {
    rest: Peekable<Chars<'a>>,
    written: String,
    /// The number of open groups.
    open: usize,
    /// Whether there is something that a quantifier can repeat.
    can_repeat: bool,
}

// === impl PatternReader ===

impl PatternReader<'_> {
    fn read(&mut self) -> Result<(), &'static str> {
        while let Some(c) = self.rest.next() {
            match c {
                '\\' => self.escape()?,
                '(' => self.group()?,
                ')' => {
                    self.open = self.open.checked_sub(1).ok_or("its groups do not match")?;
                    self.put(")", true);
                }
                '[' => {
                    let class = class::read(&mut self.rest)?;
                    self.put(&class, true);
                }
                '*' | '+' | '?' => self.quantifier(c.encode_utf8(&mut [0; 4]))?,
                '{' => self.counted()?,
                ']' | '}' => self.put(&format!("\\{c}"), true),
                '|' | '^' => self.put(c.encode_utf8(&mut [0; 4]), false),
                other => self.put(other.encode_utf8(&mut [0; 4]), true),
            }
        }
        if self.open > 0 {
            return Err("its groups do not match");
        }
        Ok(())
    }

    fn put(&mut self, text: &str, can_repeat: bool) {
        self.written.push_str(text);
        self.can_repeat = can_repeat;
    }

    fn escape(&mut self) -> Result<(), &'static str> {
        match self.rest.peek() {
            Some('A') => {
                self.rest.next();
                self.put("^", false);
            }
            Some('z' | 'Z') => {
                self.rest.next();
                self.put("$", false);
            }
            Some('b' | 'B') => {
                let letter = self.rest.next().unwrap_or('b');
                self.put(&format!("\\{letter}"), false);
            }
            Some('1'..='9') => {
                let digit = self.rest.next().unwrap_or('1');
                self.put(&format!("\\{digit}"), true);
            }
            Some('k') => {
                self.rest.next();
                let name = self.until('>')?;
                self.put(&format!("\\k{name}>"), true);
            }
            _ => {
                let escaped = class::escape(&mut self.rest, false)?;
                self.put(&escaped.text, true);
            }
        }
        Ok(())
    }

    /// Everything up to a delimiter, which is consumed.
    fn until(&mut self, end: char) -> Result<String, &'static str> {
        let mut text = String::new();
        for c in self.rest.by_ref() {
            if c == end {
                return Ok(text);
            }
            text.push(c);
        }
        Err("it ends too early")
    }

    fn group(&mut self) -> Result<(), &'static str> {
        if self.rest.next_if_eq(&'?').is_none() {
            self.open += 1;
            self.put("(", false);
            return Ok(());
        }
        let begun = match self.rest.next() {
            Some(sign @ (':' | '=' | '!')) => format!("(?{sign}"),
            Some('<') => "(?<".to_owned(),
            Some('P') if self.rest.next_if_eq(&'<').is_some() => "(?<".to_owned(),
            Some('#') => {
                self.until(')')?;
                return Ok(());
            }
            Some('>') => return Err("it has an atomic group"),
            _ => return Err("it sets flags inside, such as `(?i)`"),
        };
        self.open += 1;
        self.put(&begun, false);
        Ok(())
    }

    fn quantifier(&mut self, written: &str) -> Result<(), &'static str> {
        if !self.can_repeat {
            return Err("it repeats nothing");
        }
        self.put(written, false);
        if self.rest.next_if_eq(&'?').is_some() {
            self.written.push('?');
        } else if self.rest.peek() == Some(&'+') {
            return Err("it has a possessive quantifier");
        }
        Ok(())
    }

    /// `{2}`, `{2,}` and `{2,3}` are quantifiers; other braces are literal.
    fn counted(&mut self) -> Result<(), &'static str> {
        let ahead: String = self.rest.clone().take_while(|c| *c != '}').collect();
        let closes = self.rest.clone().any(|c| c == '}');
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        let written = match ahead.split_once(',') {
            None if is_number(&ahead) => Some(ahead.clone()),
            Some(("", most)) if is_number(most) => Some(format!("0,{most}")),
            Some((least, "")) if is_number(least) => Some(ahead.clone()),
            Some((least, most)) if is_number(least) && is_number(most) => Some(ahead.clone()),
            _ => None,
        };
        match written.filter(|_| closes) {
            Some(written) if written.split(',').any(|count| count.len() > LONGEST_COUNT) => {
                Err("it counts further than can be checked")
            }
            Some(written) => {
                for _ in 0..=ahead.chars().count() {
                    self.rest.next();
                }
                self.quantifier(&format!("{{{written}}}"))
            }
            None => {
                self.put("\\{", true);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_native_stays_and_what_looks_different_is_rewritten() {
        for (pattern, expect) in [
            ("", ""),
            ("^[a-z]{2,3}$", "^[a-z]{2,3}$"),
            (r"^(?:\d+|\p{L})*?$", r"^(?:\d+|\p{L})*?$"),
            (r"^(?=.*\d)(?!x)a\1", r"^(?=.*\d)(?!x)a\1"),
            (r"\A[0-9]+\z", "^[0-9]+$"),
            ("/^[a-z]+$/", "^[a-z]+$"),
            (r"^[\w-.]+\@x$", r"^[\w\-.]+@x$"),
            (r"^[\w.\-_]$", r"^[\w.\-_]$"),
            ("[[:alpha:][:digit:]_]", "[a-zA-Z0-9_]"),
            ("(?P<year>[0-9]{4})", "(?<year>[0-9]{4})"),
            (r"a{,3}", "a{0,3}"),
            ("{id}", r"\{id\}"),
            (r"\-\_\ ", "-_ "),
            (r"\pL", r"\p{L}"),
            ("a(?#note)b", "ab"),
            ("[^/]+/ü", "[^/]+/ü"),
        ] {
            assert_eq!(native(pattern).as_deref(), Ok(expect), "{pattern}");
        }
    }

    #[test]
    fn what_means_something_else_is_foreign() {
        for pattern in [
            "(?i)abc",
            "(?i:abc)",
            "/^a$/i",
            "a++",
            "(?>a)",
            "(a",
            "a)",
            "*a",
            "a**",
            "[a",
            "[]a]",
            "[z-a]",
            r"\Qa.b\E",
            r"[\h]",
            r"\xZZ",
            r"a\",
            "[a-z&&[^b]]",
            "^.{0,262144}$",
        ] {
            assert!(native(pattern).is_err(), "{pattern}");
        }
    }
}
