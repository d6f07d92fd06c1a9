//! What servers and reports say, without what is different on every machine and in every run.

use std::path::Path;

/// How the folder of a throw-away world begins.
const WORLD: &str = "candor-verify-";
/// Where the pages and proxies of a run listen.
const LOCAL: &str = "127.0.0.1:";
/// What stands before the address of a name server.
const NAME_SERVER: &str = "the name server ";
/// The longest line that is kept.
const LONGEST: usize = 400;

/// Replaces folders and ports by words.
#[derive(Debug)]
pub(super) struct PlainText {
    /// Each folder with its word, the longest first.
    folders: Vec<(String, &'static str)>,
}

// === impl PlainText ===

impl PlainText {
    /// Knows the home and where the servers are installed.
    pub(super) fn new(servers: Option<&Path>) -> Self {
        let home = std::env::var("HOME").unwrap_or_default();
        let cache = std::env::var("XDG_CACHE_HOME").unwrap_or_else(|_| format!("{home}/.cache"));
        let servers = servers.map_or_else(
            || format!("{cache}/candor/servers"),
            |folder| folder.to_string_lossy().into_owned(),
        );
        let mut folders = vec![(servers, "{servers}"), (home, "~")];
        folders.retain(|(folder, _)| folder.len() > 1);
        Self { folders }
    }

    /// A text in one line.
    pub(super) fn line(&self, text: &str) -> String {
        let mut line = candor_text::collapse_whitespace(text);
        line = without_worlds(&line);
        line = without_ports(&line);
        line = without_name_servers(&line);
        for (folder, word) in &self.folders {
            line = line.replace(folder.as_str(), word);
        }
        candor_text::clip(&line, LONGEST)
    }
}

/// Puts `{world}` in place of the path of a throw-away world.
fn without_worlds(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(WORLD) {
        let (before, found) = rest.split_at(at);
        // The path begins after the last character that no path has.
        let is_outside = |c: char| c.is_whitespace() || "\"'`(=:,<>[]{}".contains(c);
        let start = before
            .char_indices()
            .rev()
            .find(|(_, c)| is_outside(*c))
            .map_or(0, |(at, c)| at + c.len_utf8());
        plain.push_str(before.get(..start).unwrap_or_default());
        plain.push_str("{world}");
        let end = found
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_')
            .unwrap_or(found.len());
        rest = found.get(end..).unwrap_or_default();
    }
    plain + rest
}

/// Puts `{port}` in place of the port of a listener on this machine.
fn without_ports(text: &str) -> String {
    let mut parts = text.split(LOCAL);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        plain.push_str(LOCAL);
        plain.push_str(if rest.len() < part.len() {
            "{port}"
        } else {
            ""
        });
        plain.push_str(rest);
    }
    plain
}

/// Leaves out the address of a name server.
fn without_name_servers(text: &str) -> String {
    let mut parts = text.split(NAME_SERVER);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_hexdigit() || ".:[]".contains(c));
        plain.push_str(NAME_SERVER.trim_end());
        plain.push_str(rest);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_ports_are_replaced() {
        let plain = PlainText {
            folders: vec![
                ("/home/ada/servers".to_owned(), "{servers}"),
                ("/home/ada".to_owned(), "~"),
            ],
        };
        for (text, expect) in [
            (
                "wrote \"/tmp/candor-verify-12-aB3/work/a.txt\" and /tmp/candor-verify-12-aB3",
                "wrote \"{world}/work/a.txt\" and {world}",
            ),
            ("file:///tmp/candor-verify-1-x/home", "file:{world}/home"),
            (
                "GET http://127.0.0.1:40123/more, 127.0.0.1:x",
                "GET http://127.0.0.1:{port}/more, 127.0.0.1:x",
            ),
            (
                "/home/ada/servers/npm/a.js\n  /home/ada/.config",
                "{servers}/npm/a.js ~/.config",
            ),
            (
                "connected to the name server 10.0.0.53:53, twice",
                "connected to the name server, twice",
            ),
            ("nothing to replace", "nothing to replace"),
        ] {
            assert_eq!(plain.line(text), expect);
        }
    }
}
