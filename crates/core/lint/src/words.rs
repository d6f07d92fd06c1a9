//! Words of names and sentences.

/// The words in lower case, equal for `listBooks`, `list-books` and `List books`.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in text.chars() {
        let begins = !c.is_alphanumeric() || (c.is_uppercase() && before.is_lowercase());
        if begins {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words without a plural or verb `s`.
pub(crate) fn stems(text: &str) -> Vec<String> {
    let mut words = words(text);
    for word in &mut words {
        if word.len() > 2 && word.ends_with('s') {
            word.pop();
        }
    }
    words
}

/// Whether a lower-case text contains a phrase as whole words.
pub(crate) fn has_phrase(lower: &str, phrase: &str) -> bool {
    find_phrase(lower, phrase).is_some()
}

/// The position of a phrase as whole words in a lower-case text.
pub(crate) fn find_phrase(lower: &str, phrase: &str) -> Option<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    lower.match_indices(phrase).map(|(at, _)| at).find(|at| {
        let before = lower[..*at].chars().next_back();
        let after = lower[at + phrase.len()..].chars().next();
        let starts = phrase.chars().next().is_some_and(is_word);
        let ends = phrase.chars().next_back().is_some_and(is_word);
        let inside = starts && before.is_some_and(is_word) || ends && after.is_some_and(is_word);
        !inside
    })
}

/// The first phrase of a list that a lower-case text contains as whole words.
pub(crate) fn first_phrase<'a>(lower: &str, phrases: &[&'a str]) -> Option<&'a str> {
    phrases
        .iter()
        .copied()
        .find(|phrase| has_phrase(lower, phrase))
}

/// The sentence of a text that has a phrase, shortened.
pub(crate) fn sentence_with<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let mut sentences = text.split_inclusive(['.', '!', '?', '\n']);
    let found = sentences.find(|one| has_phrase(&one.to_lowercase(), phrase))?;
    Some(found.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_sentences_have_words() {
        for name in ["listBooks", "list-books", "List books.", "list__books"] {
            assert_eq!(words(name), ["list", "books"], "{name}");
        }
        assert_eq!(stems("Lists the books"), ["list", "the", "book"]);
        assert!(words("").is_empty());
    }

    #[test]
    fn phrases_are_whole_words() {
        assert!(has_phrase("it deletes a page.", "deletes"));
        assert!(!has_phrase("undeletes", "deletes"));
        assert!(!has_phrase("deletes_all", "deletes"));
        assert!(has_phrase("see <system> here", "<system>"));
        assert_eq!(
            sentence_with("Gets it. Also deletes é. Ends", "deletes"),
            Some("Also deletes é.")
        );
    }
}
