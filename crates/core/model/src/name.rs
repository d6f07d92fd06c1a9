//! The names of a tool: its source, its own name there, and the exposed name.

use std::fmt;
use std::sync::Arc;

/// The longest tool name that every client accepts.
pub const EXPOSED_MAX: usize = 64;

/// A source's name: 1 to 64 of `[A-Za-z0-9_-]`. It never contains a dot, so the first dot of a
/// namespaced name ends it. Cloned several times per call, hence the `Arc`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceName(Arc<str>);

/// `source.tool`, as used in configuration, in toolsets and by people. The second half is the
/// source's own name for the tool, in any characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QualifiedName {
    source: SourceName,
    own: Arc<str>,
}

/// The name clients see: 1 to 64 of `[A-Za-z0-9_-]` or, in transparent mode, the source's own name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExposedName(pub(crate) Box<str>);

/// Why a text is not a valid name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// The text is empty.
    Empty,
    /// It has more than 64 characters.
    TooLong(String),
    /// It contains a character outside the allowed set.
    Character(String, char),
}

/// The source name of the gateway's own tools in rules and approvals.
pub const MANAGEMENT_SOURCE: &str = "candor";

// === impl SourceName ===

impl SourceName {
    /// Validates a name.
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
    /// Joins a source name and the source's own name for the tool.
    pub fn new(source: SourceName, own: impl Into<Arc<str>>) -> Self {
        Self {
            source,
            own: own.into(),
        }
    }

    /// Parses `source.tool`, split at the first dot.
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
    /// The source's own name, unchanged: for transparent mode, which serves a single source.
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

/// Whether a character may be used in an exposed name.
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
