//! Synonyms.
//!
//! Groups are not transitive: `find` is in the groups of *list* and of *search*, yet *list* does
//! not match `query`. Pairs that are wrong half of the time are deliberately not included.

/// Synonyms for what tools do: one group per line, separated by spaces.
pub const ACTIONS: &[&str] = &[
    "delete remove destroy erase purge drop discard trash wipe",
    "create add new make insert",
    "create generate",
    "list get show find fetch read view retrieve display browse",
    "describe detail info information explain",
    "search find query lookup seek",
    "filter search",
    "update edit change modify set patch alter adjust",
    "replace overwrite substitute",
    "write save store put",
    "send post mail deliver",
    "reply respond answer",
    "copy duplicate clone",
    "move transfer relocate",
    "run execute invoke trigger launch",
    "start begin launch",
    "stop halt terminate kill end abort",
    "cancel abort revoke",
    "close resolve complete finish",
    "approve accept confirm",
    "reject deny decline refuse",
    "enable activate",
    "disable deactivate",
    "upload attach",
    "download fetch export",
    "merge combine join",
    "check test verify validate",
    "compare diff",
    "convert transform",
    "summarize summary digest",
    "deploy release publish ship",
    "restore recover undelete",
    "subscribe follow watch",
    "assign allocate",
    "invite add",
    "count total",
    "buy purchase order",
    "book reserve",
    "schedule plan",
    "login signin authenticate",
    "click press tap",
    "navigate open visit goto",
];

/// Synonyms for what tools act on.
pub const THINGS: &[&str] = &[
    "file document doc",
    "folder directory dir",
    "issue ticket bug",
    "task todo",
    "repo repository",
    "pr mr",
    "message chat dm",
    "email mail",
    "channel room",
    "conversation thread",
    "user member person account",
    "contact person",
    "customer client",
    "employee staff",
    "team group",
    "organization org",
    "comment reply remark",
    "note memo",
    "label tag",
    "image picture photo",
    "screenshot capture snapshot",
    "video movie film clip",
    "event meeting appointment",
    "calendar agenda",
    "table sheet spreadsheet",
    "row record entry",
    "column field",
    "database db",
    "page site website",
    "url link",
    "config configuration setting preference",
    "environment env",
    "variable var",
    "application app",
    "parameter argument param",
    "token key secret credential password",
    "permission access role",
    "price cost",
    "invoice bill",
    "payment charge",
    "product item",
    "log history",
    "error exception failure crash",
    "alert alarm warning",
    "statistic metric analytic",
    "text content body",
    "workflow automation pipeline flow",
    "schema structure",
    "location place",
    "weather forecast",
    "light lamp",
    "kubernetes k8s",
    "javascript js",
    "postgres postgresql",
];

/// All groups, actions first.
pub(crate) fn groups() -> impl Iterator<Item = &'static str> {
    ACTIONS.iter().chain(THINGS).copied()
}

/// Two adjacent words with a common meaning, and the word that also matches them.
pub const PHRASES: &[(&str, &str, &str)] = &[
    ("pull", "request", "pr"),
    ("merge", "request", "mr"),
    ("to", "do", "todo"),
    ("look", "up", "lookup"),
    ("sign", "in", "login"),
    ("log", "in", "login"),
    ("e", "mail", "email"),
    ("direct", "message", "dm"),
    ("web", "site", "website"),
    ("data", "base", "database"),
    ("screen", "shot", "screenshot"),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::stem::stem;

    #[test]
    fn groups_are_well_formed() {
        let mut seen = HashSet::new();
        for group in groups() {
            let words: Vec<&str> = group.split(' ').collect();
            assert!(words.len() >= 2, "{group}");
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
            assert!(words.iter().all(|word| word.chars().all(plain)), "{group}");
            let stems: HashSet<String> = words.iter().map(|word| stem(word)).collect();
            assert_eq!(stems.len(), words.len(), "a word twice in `{group}`");
            assert!(seen.insert(group), "`{group}` twice");
        }
    }

    #[test]
    fn phrases_are_well_formed() {
        let mut seen = HashSet::new();
        for (one, other, whole) in PHRASES {
            for word in [one, other, whole] {
                assert!(word.chars().all(|c| c.is_ascii_lowercase()), "{word}");
            }
            assert!(seen.insert((one, other)), "`{one} {other}` twice");
            let known = groups().any(|group| group.split(' ').any(|word| word == *whole));
            assert!(known, "`{whole}` means nothing else");
        }
    }
}
