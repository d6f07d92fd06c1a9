//! Stop words: words without meaning for a search.

/// Stop words. Common verbs (*get*, *set*, *make*) are not among them, nor are *off*, *up* and
/// *new*.
const STOP_WORDS: &[&str] = &[
    "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be",
    "been", "before", "but", "by", "can", "could", "did", "do", "does", "dont", "each", "else",
    "for", "from", "had", "has", "have", "help", "how", "i", "if", "im", "in", "into", "is", "it",
    "its", "just", "let", "like", "may", "me", "might", "must", "my", "need", "needs", "no", "not",
    "of", "on", "one", "only", "or", "our", "out", "please", "s", "shall", "should", "so", "some",
    "such", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this",
    "those", "to", "tool", "tools", "us", "via", "want", "wants", "was", "way", "we", "were",
    "what", "when", "where", "which", "who", "whose", "why", "will", "with", "without", "would",
    "you", "your",
];

/// Whether a word is a stop word.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_order() {
        assert!(STOP_WORDS.is_sorted());
        assert!(is_stop_word("the") && is_stop_word("your") && is_stop_word("a"));
        assert!(!is_stop_word("get") && !is_stop_word("off") && !is_stop_word(""));
    }
}
