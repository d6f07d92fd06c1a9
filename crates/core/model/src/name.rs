//! The three names of a tool: its source's, its own there, and the one clients see.

use std::fmt;
use std::sync::Arc;

/// The longest name that every client accepts.
pub const EXPOSED_MAX: usize = 64;

/// A source's name: 1 to 64 of `[A-Za-z0-9_-]`. It never holds a dot, so that the first dot of
/// a namespaced name ends it. Every call copies it several times, which costs no memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceName(Arc<str>);

/// `source.tool`: what configuration, toolsets and people use. The second half is whatever the
/// source calls the tool.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QualifiedName {
    source: SourceName,
    own: Arc<str>,
}

/// What clients see: 1 to 64 of `[A-Za-z0-9_-]`, or, in transparent mode, the source's own name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExposedName(pub(crate) Box<str>);

/// Why a text is not a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// The text is empty.
    Empty,
    /// More than 64 characters.
    TooLong(String),
    /// A character outside the set.
    Character(String, char),
}

/// Under which source name rules and approvals know the gateway's own tools.
pub const MANAGEMENT_SOURCE: &str = "candor";

// === impl SourceName ===

impl SourceName {
    /// Checks and takes a name.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        if text.is_empty() {
            return Err(NameError::Empty);
        }
        if let Some(bad) = text.chars().find(|c| !is_plain(*c)) {
            return Err(NameError::Character(text.to_owned(), bad));
        }
        if text.len() > EXPOSED_MAX {
            return Err(NameError::TooLong(text.to_owned()));
        }
        Ok(Self(text.into()))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SourceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

// === impl QualifiedName ===

impl QualifiedName {
    /// Joins a source and what it calls the thing.
    pub fn new(source: SourceName, own: impl Into<Arc<str>>) -> Self {
        Self {
            source,
            own: own.into(),
        }
    }

    /// Reads `source.tool`; the first dot divides.
    pub fn parse(text: &str) -> Option<Self> {
        let (source, own) = text.split_once('.')?;
        let source = SourceName::parse(source).ok()?;
        (!own.is_empty()).then(|| Self::new(source, own))
    }

    /// The source that the tool belongs to.
    pub fn source(&self) -> &SourceName {
        &self.source
    }

    /// The name inside the source.
    pub fn own(&self) -> &str {
        &self.own
    }
}

impl fmt::Display for QualifiedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.source, self.own)
    }
}

// === impl ExposedName ===

impl ExposedName {
    /// The source's own name, unchanged: for transparent mode, where one source is all there is.
    pub fn verbatim(own: &str) -> Self {
        Self(own.into())
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ExposedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

// === impl NameError ===

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a name cannot be empty"),
            Self::TooLong(name) => {
                write!(
                    f,
                    "the name `{name}` is longer than {EXPOSED_MAX} characters"
                )
            }
            Self::Character(name, bad) => write!(
                f,
                "the name `{name}` holds `{}`; letters, digits, `_` and `-` are allowed",
                bad.escape_debug()
            ),
        }
    }
}

impl std::error::Error for NameError {}

/// Whether a character may stand in an exposed name.
pub(crate) fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_dot_divides() {
        let name = QualifiedName::parse("github.repos.list").expect("a qualified name");
        assert_eq!(
            (name.source().as_str(), name.own()),
            ("github", "repos.list")
        );
        for bad in ["github", ".x", "a.", "a b.c", ""] {
            assert_eq!(QualifiedName::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_bad_source_name_says_what_is_wrong() {
        let error = SourceName::parse("my server").expect_err("a space is not allowed");
        assert_eq!(
            error.to_string(),
            "the name `my server` holds ` `; letters, digits, `_` and `-` are allowed"
        );
        assert!(SourceName::parse(&"x".repeat(65)).is_err());
    }
}
