//! Languages, as BCP 47 writes them.

use std::{fmt, str::FromStr};

/// The most characters of a tag.
const TAG_MAX: usize = 35;

/// A language, such as `de` or `de-AT`, in its usual spelling.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkLanguage(String);

/// A text is no language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a language; write a tag such as `de` or `de-AT`")]
pub struct LanguageError {
    text: String,
}

// === impl LinkLanguage ===

impl LinkLanguage {
    /// The tag as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Several tags with commas between them, as in `de-AT, en`. The first twenty count.
    pub fn list(text: &str) -> Result<Vec<Self>, LanguageError> {
        let parts = text.split(',').map(str::trim);
        let parts = parts.filter(|part| !part.is_empty());
        parts.take(20).map(str::parse).collect()
    }

    /// The tag, then what is left when its ending is taken away, piece by piece: `de-AT`, `de`.
    pub fn ever_wider(&self) -> impl Iterator<Item = &str> {
        std::iter::successors(Some(self.0.as_str()), |tag| {
            tag.rsplit_once('-').map(|(wider, _)| wider)
        })
    }
}

impl FromStr for LinkLanguage {
    type Err = LanguageError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || LanguageError {
            text: text
                .chars()
                .take(60)
                .collect::<String>()
                .escape_debug()
                .to_string(),
        };
        let tag = text.trim();
        if tag.len() > TAG_MAX {
            return Err(wrong());
        }
        let mut parts = Vec::new();
        for (number, part) in tag.split('-').enumerate() {
            let letters = part.bytes().all(|one| one.is_ascii_alphabetic());
            let fits = match number {
                0 => letters && matches!(part.len(), 2..=8),
                _ => {
                    matches!(part.len(), 1..=8)
                        && part.bytes().all(|one| one.is_ascii_alphanumeric())
                }
            };
            if !fits {
                return Err(wrong());
            }
            let small = part.to_ascii_lowercase();
            parts.push(match (number, part.len()) {
                (1.., 2) => small.to_ascii_uppercase(),
                (1.., 4) if letters => small[..1].to_ascii_uppercase() + &small[1..],
                _ => small,
            });
        }
        Ok(Self(parts.join("-")))
    }
}

impl fmt::Display for LinkLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_brought_to_their_usual_spelling() {
        let check = |text: &str, expect: Option<&str>| {
            let tag = text.parse::<LinkLanguage>().ok();
            assert_eq!(tag.as_ref().map(LinkLanguage::as_str), expect, "{text}");
        };
        check("de", Some("de"));
        check(" DE-at ", Some("de-AT"));
        check("ZH-hant-TW", Some("zh-Hant-TW"));
        check("es-419", Some("es-419"));
        for wrong in [
            "",
            "d",
            "de_AT",
            "de-",
            "-de",
            "dé",
            "12",
            "de;q=0.5",
            &"de-x".repeat(9),
        ] {
            check(wrong, None);
        }
    }

    #[test]
    fn lists_and_wider_tags() {
        let list = LinkLanguage::list(" de-AT,, en ").unwrap();
        assert_eq!(
            list.iter().map(LinkLanguage::as_str).collect::<Vec<_>>(),
            ["de-AT", "en"]
        );
        assert_eq!(list[0].ever_wider().collect::<Vec<_>>(), ["de-AT", "de"]);
        assert_eq!(LinkLanguage::list(""), Ok(Vec::new()));
        let error = LinkLanguage::list("de, e\n").unwrap_err().to_string();
        assert!(error.starts_with("`e` is not a language;"), "{error}");
    }
}
