//! Patterns that match tools.

use std::cmp::Ordering;
use std::fmt;

use crate::glob;
use crate::{NameError, QualifiedName, SourceName};

/// `source.tool`, where the tool's half may contain `*` for any number of characters. The source's
/// half is always literal, so a pattern covers one source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToolPattern {
    source: SourceName,
    own: Box<str>,
}

/// Why a text is not a valid pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolPatternError {
    /// There is no dot, or nothing on one side of it.
    Shape(String),
    /// The source's half is not a valid name.
    Source(NameError),
}

/// The maximum length of a pattern, in bytes.
pub const PATTERN_MAX: usize = 400;

// === impl ToolPattern ===

impl ToolPattern {
    /// Parses `source.tool` or `source.list_*`, split at the first dot.
    pub fn parse(text: &str) -> Result<Self, ToolPatternError> {
        let shape = || ToolPatternError::Shape(text.chars().take(100).collect());
        let (source, own) = text.split_once('.').ok_or_else(shape)?;
        let odd = own.is_empty() || own.chars().any(char::is_control);
        if odd || text.len() > PATTERN_MAX {
            return Err(shape());
        }
        let source = SourceName::parse(source).map_err(ToolPatternError::Source)?;
        Ok(Self {
            source,
            own: own.into(),
        })
    }

    /// Matches exactly this tool. A tool whose own name contains `*` cannot be matched alone; no
    /// client accepts such a name either.
    pub fn exactly(name: &QualifiedName) -> Self {
        Self {
            source: name.source().clone(),
            own: name.own().into(),
        }
    }

    /// The source whose tools the pattern covers.
    pub fn source(&self) -> &SourceName {
        &self.source
    }

    /// The tool's half of the pattern.
    pub fn own(&self) -> &str {
        &self.own
    }

    /// The single tool it names, if it has no `*`.
    pub fn as_exact(&self) -> Option<QualifiedName> {
        (!self.is_wild()).then(|| QualifiedName::new(self.source.clone(), &*self.own))
    }

    /// Whether it contains `*`.
    pub fn is_wild(&self) -> bool {
        self.own.contains('*')
    }

    /// Whether it matches this tool.
    pub fn matches(&self, name: &QualifiedName) -> bool {
        self.source == *name.source() && glob::glob_matches(&self.own, name.own())
    }

    /// Orders patterns by how exactly they name tools, least exact first: wildcards before names,
    /// shorter before longer literal text, then alphabetically so that the order is total. Later
    /// patterns take precedence.
    pub fn by_exactness(&self, other: &Self) -> Ordering {
        let rank = |pattern: &Self| {
            let literal = pattern.own.bytes().filter(|byte| *byte != b'*').count();
            (!pattern.is_wild(), literal)
        };
        rank(self)
            .cmp(&rank(other))
            .then_with(|| self.source.cmp(&other.source))
            .then_with(|| self.own.cmp(&other.own))
    }
}

impl fmt::Display for ToolPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.source, self.own)
    }
}

// === impl ToolPatternError ===

impl fmt::Display for ToolPatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(text) => write!(
                f,
                "`{}` names no tool; write `source.tool`, or `source.*` for all tools of a source",
                text.escape_debug()
            ),
            Self::Source(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ToolPatternError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, name: &str) -> bool {
        let name = QualifiedName::parse(name).expect("a name");
        ToolPattern::parse(pattern)
            .expect("a pattern")
            .matches(&name)
    }

    #[test]
    fn a_star_is_any_run() {
        for (pattern, name, expect) in [
            ("shop.list_books", "shop.list_books", true),
            ("shop.list_books", "shop.list_book", false),
            ("shop.*", "shop.anything.at.all", true),
            ("shop.*", "shops.x", false),
            ("shop.list_*", "shop.list_", true),
            ("shop.*_book", "shop.add_book", true),
            ("shop.*_book", "shop.add_books", false),
            ("shop.a*b*c", "shop.aXbbYc", true),
            ("shop.a*b*c", "shop.aXc", false),
            ("shop.**", "shop.x", true),
        ] {
            assert_eq!(matches(pattern, name), expect, "{pattern} {name}");
        }
    }

    #[test]
    fn a_hostile_pattern_is_not_slow() {
        assert!(!matches(
            &format!("s.{}b", "*a".repeat(150)),
            &format!("s.{}", "a".repeat(5000))
        ));
    }

    #[test]
    fn what_is_not_a_pattern_is_said() {
        for bad in ["shop", "*", "shop.", ".x", "*.x", "s\u{7}.x", "a b.c"] {
            assert!(ToolPattern::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_more_exact_is_heard_later() {
        let mut patterns = ["s.list_books", "s.list_*", "s.*", "s.*_a"]
            .map(|text| ToolPattern::parse(text).expect("a pattern"));
        patterns.sort_by(ToolPattern::by_exactness);
        let texts = patterns.map(|pattern| pattern.to_string());
        assert_eq!(texts, ["s.*", "s.*_a", "s.list_*", "s.list_books"]);
    }
}
