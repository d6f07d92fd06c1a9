//! Completes commands in messages, so that they work when pasted.
//!
//! Messages contain commands in backticks, such as `candor approvals list`. If this command was
//! given a configuration, data directory or gateway, the suggested one needs the same flags.

use std::path::Path;

use candor_text::shell_word;

/// Commands that have nothing to do with a configuration.
const ALONE: [&str; 5] = ["functions", "import", "help", "completions", "man"];
/// Subcommands whose output is meant for redirection.
const PRINTING: [&str; 2] = ["config default", "token create"];
/// Commands that a gateway elsewhere can do.
const ROUTED: [&str; 3] = ["approvals", "token", "open"];
/// What terminates a command.
const ENDS: [&str; 3] = [" > ", " | ", " -- "];
/// How a command starts in a message.
const OPENING: &str = "`candor ";

/// The flags that select configuration, state or gateway, as given.
#[derive(Clone, Debug, Default)]
pub(crate) struct PastedFlags {
    everywhere: Vec<(&'static str, String)>,
    routed: Vec<(&'static str, String)>,
}

// === impl PastedFlags ===

impl PastedFlags {
    /// Adds a flag with a path, if it was given.
    pub(crate) fn path(mut self, flag: &'static str, path: Option<&Path>) -> Self {
        let path = path.map(|path| path.to_string_lossy().into_owned());
        self.everywhere.extend(path.map(|path| (flag, path)));
        self
    }

    /// Adds a flag of the commands that a gateway elsewhere can do, if it was given.
    pub(crate) fn routed(mut self, flag: &'static str, value: Option<String>) -> Self {
        self.routed.extend(value.map(|value| (flag, value)));
        self
    }

    /// The text with every command in it completed.
    pub(crate) fn complete(&self, text: &str) -> String {
        let mut done = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(OPENING) {
            let (words, after) = after.split_at(after.find('`').unwrap_or(after.len()));
            done.push_str(before);
            done.push('`');
            done.push_str(&self.completed(words));
            rest = after;
        }
        done + rest
    }

    /// The completed command line.
    fn completed(&self, words: &str) -> String {
        let command = words.split_whitespace().next().unwrap_or_default();
        if PRINTING.iter().any(|printing| words.starts_with(printing)) {
            return format!("candor {words}");
        }
        let mut flags = String::new();
        let is_missing = |flag: &str| !words.split_whitespace().any(|word| word == flag);
        let everywhere = (!ALONE.contains(&command)).then_some(&self.everywhere);
        let routed = ROUTED.contains(&command).then_some(&self.routed);
        for (flag, value) in everywhere.into_iter().chain(routed).flatten() {
            if is_missing(flag) {
                flags = format!("{flags} {flag} {}", shell_word(value));
            }
        }
        if ENDS.iter().any(|end| words.contains(end)) {
            return format!("candor{flags} {words}");
        }
        format!("candor {words}{flags}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_messages_say_the_same_as_this_one() {
        let flags = PastedFlags::default()
            .path("--config", None)
            .path("--data", Some(Path::new("/my state")))
            .routed("--server", Some("https://c.example".to_owned()));
        for (text, expect) in [
            ("nothing to run", "nothing to run"),
            (
                "run `candor tools`",
                "run `candor tools --data '/my state'`",
            ),
            (
                "`candor approvals list --all` or `candor approvals deny ID --reason TEXT`",
                "`candor approvals list --all --data '/my state' --server https://c.example` or \
                 `candor approvals deny ID --reason TEXT --data '/my state' --server \
                 https://c.example`",
            ),
            (
                "`candor config default > candor.toml`",
                "`candor config default > candor.toml`",
            ),
            ("`candor tools --data /x`", "`candor tools --data /x`"),
            (
                "`candor functions new hello`",
                "`candor functions new hello`",
            ),
            ("`candor.toml`, `candor", "`candor.toml`, `candor"),
            ("`candor tools", "`candor tools --data '/my state'"),
        ] {
            assert_eq!(flags.complete(text), expect);
        }
        let none = PastedFlags::default();
        assert_eq!(none.complete("run `candor tools`"), "run `candor tools`");
    }
}
