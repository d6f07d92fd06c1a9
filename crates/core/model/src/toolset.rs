//! A named selection of tools.

use std::fmt;

use crate::{Hint, HintProfile, SourceName, ToolNotes, ToolPattern, ToolRef, ToolsetName};

/// A toolset: which tools, in which order, and what people say about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolset {
    /// The name, unique among toolsets.
    pub name: ToolsetName,
    /// What it is for.
    pub description: String,
    /// What is in it, in the order in which it is shown.
    pub members: Vec<ToolsetMember>,
    /// Notes on its tools; no two entries about the same tool.
    pub notes: Vec<ToolNotes>,
    /// When a person is asked before a call.
    pub confirm: Vec<(ToolPattern, ConfirmMode)>,
    /// Which hints its endpoint writes, if not those of the plain endpoint.
    pub profile: Option<HintProfile>,
    /// Whether its endpoint says where each hint comes from, if not as the plain endpoint does.
    pub provenance: Option<bool>,
    /// How many characters a description may have with its notes, if not as everywhere.
    pub budget: Option<usize>,
    /// Whether its endpoint serves the prompts and resources of the sources that its tools come
    /// from.
    pub prompts_and_resources: bool,
}

/// Something that puts tools into a toolset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ToolsetMember {
    /// One tool. With an id, only while it is what it was.
    Tool(ToolRef),
    /// Every tool whose name fits.
    Pattern(ToolPattern),
    /// Every tool that is relied upon to be so.
    Hint {
        /// Of this source only.
        source: Option<SourceName>,
        /// The hint that must be relied upon.
        hint: Hint,
        /// The value that the hint must have.
        value: bool,
    },
    /// Every tool of every source.
    Every,
    /// No tool whose name fits, whatever else puts it there.
    Except(ToolPattern),
}

/// When a person is asked before a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConfirmMode {
    /// Before every call.
    Always,
    /// Before the first call of a caller.
    First,
    /// Never, whatever its hints say.
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

/// Every tool, as a text.
const EVERY: &str = "*";
/// What stands before tools that are left out.
const EXCEPT: char = '!';

impl ToolsetMember {
    /// Reads `source.tool`, `source.list_*`, `read_only=true`, `source:read_only=true`, `*`, or
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

/// As it is read; a tool that is only known by its id as the id.
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
