//! What the permissions and tags of a tool say.

use crate::phrase::PhraseTopic;
use crate::words::NameWords;

const READING: [&str; 9] = [
    "read", "readonly", "view", "viewer", "get", "list", "search", "reader", "ro",
];

#[rustfmt::skip]
const WRITING: [&str; 18] = [
    "write", "readwrite", "writeonly", "admin", "delete", "manage", "create", "update", "edit",
    "modify", "send", "owner", "full", "rw", "writer", "editor", "publish", "execute",
];

/// How many permissions or tags are looked at.
const LOOKED_AT: usize = 50;

/// Clues from permissions: one that allows writing speaks for writing, and only if all of them
/// allow reading alone do they speak for reading.
pub(crate) fn scopes(scopes: &[String]) -> Option<(i32, String)> {
    let scopes = &scopes[..scopes.len().min(LOOKED_AT)];
    let has = |scope: &str, list: &[&str]| {
        let words = NameWords::split(scope).words;
        words.iter().any(|word| list.contains(&word.low.as_str()))
    };
    if let Some(scope) = scopes.iter().find(|scope| has(scope, &WRITING)) {
        return Some((-10, format!("it needs the scope `{}`", short(scope))));
    }
    let all_read = !scopes.is_empty() && scopes.iter().all(|scope| has(scope, &READING));
    all_read.then(|| {
        (
            9,
            format!("it needs only the scope `{}`", short(&scopes[0])),
        )
    })
}

/// Clues from tags that are a word about effects and nothing else.
pub(crate) fn tags(tags: &[String]) -> Vec<(PhraseTopic, i32, String)> {
    let mut clues = Vec::new();
    for tag in tags.iter().take(LOOKED_AT) {
        let plain: String = tag
            .chars()
            .take(LOOKED_AT)
            .filter(|char| char.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        let why = || format!("it is tagged `{}`", short(tag));
        match plain.as_str() {
            "read" | "readonly" => clues.push((PhraseTopic::Reads, 9, why())),
            "write" | "writes" | "mutation" | "mutating" | "readwrite" => {
                clues.push((PhraseTopic::Reads, -10, why()));
            }
            "destructive" | "dangerous" | "irreversible" => {
                clues.push((PhraseTopic::Reads, -10, why()));
                clues.push((PhraseTopic::Destroys, 11, why()));
            }
            "idempotent" => clues.push((PhraseTopic::Repeats, 9, why())),
            _ => {}
        }
    }
    clues
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(list: &[&str]) -> i32 {
        let list: Vec<String> = list.iter().map(|one| (*one).to_owned()).collect();
        scopes(&list).map_or(0, |(weight, _)| weight)
    }

    #[test]
    fn scopes_are_read_word_by_word() {
        for (list, expect) in [
            (&["read:org"][..], 9),
            (&["https://www.example.org/auth/drive.readonly"], 9),
            (&["repo:write"], -10),
            (&["read:org", "mail.send"], -10),
            (&["Files.ReadWrite.All"], -10),
            (&["read:org", "repo"], 0),
            (&["drive"], 0),
            (&[], 0),
        ] {
            assert_eq!(weight(list), expect, "{list:?}");
        }
    }

    #[test]
    fn tags_count_only_as_whole_words() {
        let list: Vec<String> = ["Read-Only", "toolset:write", "reading-list"]
            .map(String::from)
            .to_vec();
        assert_eq!(
            tags(&list),
            [(PhraseTopic::Reads, 9, "it is tagged `Read-Only`".to_owned())]
        );
    }
}
