//! A search result candidate and its rank.

/// How well a candidate matches: lower is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MatchRank {
    /// The name is what was searched for.
    Whole,
    /// The name begins with it.
    Beginning,
    /// A word of the name has it as a prefix.
    Word,
    /// It is somewhere in the name.
    Inside,
    /// It is only in the text besides the name.
    Beside,
}

/// The words of a search, in lower case.
#[derive(Debug)]
pub(crate) struct SearchWords {
    whole: String,
    words: Vec<String>,
}

// === impl SearchWords ===

impl SearchWords {
    pub(crate) fn of(text: &str) -> Self {
        let whole = text.trim().to_lowercase();
        Self {
            words: whole.split_whitespace().map(str::to_owned).collect(),
            whole,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The rank of a name and its additional text, both in lower case. `None` unless every word
    /// occurs.
    pub(crate) fn rank(&self, name: &str, beside: &str) -> Option<MatchRank> {
        let occurs = |word: &String| name.contains(&**word) || beside.contains(&**word);
        if !self.words.iter().all(occurs) {
            return None;
        }
        if name == self.whole || own(name) == self.whole {
            return Some(MatchRank::Whole);
        }
        if name.starts_with(&self.whole) || own(name).starts_with(&self.whole) {
            return Some(MatchRank::Beginning);
        }
        let begins = |word: &String| parts(name).any(|part| part.starts_with(&**word));
        Some(if self.words.iter().all(begins) {
            MatchRank::Word
        } else if self.words.iter().all(|word| name.contains(&**word)) {
            MatchRank::Inside
        } else {
            MatchRank::Beside
        })
    }
}

/// The name of a tool without its source.
fn own(name: &str) -> &str {
    name.split_once('.').map_or(name, |(_, own)| own)
}

/// The words of a name.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_match_comes_first() {
        let rank = |q: &str, name: &str| SearchWords::of(q).rank(name, "lists every book");
        for (q, name, expect) in [
            ("shop.list_books", "shop.list_books", Some(MatchRank::Whole)),
            ("List_Books", "shop.list_books", Some(MatchRank::Whole)),
            ("shop.li", "shop.list_books", Some(MatchRank::Beginning)),
            ("list", "shop.list_books", Some(MatchRank::Beginning)),
            ("books shop", "shop.list_books", Some(MatchRank::Word)),
            ("ooks", "shop.list_books", Some(MatchRank::Inside)),
            ("every books", "shop.list_books", Some(MatchRank::Beside)),
            ("books delete", "shop.list_books", None),
            ("", "shop.list_books", Some(MatchRank::Beginning)),
        ] {
            assert_eq!(rank(q, name), expect, "{q}");
        }
        assert!(MatchRank::Whole < MatchRank::Beside);
        assert!(SearchWords::of(" \t ").is_empty());
    }
}
