//! Who says something about a tool.

use std::fmt;

use crate::SourceName;

/// From which height somebody speaks; the highest that says something about a field decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// Candor, from evidence.
    Inferred,
    /// The source itself.
    Declared,
    /// A person, about the tool wherever it is served.
    Override,
    /// A person, about the tool in one environment.
    Environment,
    /// A person, about the tool in one toolset.
    Toolset,
}

/// Somebody who says something, and on what grounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Voice {
    /// From which height.
    pub layer: Layer,
    /// Who.
    pub who: Who,
    /// About which tools, where a person spoke: a name or a pattern.
    pub about: Option<Box<str>>,
    /// When, in microseconds since the Unix epoch, where that is known.
    pub at_micros: Option<i64>,
    /// Why, in the speaker's words; for what is inferred, the evidence.
    pub why: Option<Box<str>>,
}

/// Who speaks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// Candor.
    Candor,
    /// The source that the tool belongs to.
    Source(SourceName),
    /// A person, by the name they act under.
    Person(Box<str>),
    /// The configuration file: its name and line.
    File(Box<str>),
}

// === impl Layer ===

impl Layer {
    /// All five, lowest first.
    pub const ALL: [Self; 5] = [
        Self::Inferred,
        Self::Declared,
        Self::Override,
        Self::Environment,
        Self::Toolset,
    ];

    /// The word that is shown.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Inferred => "inferred",
            Self::Declared => "declared",
            Self::Override => "override",
            Self::Environment => "environment",
            Self::Toolset => "toolset",
        }
    }

    /// Reads the word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layer| layer.as_str() == word)
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

// === impl Voice ===

impl Voice {
    /// Candor, for this reason.
    pub fn candor(why: impl Into<Box<str>>) -> Self {
        Self {
            layer: Layer::Inferred,
            who: Who::Candor,
            about: None,
            at_micros: None,
            why: Some(why.into()),
        }
    }

    /// A source, about its own tool.
    pub fn source(name: SourceName) -> Self {
        Self {
            layer: Layer::Declared,
            who: Who::Source(name),
            about: None,
            at_micros: None,
            why: None,
        }
    }
}

/// In words: the layer, what it is about, who, and why.
impl fmt::Display for Voice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.layer)?;
        if let Some(about) = &self.about {
            write!(f, " `{about}`")?;
        }
        match &self.who {
            Who::Candor => {}
            Who::Source(name) => write!(f, " by source `{name}`")?,
            Who::Person(name) => write!(f, " by {name}")?,
            Who::File(place) => write!(f, " in {place}")?,
        }
        match &self.why {
            Some(why) => write!(f, ": {why}"),
            None => Ok(()),
        }
    }
}
