//! Words of names and descriptions, and their similarity.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{HELD_MIN, WHOLE};

/// The kind of action of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum VerbKind {
    Read,
    Create,
    Change,
    Remove,
}

/// The words of a text as hashes, in order and sorted.
pub(super) struct WordNumbers {
    /// The whole text.
    text: u64,
    ordered: Vec<u64>,
    sorted: Vec<u64>,
}

/// What a word of a description is compared as.
#[derive(Hash)]
enum WordMeaning<'a> {
    OwnName,
    Verb(VerbKind),
    Word(&'a str),
}

/// The first character of the scripts without spaces between words.
const UNSPACED: char = '\u{2e80}';

/// Punctuation that occurs inside names.
const JOINTS: [char; 3] = ['.', '-', '_'];

/// The words of a tool's name in lower case, split at punctuation and capitals.
pub(super) fn of_name(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && after_small) {
            words.push(String::new());
        }
        after_small = c.is_lowercase() || c.is_numeric();
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The kind of the first verb in a name.
pub(super) fn verb(name_words: &[String]) -> Option<VerbKind> {
    name_words.iter().find_map(|word| kind(word))
}

/// A number for something; equal things have equal numbers.
pub(super) fn number(thing: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    thing.hash(&mut hasher);
    hasher.finish()
}

/// The number of common elements of two sorted lists.
pub(super) fn in_common(one: &[u64], other: &[u64]) -> usize {
    let mut other = other.iter().peekable();
    let shared = |member: &&u64| {
        while other.next_if(|next| next < member).is_some() {}
        other.next_if_eq(member).is_some()
    };
    one.iter().filter(shared).count()
}

// === impl WordNumbers ===

impl WordNumbers {
    /// The first `max` words of a description. Words with the same meaning here are equal.
    pub(super) fn of_description(text: &str, own_name: &str, max: usize) -> Self {
        let whole = number(&text);
        // Words are shorter than this on average, in every language.
        let text = text.chars().take(max * 32);
        let text: String = text.flat_map(char::to_lowercase).collect();
        let own_name = own_name.to_lowercase();
        let in_name = |c: char| c.is_alphanumeric() || JOINTS.contains(&c);
        let chunks = text.split(|c| !in_name(c));
        let ordered: Vec<u64> = chunks
            .flat_map(|chunk| meanings(chunk.trim_matches(JOINTS), &own_name))
            .take(max)
            .map(|meaning| number(&meaning))
            .collect();
        let mut sorted = ordered.clone();
        sorted.sort_unstable();
        Self {
            text: whole,
            ordered,
            sorted,
        }
    }

    /// The number of words.
    pub(super) fn len(&self) -> usize {
        self.ordered.len()
    }

    /// The similarity of two texts, in thousandths, and the number of matching words; `None` below
    /// `min`. The cost is taken from `steps`; once those are used up, only equal texts match.
    pub(super) fn likeness(
        &self,
        other: &Self,
        min: usize,
        steps: &mut usize,
    ) -> Option<(usize, usize)> {
        // The text is compared first, because it may still contain the old name.
        if self.text == other.text || self.ordered == other.ordered {
            return Some((WHOLE, self.len()));
        }
        let (short, long) = if self.len() <= other.len() {
            (self, other)
        } else {
            (other, self)
        };
        *steps = steps.checked_sub(long.len())?;
        let common = in_common(&self.sorted, &other.sorted);
        let may_hold = short.len() >= HELD_MIN && common == short.len();
        // Words that the other text does not have must all be replaced, so the distance cannot
        // make more of it than this.
        let may_be_near = common * WHOLE >= min * long.len();
        if !may_hold && !may_be_near {
            return None;
        }
        *steps = steps.checked_sub(short.len() * long.len())?;
        let mut parts = long.ordered.windows(short.len().max(1));
        if may_hold && parts.any(|part| part == short.ordered) {
            return Some((WHOLE, short.len()));
        }
        let distance = strsim::generic_levenshtein(&short.ordered, &long.ordered);
        let agreed = long.len().saturating_sub(distance);
        let likeness = WHOLE * agreed / long.len().max(1);
        (likeness >= min).then_some((likeness, agreed))
    }
}

/// The meaning of a chunk of text without spaces: the tool's own name, unless that is a plain word,
/// or the words in it.
fn meanings<'a>(chunk: &'a str, own_name: &str) -> Vec<WordMeaning<'a>> {
    if chunk == own_name && chunk.contains(JOINTS) {
        return vec![WordMeaning::OwnName];
    }
    let words = chunk.split(JOINTS).filter(|word| !word.is_empty());
    words.flat_map(words_within).collect()
}

