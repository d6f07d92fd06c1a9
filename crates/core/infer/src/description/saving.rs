//! Sentences about a file that is downloaded to stay: "Download a dataset into a folder".

use super::text::TextWord;

/// Places of the machine where a file stays.
#[rustfmt::skip]
const PLACES: [&str; 10] = [
    "dir", "directory", "folder", "disk", "filesystem", "workdir", "drive", "locally", "workspace", "cache",
];

/// How far behind the verb the place is named, and how far behind its preposition.
const FAR: usize = 16;
const NEAR: usize = 5;

/// Whether a file is downloaded to a place where it stays. `rest` is what follows the verb.
pub(super) fn downloads_into(base: &str, rest: &[TextWord<'_>]) -> bool {
    let near = &rest[..rest.len().min(FAR)];
    let end = near.iter().position(TextWord::begins_sentence);
    let near = &near[..end.unwrap_or(near.len())];
    let leads = |token: &TextWord<'_>| matches!(token.word, "into" | "to" | "in");
    let place = |token: &TextWord<'_>| PLACES.contains(&token.word);
    let way = near.iter().position(leads);
    let named = way.is_some_and(|way| near[way..].iter().take(NEAR).any(place));
    base == "download" && (named || near.iter().any(|token| token.word == "locally"))
}
