//! A plain list of verbs over names: what inference has to be better than.

use candor_model::{Hint, Hints};

#[rustfmt::skip]
const READING: [&str; 24] = [
    "get", "list", "search", "read", "find", "fetch", "describe", "query", "show", "view", "count",
    "check", "lookup", "retrieve", "browse", "inspect", "validate", "analyze", "download", "status",
    "info", "preview", "compare", "explain",
];

#[rustfmt::skip]
const DESTROYING: [&str; 19] = [
    "delete", "remove", "drop", "purge", "destroy", "revoke", "cancel", "clear", "reset", "update",
    "set", "replace", "overwrite", "write", "edit", "modify", "move", "rename", "kill",
];

#[rustfmt::skip]
const REPEATABLE: [&str; 12] = [
    "delete", "remove", "update", "set", "replace", "put", "enable", "disable", "rename", "clear",
    "archive", "assign",
];

/// The hints that a plain list of verbs gives a name: the first word of the name that is in one
/// of the lists decides; where none is, the protocol's defaults stand.
pub(crate) fn hints(name: &str) -> Hints {
    let words = words(name);
    let first = |list: &[&str]| words.iter().position(|word| list.contains(&word.as_str()));
    let reads = first(&READING);
    let destroys = first(&DESTROYING);
    let reads_first = match (reads, destroys) {
        (Some(reads), Some(destroys)) => reads < destroys,
        (reads, _) => reads.is_some(),
    };
    Hints::UNSET
        .with(Hint::ReadOnly, reads_first)
        .with(Hint::Destructive, !reads_first && destroys.is_some())
        .with(
            Hint::Idempotent,
            !reads_first && first(&REPEATABLE).is_some(),
        )
}

/// The words of a name in small letters, split at separators and capitals.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before_small = false;
    for char in name.chars() {
        let begins = char.is_uppercase() && before_small;
        if (!char.is_alphanumeric() || begins) && words.last().is_some_and(|word| !word.is_empty())
        {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| char.is_alphanumeric()) {
            word.extend(char.to_lowercase());
        }
        before_small = char.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_listed_word_decides() {
        for (name, read_only, destructive) in [
            ("list_issues", true, false),
            ("pagesDelete", false, true),
            ("get_delete_markers", true, false),
            ("create_page", false, false),
            ("", false, false),
        ] {
            let hints = hints(name);
            assert_eq!(hints.get(Hint::ReadOnly), Some(read_only), "{name}");
            assert_eq!(hints.get(Hint::Destructive), Some(destructive), "{name}");
        }
    }
}