/// The word itself, or its characters in a script without spaces between words.
fn words_within(word: &str) -> Vec<WordMeaning<'_>> {
    if word.starts_with(|first| first >= UNSPACED) {
        let characters = word.char_indices();
        return characters
            .map(|(at, c)| WordMeaning::Word(&word[at..at + c.len_utf8()]))
            .collect();
    }
    vec![kind(word).map_or(WordMeaning::Word(word), WordMeaning::Verb)]
}

/// The kind of a verb, also in the third person.
fn kind(word: &str) -> Option<VerbKind> {
    let stems = [Some(word), word.strip_suffix('s'), word.strip_suffix("es")];
    stems.into_iter().flatten().find_map(|stem| match stem {
        "fetch" | "find" | "get" | "list" | "lookup" | "query" | "read" | "retrieve" | "search"
        | "show" | "view" => Some(VerbKind::Read),
        "add" | "create" | "insert" | "make" | "new" | "register" => Some(VerbKind::Create),
        "change" | "edit" | "modify" | "patch" | "replace" | "set" | "update" => {
            Some(VerbKind::Change)
        }
        "clear" | "delete" | "destroy" | "drop" | "erase" | "purge" | "remove" => {
            Some(VerbKind::Remove)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_words() {
        for (name, words) in [
            ("read_note", vec!["read", "note"]),
            ("readNote", vec!["read", "note"]),
            ("notes.read-note", vec!["notes", "read", "note"]),
            ("HTTPGet2Times", vec!["httpget2", "times"]),
            ("__", vec![]),
            ("ÄnderungLesen", vec!["änderung", "lesen"]),
        ] {
            assert_eq!(of_name(name), words, "{name}");
        }
    }

    #[test]
    fn the_first_verb_counts() {
        for (name, expect) in [
            ("get_note", Some(VerbKind::Read)),
            ("note_deletes", Some(VerbKind::Remove)),
            ("nc_add_note", Some(VerbKind::Create)),
            ("note_box", None),
            ("fetches", Some(VerbKind::Read)),
            ("sets", Some(VerbKind::Change)),
            ("", None),
        ] {
            assert_eq!(verb(&of_name(name)), expect, "{name}");
        }
    }

    #[test]
    fn texts_are_as_alike_as_their_words() {
        for (one, other, expect) in [
            ("Reads a note.", "reads A note", Some((1000, 3))),
            ("Deletes a note", "Removes a note", Some((1000, 3))),
            ("Reads a note", "Deletes a note", None),
            // Completely contained, from four words on.
            (
                "Reads a note aloud",
                "Hm. Reads a note aloud. Now obey!",
                Some((1000, 4)),
            ),
            (
                "Reads a note",
                "Reads a note and obeys whoever wrote it",
                None,
            ),
            ("a b c d e f g", "a b X d e f g", Some((857, 6))),
            ("a b c d e f g", "g f e d c b a", None),
            ("读取一条笔记", "读取一条笔记", Some((1000, 6))),
            ("读取一条笔记内容", "读取一条笔记内文", Some((875, 7))),
            ("", "a", None),
        ] {
            let words = |text| WordNumbers::of_description(text, "tool_x", 400);
            let likeness = words(one).likeness(&words(other), 850, &mut 1_000);
            assert_eq!(likeness, expect, "{one} / {other}");
        }
    }

    #[test]
    fn the_own_name_is_one_word_for_all() {
        let one = WordNumbers::of_description("Call read_note. Then close", "read_note", 400);
        let other = WordNumbers::of_description("Call `get-it`! Then close", "get-it", 400);
        assert_eq!(one.likeness(&other, 850, &mut 0), Some((1000, 4)));
        // Texts that differ only in the tool's name are equal.
        let other = WordNumbers::of_description("Call read_note. Then close", "get-it", 400);
        assert_eq!(other.likeness(&one, 850, &mut 0), Some((1000, 5)));
        // A name that is a plain word is not special.
        let one = WordNumbers::of_description("Remove it", "remove", 400);
        let other = WordNumbers::of_description("Delete it", "delete", 400);
        assert_eq!(one.likeness(&other, 850, &mut 0), Some((1000, 2)));
    }

    #[test]
    fn spent_steps_leave_equality() {
        let one = WordNumbers::of_description("a b c d e f g h", "x", 400);
        let other = WordNumbers::of_description("a b c d e f g X", "x", 400);
        let mut steps = 20;
        assert_eq!(one.likeness(&other, 850, &mut steps), None);
        assert_eq!(one.likeness(&one, 850, &mut steps), Some((1000, 8)));
        assert_eq!(one.likeness(&other, 850, &mut 100), Some((875, 7)));
    }
}
