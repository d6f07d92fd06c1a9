//! Suggests the known word that a misspelling meant.

/// The known word that was probably meant, if one is close enough.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A long word is unlikely to be a misspelling, and the cost is the product of the lengths.
    if word.len() > 64 {
        return None;
    }
    let word = word.to_lowercase();
    let scored = known.into_iter().map(|candidate| {
        let distance = strsim::damerau_levenshtein(&word, &candidate.to_lowercase());
        (distance, candidate)
    });
    let (distance, best) = scored.min_by_key(|(distance, _)| *distance)?;
    (distance <= best.len().max(word.len()) / 3).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_near_word_is_offered() {
        let known = ["listen", "log_level", "url"];
        for (word, expect) in [
            ("lisen", Some("listen")),
            ("Listen", Some("listen")),
            ("loglevel", Some("log_level")),
            ("uri", Some("url")),
            ("zebra", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), expect, "{word}");
        }
        assert_eq!(nearest(&"x".repeat(1_000_000), known), None);
    }
}
