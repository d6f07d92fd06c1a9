//! Registry entries: one version of one server.

use std::fmt;

use candor_model::Digest;
use serde_json::Value;

use crate::limits::NAME_MAX;
use crate::run::LaunchOption;
use crate::{EntryPackage, EntryRemote, EntryTool};

/// The name of a server: a namespace in reverse DNS form, a slash, and a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerName(Box<str>);

/// Why a text is no server's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServerNameError {
    /// There is not exactly one slash with something on both sides.
    #[error("{0} is not a server name: write `namespace/name`, such as `io.github.ada/weather`")]
    Shape(String),
    /// There is a character that the format does not allow.
    #[error("{name} is not a server name: {character} is not allowed in it")]
    Character {
        /// The name, as it can be shown.
        name: String,
        /// The character, as it can be shown.
        character: String,
    },
    /// It is longer than the format allows.
    #[error("a server name has at most {NAME_MAX} characters; {0} has more")]
    Long(String),
}

/// The state of an entry according to its registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryStatus {
    /// It can be used.
    Active,
    /// Its publisher advises against it.
    Deprecated,
    /// It was taken out of the registry.
    Deleted,
}

candor_text::string_enum! {
    /// `active`, `deprecated` or `deleted`.
    EntryStatus {
        Active => "active",
        Deprecated => "deprecated",
        Deleted => "deleted",
    }
}

/// One version of a server, as far as it was understood. Texts are safe to display.
#[derive(Clone, Debug)]
pub struct RegistryEntry {
    /// The name, identical in every registry.
    pub name: ServerName,
    /// The title to display instead of the name.
    pub title: Option<String>,
    /// The publisher's description.
    pub description: String,
    /// The version of the server.
    pub version: String,
    /// The website: an `https` or `http` URL.
    pub website: Option<String>,
    /// The source code repository: an `https` or `http` URL.
    pub repository: Option<String>,
    /// The ways to run it: packages first, then remotes.
    pub options: Vec<LaunchOption>,
    /// The tools declared by the publisher or the registry, if any are.
    pub tools: Option<Vec<EntryTool>>,
    /// Its state in the registry.
    pub status: EntryStatus,
    /// Why it has this state.
    pub status_message: Option<String>,
    /// When it was published, as the registry writes it.
    pub published_at: Option<String>,
    /// When the registry changed it last, as the registry writes it.
    pub updated_at: Option<String>,
    /// Whether the registry calls this the latest version.
    pub is_latest: bool,
    /// Parts that were left out or unusable, as sentences.
    pub remarks: Vec<String>,
    /// The digest of its `server.json`: a version whose digest changes is not what it was.
    pub digest: Digest,
    /// The entry as the registry sent it, with everything that is not understood here.
    pub document: Value,
}

// === impl RegistryEntry ===

impl RegistryEntry {
    /// The title, or the part of the name after the slash.
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or_else(|| self.name.short())
    }

    /// Its packages, in their order.
    pub fn packages(&self) -> impl Iterator<Item = &EntryPackage> {
        self.options.iter().filter_map(|option| match option {
            LaunchOption::Package(package) => Some(package.as_ref()),
            LaunchOption::Remote(_) => None,
        })
    }

    /// Its remotes, in their order.
    pub fn remotes(&self) -> impl Iterator<Item = &EntryRemote> {
        self.options.iter().filter_map(|option| match option {
            LaunchOption::Remote(remote) => Some(remote.as_ref()),
            LaunchOption::Package(_) => None,
        })
    }
}

// === impl ServerName ===

impl ServerName {
    /// Parses a name.
    pub fn parse(text: &str) -> Result<Self, ServerNameError> {
        let shown = || candor_text::quote(text);
        if text.chars().count() > NAME_MAX {
            return Err(ServerNameError::Long(shown()));
        }
        let Some((namespace, name)) = text.split_once('/') else {
            return Err(ServerNameError::Shape(shown()));
        };
        if namespace.is_empty() || name.is_empty() || name.contains('/') {
            return Err(ServerNameError::Shape(shown()));
        }
        let in_namespace = |c: char| c.is_ascii_alphanumeric() || ".-".contains(c);
        let in_name = |c: char| in_namespace(c) || c == '_';
        let wrong = namespace
            .chars()
            .find(|c| !in_namespace(*c))
            .or_else(|| name.chars().find(|c| !in_name(*c)));
        if let Some(wrong) = wrong {
            return Err(ServerNameError::Character {
                name: shown(),
                character: candor_text::quote(&wrong.to_string()),
            });
        }
        Ok(Self(text.into()))
    }

    /// The whole name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part before the slash.
    pub fn namespace(&self) -> &str {
        self.0
            .split_once('/')
            .map_or("", |(namespace, _)| namespace)
    }

    /// The part after the slash.
    pub fn short(&self) -> &str {
        self.0.split_once('/').map_or(&*self.0, |(_, name)| name)
    }
}

impl fmt::Display for ServerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_one_slash_and_plain_characters() {
        for good in ["io.github.ada/weather", "a/b", "com.example/my_server.v2-x"] {
            let name = ServerName::parse(good).expect("a name");
            assert_eq!(name.as_str(), good);
        }
        let long = format!("a/{}", "b".repeat(NAME_MAX));
        for bad in [
            "",
            "weather",
            "/b",
            "a/",
            "a/b/c",
            "a b/c",
            "a_b/c",
            "a/<b>",
            "a/b\u{202e}c",
            "а/b",
            "a/../b",
            "a/b\n",
            &long,
        ] {
            assert!(ServerName::parse(bad).is_err(), "{bad:?}");
        }
        let name = ServerName::parse("com.example/x").expect("a name");
        assert_eq!((name.namespace(), name.short()), ("com.example", "x"));
    }

    #[test]
    fn what_is_wrong_with_a_name_is_shown_escaped() {
        let error = ServerName::parse("a/b\u{202e}c").expect_err("a bad name");
        insta::assert_snapshot!(error, @r"`a/b\u{202e}c` is not a server name: `\u{202e}` is not allowed in it");
    }
}
