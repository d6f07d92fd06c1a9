//! Names that can be mistaken for others.
//!
//! Two names are near if a reader could mistake one for the other: they differ only in punctuation,
//! in look-alike letters, or by one letter.

use std::collections::BTreeSet;

use strsim::damerau_levenshtein;

use super::{EntryWarning, caution};
use crate::entry::{RegistryEntry, ServerName};
use crate::package::EntryPackage;

/// Popular packages that are often imitated.
const WELL_KNOWN: [&str; 16] = [
    "@modelcontextprotocol/server-everything",
    "@modelcontextprotocol/server-filesystem",
    "@modelcontextprotocol/server-memory",
    "@modelcontextprotocol/server-sequential-thinking",
    "@modelcontextprotocol/inspector",
    "@playwright/mcp",
    "@upstash/context7-mcp",
    "@notionhq/notion-mcp-server",
    "@azure/mcp",
    "@supabase/mcp-server-supabase",
    "chrome-devtools-mcp",
    "firecrawl-mcp",
    "mcp-server-fetch",
    "mcp-server-git",
    "mcp-server-time",
    "mcp-remote",
];

/// Shorter names are near to too many others.
const SHORTEST: usize = 5;

/// Names that users may have in mind.
#[derive(Clone, Debug, Default)]
pub struct KnownServers {
    /// Servers of the catalogue, by name.
    servers: BTreeSet<ServerName>,
    /// Packages that are in use here.
    packages: BTreeSet<String>,
}

// === impl KnownServers ===

impl KnownServers {
    /// The servers of the catalogue, and the words of commands in use here.
    pub fn new(
        servers: impl IntoIterator<Item = ServerName>,
        words: impl IntoIterator<Item = String>,
    ) -> Self {
        Self {
            servers: servers.into_iter().collect(),
            packages: words.into_iter().map(|word| unversioned(&word)).collect(),
        }
    }
}

/// Other servers whose whole name is near.
pub(super) fn names(entry: &RegistryEntry, known: &KnownServers) -> Option<EntryWarning> {
    let own = entry.name.as_str();
    let near = known
        .servers
        .iter()
        .map(ServerName::as_str)
        .filter(|other| *other != own && is_near(own, other));
    let near: Vec<&str> = near.collect();
    if near.is_empty() {
        return None;
    }
    let message = format!(
        "its name is easily mistaken for {}; make sure that this is the one you mean",
        candor_text::quote_all(near)
    );
    Some(caution("near-name", message))
}

/// Packages that are well known or in use, and whose name is near.
pub(super) fn packages(package: &EntryPackage, known: &KnownServers) -> Option<EntryWarning> {
    let own = package.identifier.as_str();
    let used = known.packages.iter().map(String::as_str);
    let all: BTreeSet<&str> = WELL_KNOWN.into_iter().chain(used).collect();
    if all.contains(own) {
        return None;
    }
    let near: Vec<&str> = all
        .into_iter()
        .filter(|other| is_near(own, other))
        .collect();
    if near.is_empty() {
        return None;
    }
    let message = format!(
        "its package {} is easily mistaken for {}",
        candor_text::quote(own),
        candor_text::quote_all(near)
    );
    Some(caution("near-package", message))
}

/// Whether a reader can take one name for the other.
fn is_near(one: &str, other: &str) -> bool {
    if one.len().min(other.len()) < SHORTEST || one.len().abs_diff(other.len()) > 4 {
        return false;
    }
    let (one, other) = (skeleton(one), skeleton(other));
    one == other || damerau_levenshtein(&one, &other) <= 1 && has_same_digits(&one, &other)
}

/// `server-1` and `server-2` are a series and no imitation.
fn has_same_digits(one: &str, other: &str) -> bool {
    let digits = |text: &str| {
        text.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    digits(one) == digits(other)
}

/// A name as a hasty reader sees it.
fn skeleton(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let name = name
        .replace("rn", "m")
        .replace("vv", "w")
        .replace("cl", "d");
    let letters = name.chars().filter(|c| !"-_.@".contains(*c));
    let alike = letters.map(|c| match c {
        '0' => 'o',
        '1' | 'i' => 'l',
        '3' => 'e',
        '5' => 's',
        other => other,
    });
    alike.collect()
}

/// A word of a command line without a trailing version.
fn unversioned(word: &str) -> String {
    let (scope, name) = match word.strip_prefix('@') {
        Some(name) => ("@", name),
        None => ("", word),
    };
    let end = name.find(['@', '=']).unwrap_or(name.len());
    format!("{scope}{}", &name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imitations_are_near_and_series_are_not() {
        for (one, other) in [
            ("io.github.ada/weather", "io.github.ada/weahter"),
            ("io.github.ada/weather", "io-github.ada/weather"),
            (
                "@modelcontextprotocol/server-memory",
                "@modelcontextprotoco1/server-memory",
            ),
            ("mcp-server-git", "mcp_server_git"),
            ("mcp-server-git", "mcp-server-gitt"),
            ("com.example/modern", "com.example/modem"),
        ] {
            assert!(is_near(one, other) && is_near(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("com.example/weather", "com.example/calendar"),
            ("com.example/server-7", "com.example/server-8"),
            ("mcp-server-git", "mcp-server-time"),
            ("a/b", "a/c"),
        ] {
            assert!(!is_near(one, other), "{one} {other}");
        }
    }

    #[test]
    fn versions_do_not_belong_to_a_package() {
        assert_eq!(unversioned("@a/b@1.2"), "@a/b");
        assert_eq!(unversioned("pkg==1.2"), "pkg");
        assert_eq!(unversioned("pkg"), "pkg");
    }
}
