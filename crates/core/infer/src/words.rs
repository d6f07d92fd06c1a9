//! A name as words: `ha_config_setAutomation`, `connected-system_list-apps`, `issues.list`.

/// How much of a name is looked at, in bytes. No honest name is longer.
const NAME_LOOKED_AT: usize = 256;

/// How many words of a name are looked at.
const WORDS_LOOKED_AT: usize = 24;

/// A name, split into words.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameWords<'a> {
    pub(crate) words: Vec<NameWord<'a>>,
}

/// One word of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameWord<'a> {
    /// As it is written.
    pub(crate) raw: &'a str,
    /// In small letters.
    pub(crate) low: String,
    /// Whether a coarse separator stands before it: where a name uses two kinds of separator,
    /// the coarser one divides a group from what is done in it.
    pub(crate) opens: bool,
    rank: u8,
}

/// How coarse a break between two words is.
const CAMEL: u8 = 0;
const FINE: u8 = 1;
const UNDERSCORE: u8 = 2;
const COARSE: u8 = 3;

// === impl NameWords ===

impl<'a> NameWords<'a> {
    /// Splits a name at separators and where capitals begin a word.
    pub(crate) fn split(name: &'a str) -> Self {
        let mut words = Vec::new();
        let mut start = None;
        let mut rank = CAMEL;
        let mut before: Option<char> = None;
        let text = clip(name, NAME_LOOKED_AT);
        let mut chars = text.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            if char.is_alphanumeric() {
                let next = chars.peek().map(|(_, next)| *next);
                if let Some(from) = start
                    && before.is_some_and(|before| breaks(before, char, next))
                {
                    words.push(NameWord::new(&text[from..at], rank));
                    rank = CAMEL;
                    start = Some(at);
                }
                start.get_or_insert(at);
                before = Some(char);
                continue;
            }
            if let Some(from) = start.take() {
                words.push(NameWord::new(&text[from..at], rank));
                rank = CAMEL;
            }
            rank = rank.max(separator(char, before));
            before = Some(char);
        }
        if let Some(from) = start {
            words.push(NameWord::new(&text[from..], rank));
        }
        words.truncate(WORDS_LOOKED_AT);
        mark_openings(&mut words);
        Self { words }
    }
}

/// A word begins at a capital after a small letter, and at the last of several capitals.
fn breaks(before: char, char: char, next: Option<char>) -> bool {
    if !char.is_uppercase() {
        return false;
    }
    let after_small = before.is_lowercase() || before.is_numeric();
    let ends_capitals = before.is_uppercase() && next.is_some_and(char::is_lowercase);
    after_small || ends_capitals
}

fn separator(char: char, before: Option<char>) -> u8 {
    match char {
        '.' | '/' | ':' => COARSE,
        '_' if before == Some('_') => COARSE,
        '_' => UNDERSCORE,
        _ => FINE,
    }
}

/// Marks the words that follow the coarsest separator, where it stands out from the others.
fn mark_openings(words: &mut [NameWord<'_>]) {
    let inner = words.get(1..).unwrap_or_default();
    let coarsest = inner.iter().map(|word| word.rank).max().unwrap_or(CAMEL);
    let finer = inner.iter().any(|word| word.rank < coarsest);
    if coarsest == COARSE || finer {
        for word in words.iter_mut().skip(1) {
            word.opens = word.rank == coarsest;
        }
    }
}

// === impl NameWord ===

impl<'a> NameWord<'a> {
    fn new(raw: &'a str, rank: u8) -> Self {
        Self {
            raw,
            low: raw.to_lowercase(),
            opens: false,
            rank,
        }
    }
}

/// The beginning of a text, cut at a character.
pub(crate) fn clip(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Whether two words are the same thing in singular or plural.
pub(crate) fn same_thing(one: &str, other: &str) -> bool {
    singular(one) == singular(other)
}

/// A guess at the singular, good enough to compare two words.
pub(crate) fn singular(word: &str) -> String {
    match word {
        "news" | "series" | "status" => word.to_owned(),
        _ if word.len() <= 3 || word.ends_with("ss") || word.ends_with("us") => word.to_owned(),
        _ if word.ends_with("ies") => format!("{}y", &word[..word.len() - 3]),
        _ if word.ends_with("xes") || word.ends_with("ches") || word.ends_with("shes") => {
            word[..word.len() - 2].to_owned()
        }
        _ => word.strip_suffix('s').unwrap_or(word).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words with a bar before each that opens a group's action.
    fn split(name: &str) -> String {
        let words = NameWords::split(name).words;
        let texts: Vec<_> = words
            .iter()
            .map(|word| format!("{}{}", if word.opens { "|" } else { "" }, word.low))
            .collect();
        texts.join(" ")
    }

    #[test]
    fn names_become_words() {
        for (name, expect) in [
            ("list_issues", "list issues"),
            ("issues-list", "issues list"),
            ("issues.list", "issues |list"),
            ("connected-system_list-apps", "connected system |list apps"),
            ("repos/createRelease", "repos |create release"),
            ("notes__create_note", "notes |create note"),
            ("getHTTPResponse2", "get http response2"),
            ("HTTPServer", "http server"),
            ("oauth2Login", "oauth2 login"),
            ("Größe_ändern", "größe ändern"),
            ("", ""),
            ("___", ""),
            ("🙂delete🙂", "delete"),
        ] {
            assert_eq!(split(name), expect, "{name}");
        }
    }

    #[test]
    fn long_names_are_cut() {
        assert!(NameWords::split(&"a_".repeat(500_000)).words.len() <= WORDS_LOOKED_AT);
        assert_eq!(NameWords::split(&"ä".repeat(500_000)).words.len(), 1);
    }

    #[test]
    fn plurals_are_the_same_thing() {
        for (one, other) in [("notes", "note"), ("entries", "entry"), ("boxes", "box")] {
            assert!(same_thing(one, other), "{one} {other}");
        }
        assert!(!same_thing("class", "clas"));
    }
}
