//! Paths in a document: `toolsets.dev.tools[2]`.

use std::fmt;

/// Keys longer than this are cut: a path must stay readable.
const LONGEST: usize = 60;

/// An entry of a list. Lists may be long, so the text is only made when it is shown.
#[derive(Clone, Copy)]
pub(crate) struct ListEntry<'a> {
    pub(crate) list: &'a str,
    pub(crate) at: usize,
}

/// The path of a member of an object; a key that is not plain is quoted.
pub(crate) fn member(parent: &str, key: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let whole = key.chars().nth(LONGEST).is_none();
    if whole && !key.is_empty() && key.chars().all(plain) {
        let dot = if parent.is_empty() { "" } else { "." };
        return format!("{parent}{dot}{key}");
    }
    let cut = if whole { "" } else { "…" };
    let shown: String = key.chars().take(LONGEST).collect();
    format!("{parent}[\"{}{cut}\"]", shown.escape_debug())
}

// === impl ListEntry ===

impl ListEntry<'_> {
    /// The path of a member of this entry.
    pub(crate) fn member(self, key: &str) -> String {
        member(&self.to_string(), key)
    }
}

impl fmt::Display for ListEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.list, self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_reads_as_code_would() {
        assert_eq!(member("", "toolsets"), "toolsets");
        assert_eq!(member("toolsets", "my-set"), "toolsets.my-set");
        assert_eq!(member("toolsets", "My Set\n"), "toolsets[\"My Set\\n\"]");
        assert_eq!(member("a", ""), "a[\"\"]");
        let long = member("a", &"x".repeat(1000));
        assert_eq!(long, format!("a[\"{}…\"]", "x".repeat(60)));
        let entry = ListEntry {
            list: "tools",
            at: 2,
        };
        assert_eq!(entry.member("alias"), "tools[2].alias");
    }
}
