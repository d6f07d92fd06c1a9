//! What a link is for: `gs1:pip` leads to a product information page, `gs1:instructions` to how a
//! product is used, and so on.

use std::{fmt, str::FromStr};

/// The most characters of one.
const TYPE_MAX: usize = 100;

/// Where GS1's own words are explained. They have a short form, which is the one that is kept.
const VOCABULARIES: [&str; 4] = [
    "https://gs1.org/voc/",
    "https://www.gs1.org/voc/",
    "http://gs1.org/voc/",
    "https://ref.gs1.org/voc/",
];

/// The purpose of a link, such as `gs1:pip`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkType(String);

/// A text is no purpose of a link.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a link type; write one such as `gs1:pip` or `gs1:instructions`")]
pub struct LinkTypeError {
    text: String,
}

// === impl LinkType ===

impl LinkType {
    /// The page about the product.
    pub fn pip() -> Self {
        Self("gs1:pip".to_owned())
    }

    /// Where to go when nothing special is asked for.
    pub fn default_link() -> Self {
        Self("gs1:defaultLink".to_owned())
    }

    /// The link type as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for LinkType {
    type Err = LinkTypeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || LinkTypeError {
            text: text
                .chars()
                .take(60)
                .collect::<String>()
                .escape_debug()
                .to_string(),
        };
        let trimmed = text.trim();
        if trimmed.len() > TYPE_MAX {
            return Err(wrong());
        }
        let mut own = VOCABULARIES.iter();
        let own = own.find_map(|begin| trimmed.strip_prefix(begin));
        let (prefix, name) = match own {
            Some(name) => ("gs1", name),
            None => trimmed.split_once(':').unwrap_or(("gs1", trimmed)),
        };
        let is_word = |word: &str| {
            let mut characters = word.chars();
            characters
                .next()
                .is_some_and(|one| one.is_ascii_alphabetic())
                && characters.all(|one| one.is_ascii_alphanumeric() || matches!(one, '-' | '_'))
        };
        if !is_word(prefix) || !is_word(name) {
            return Err(wrong());
        }
        Ok(Self(format!("{prefix}:{name}")))
    }
}

impl fmt::Display for LinkType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_purpose_has_one_spelling() {
        let check = |text: &str, expect: Option<&str>| {
            let found = text.parse::<LinkType>().ok();
            assert_eq!(found.as_ref().map(LinkType::as_str), expect, "{text}");
        };
        check("gs1:pip", Some("gs1:pip"));
        check(" pip ", Some("gs1:pip"));
        check("https://gs1.org/voc/pip", Some("gs1:pip"));
        check(
            "https://ref.gs1.org/voc/recallStatus",
            Some("gs1:recallStatus"),
        );
        check("shop:faq", Some("shop:faq"));
        for wrong in [
            "",
            ":",
            "gs1:",
            "gs1:a b",
            "https://a.example/pip",
            "gs1:é",
            &"a".repeat(101),
        ] {
            check(wrong, None);
        }
    }
}
