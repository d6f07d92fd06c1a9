//! The fields of a tool: how much a word in each counts, and how much of each is read.
//!
//! | field | weight | usual words | bytes read |
//! |---|---|---|---|
//! | name inside the source | 6 | 3 | 256 |
//! | title | 4 | 4 | 256 |
//! | source | 2 | 1 | 64 |
//! | names of parameters | 2 | 6 | 4,096, with their descriptions |
//! | the first twenty words of the description | 1.5 | 20 | with the rest |
//! | the rest of the description | 0.7 | 60 | 4,096 |
//! | notes | 0.6 | 30 | 4,096 |
//! | descriptions of parameters | 0.4 | 40 | with their names |
//!
//! The name says what a tool is; a description begins with what it does and goes on to other
//! tools and warnings. A field with more words than usual counts less for each of them, one with
//! fewer counts more. Stop words are kept of names and titles only.

/// The number of bytes kept of a name, for exact matches.
pub const NAME_MAX: usize = 2_048;

/// The number of bytes of a name that are split into words.
pub const NAME_READ: usize = 256;

/// The number of bytes read of a title.
pub const TITLE_MAX: usize = 256;

/// The number of bytes read of a description.
pub const DESCRIPTION_MAX: usize = 4_096;

/// The number of bytes read of all notes together.
pub const NOTES_MAX: usize = 4_096;

/// The number of bytes read of all parameters together.
pub const PARAMETERS_MAX: usize = 4_096;

/// The number of words at the beginning of a description that have a higher weight.
pub const OPENING_WORDS: usize = 20;

/// The share of the weight that depends on the number of words (BM25's `b`).
const BY_LENGTH: f32 = 0.5;

/// A field of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchField {
    Source,
    Name,
    Title,
    Parameters,
    Opening,
    Description,
    Notes,
    ParameterDescriptions,
}

// === impl SearchField ===

impl SearchField {
    /// The weight of one word in a field with this many words.
    pub(crate) fn weight_of_word(self, words: usize) -> f32 {
        let (weight, usual) = self.weight_and_usual_words();
        let words = f32::from(u16::try_from(words).unwrap_or(u16::MAX));
        weight / (1.0 - BY_LENGTH + BY_LENGTH * words / usual)
    }

    /// Whether words of this field count as correctly spelt.
    pub(crate) fn is_strong(self) -> bool {
        matches!(
            self,
            Self::Source | Self::Name | Self::Title | Self::Parameters
        )
    }

    /// Whether stop words are kept here.
    pub(crate) fn keeps_stop_words(self) -> bool {
        matches!(self, Self::Source | Self::Name | Self::Title)
    }

    /// Whether all its words are added to the vocabulary even if it is full.
    pub(crate) fn is_always_learned(self) -> bool {
        matches!(self, Self::Source | Self::Name | Self::Title)
    }

    fn weight_and_usual_words(self) -> (f32, f32) {
        match self {
            Self::Name => (6.0, 3.0),
            Self::Title => (4.0, 4.0),
            Self::Source => (2.0, 1.0),
            Self::Parameters => (2.0, 6.0),
            Self::Opening => (1.5, 20.0),
            Self::Description => (0.7, 60.0),
            Self::Notes => (0.6, 30.0),
            Self::ParameterDescriptions => (0.4, 40.0),
        }
    }
}

/// The beginning of a text, cut at a character boundary.
pub(crate) fn clip(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_counts_more_than_a_description() {
        let order = [
            SearchField::Name,
            SearchField::Title,
            SearchField::Parameters,
            SearchField::Opening,
            SearchField::Description,
            SearchField::Notes,
            SearchField::ParameterDescriptions,
        ];
        let usual = |field: SearchField| field.weight_and_usual_words().0;
        assert!(order.is_sorted_by(|one, other| usual(*one) > usual(*other)));
    }

    #[test]
    fn more_words_count_less() {
        let weights = [0, 1, 3, 40, 1_000_000].map(|words| SearchField::Name.weight_of_word(words));
        assert!(weights.is_sorted_by(|one, other| one > other));
        assert!((SearchField::Name.weight_of_word(3) - 6.0).abs() < 1e-6);
        assert!(weights[4] > 0.0);
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(clip("aä", 2), "a");
        assert_eq!(clip("aä", 9), "aä");
    }
}
