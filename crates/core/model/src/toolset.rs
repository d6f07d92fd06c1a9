//! Toolsets: named selections of tools.

use std::fmt;

use crate::{Hint, HintProfile, SourceName, ToolNotes, ToolPattern, ToolRef, ToolsetName};

/// A toolset: its tools in order, their notes and its overrides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolset {
    /// The name, unique among toolsets.
    pub name: ToolsetName,
    /// What it is for.
    pub description: String,
    /// The members, in display order.
    pub members: Vec<ToolsetMember>,
    /// Notes on its tools, at most one entry per tool.
    pub notes: Vec<ToolNotes>,
    /// When approval is required, by tool pattern.
    pub confirm: Vec<(ToolPattern, ConfirmMode)>,
    /// The hint profile of its endpoint; `None` uses the plain endpoint's.
    pub profile: Option<HintProfile>,
    /// Whether its endpoint shows where each hint comes from; `None` uses the plain endpoint's
    /// setting.
    pub provenance: Option<bool>,
    /// The maximum length of a description with its notes, in characters; `None` uses the default.
    pub budget: Option<usize>,
    /// Whether its endpoint also serves the prompts and resources of its tools' sources.
    pub prompts_and_resources: bool,
}

/// An entry that adds tools to a toolset or excludes some.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ToolsetMember {
    /// One tool. If the reference has an id, only while the definition matches it.
    Tool(ToolRef),
    /// Every tool whose name matches.
    Pattern(ToolPattern),
    /// Every tool whose relied-upon hint has a given value.
    Hint {
        /// Limits the selection to this source.
        source: Option<SourceName>,
        /// The hint to compare.
        hint: Hint,
        /// The value it must have.
        value: bool,
    },
    /// Every tool of every source.
    Every,
    /// Excludes matching tools, whichever other members add them.
    Except(ToolPattern),
}

/// When approval is required before a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConfirmMode {
    /// Before every call.
    Always,
    /// Before a caller's first call.
    First,
    /// Never, regardless of the hints.
    Never,
}

// === impl Toolset ===

impl Toolset {
    /// An empty toolset.
    pub fn new(name: ToolsetName) -> Self {
        Self {
            name,
            description: String::new(),
            members: Vec::new(),
            notes: Vec::new(),
            confirm: Vec::new(),
            profile: None,
            provenance: None,
            budget: None,
            prompts_and_resources: true,
        }
    }
}

// === impl ToolsetMember ===

/// The text form of [`ToolsetMember::Every`].
const EVERY: &str = "*";
/// The prefix of excluded tools.
const EXCEPT: char = '!';

impl ToolsetMember {
    /// Parses `source.tool`, `source.list_*`, `read_only=true`, `source:read_only=true`, `*`, or
    /// `!source.tool`.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == EVERY {
            return Ok(Self::Every);
        }
        if let Some(pattern) = text.strip_prefix(EXCEPT) {
            let pattern = ToolPattern::parse(pattern).map_err(|error| error.to_string())?;
            return Ok(Self::Except(pattern));
        }
        if let Some((left, value)) = text.split_once('=') {
            return Self::parse_hint(text, left, value);
        }
        let pattern = ToolPattern::parse(text).map_err(|error| error.to_string())?;
        Ok(match pattern.as_exact() {
            Some(name) => Self::Tool(ToolRef::named(name)),
            None => Self::Pattern(pattern),
        })
    }

    fn parse_hint(text: &str, left: &str, value: &str) -> Result<Self, String> {
        let (source, hint) = match left.split_once(':') {
            Some((source, hint)) => {
                let source = SourceName::parse(source).map_err(|error| error.to_string())?;
                (Some(source), hint)
            }
            None => (None, left),
        };
        match (Hint::parse(hint), value.parse()) {
            (Some(hint), Ok(value)) => Ok(Self::Hint {
                source,
                hint,
                value,
            }),
            _ => Err(format!(
                "`{}` selects nothing; write a hint such as `read_only=true`, or `source.tool`",
                text.escape_debug()
            )),
        }
    }
}

/// The form that [`ToolsetMember::parse`] reads; a tool known only by its id is shown as the id.
impl fmt::Display for ToolsetMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tool(tool) => tool.fmt(f),
            Self::Pattern(pattern) => pattern.fmt(f),
            Self::Hint {
                source,
                hint,
                value,
            } => {
                if let Some(source) = source {
                    write!(f, "{source}:")?;
                }
                write!(f, "{}={value}", hint.key())
            }
            Self::Every => f.write_str(EVERY),
            Self::Except(pattern) => write!(f, "{EXCEPT}{pattern}"),
        }
    }
}

// === impl ConfirmMode ===

candor_text::string_enum! {
    /// The word in files and in the API.
    ConfirmMode {
        Always => "always",
        First => "first",
        Never => "never",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_read_as_they_are_shown() {
        for text in [
            "shop.list_books",
            "shop.list_*",
            "read_only=true",
            "shop:destructive=false",
            "*",
            "!shop.delete_book",
            "!shop.delete_*",
            "!shop.odd=name",
        ] {
            assert_eq!(
                ToolsetMember::parse(text).map(|one| one.to_string()),
                Ok(text.to_owned())
            );
        }
        assert!(ToolsetMember::parse("readOnlyHint=true").is_ok());
        for bad in [
            "",
            "shop",
            "readonly=true",
            "read_only=yes",
            "a b:read_only=true",
            "!",
            "!*",
            "!shop",
            "!!shop.x",
            "**",
        ] {
            assert!(ToolsetMember::parse(bad).is_err(), "{bad}");
        }
    }
}
