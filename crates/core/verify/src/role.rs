//! The probable role of a tool, by its words. Only determines the order of calls.

use candor_model::{Hint, Hints};

use crate::words::words;

/// The probable role of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolRole {
    /// It makes something new.
    Create,
    /// It reads, and changes nothing.
    Read,
    /// It changes something, or nothing is known about it.
    Change,
    /// It takes something away.
    Delete,
}

const CREATE: [&str; 15] = [
    "create", "add", "write", "insert", "new", "save", "store", "put", "append", "init", "record",
    "register", "upload", "import", "remember",
];
const READ: [&str; 32] = [
    "list",
    "get",
    "read",
    "search",
    "find",
    "show",
    "describe",
    "status",
    "view",
    "query",
    "fetch",
    "lookup",
    "count",
    "diff",
    "log",
    "info",
    "stat",
    "tree",
    "open",
    "echo",
    "check",
    "validate",
    "calculate",
    "convert",
    "current",
    "compare",
    "explain",
    "inspect",
    "parse",
    "history",
    "head",
    "select",
];
const DELETE: [&str; 13] = [
    "delete",
    "remove",
    "drop",
    "clear",
    "purge",
    "destroy",
    "reset",
    "kill",
    "erase",
    "forget",
    "truncate",
    "uninstall",
    "trash",
];

// === impl ToolRole ===

impl ToolRole {
    /// The role by the words of the name, then by the declared hints.
    pub fn of(name: &str, description: &str, declared: Hints) -> Self {
        let by_name = by_words(&words(name));
        let first = words(description.split(['.', '\n']).next().unwrap_or_default());
        let role = by_name.or_else(|| by_words(first.get(..1).unwrap_or_default()));
        match role {
            Some(role) => role,
            None if declared.get(Hint::ReadOnly) == Some(true) => Self::Read,
            None if declared.get(Hint::Destructive) == Some(true) => Self::Delete,
            None => Self::Change,
        }
    }
}

fn by_words(words: &[String]) -> Option<ToolRole> {
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    if has(&DELETE) {
        Some(ToolRole::Delete)
    } else if has(&CREATE) {
        Some(ToolRole::Create)
    } else if has(&READ) {
        Some(ToolRole::Read)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_comes_from_words() {
        for (name, description, expect) in [
            ("create_note", "", ToolRole::Create),
            ("deleteNote", "", ToolRole::Delete),
            ("notes", "List all notes.", ToolRole::Read),
            ("rotate", "Turns a page", ToolRole::Change),
            ("list_tables", "", ToolRole::Read),
        ] {
            assert_eq!(
                ToolRole::of(name, description, Hints::UNSET),
                expect,
                "{name}"
            );
        }
    }
}
