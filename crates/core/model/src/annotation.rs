//! Settings and keys around annotations.

use std::fmt;

use crate::{AnnotationLayer, EnvironmentName, ToolPattern, ToolsetName};

/// Whether a source's hints are relied upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceTrust {
    /// Its hints count.
    Trusted,
    /// Its hints may only make things stricter.
    Untrusted,
}

/// Which hints an endpoint writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HintProfile {
    /// Fields that some layer set, and nothing for the rest.
    #[default]
    Known,
    /// All four hints; unset ones as the protocol's defaults.
    Explicit,
    /// What Anthropic's directory demands.
    Anthropic,
    /// What `OpenAI`'s directory demands.
    Openai,
}

/// What counts as destructive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DestructivePolicy {
    /// Deletions, revocations, cancellations.
    Deletes,
    /// Those, and overwriting what was there.
    #[default]
    Overwrites,
    /// Any write at all.
    Writes,
}

/// Where an opinion of a person counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OpinionScope {
    /// Wherever the tool is served.
    Everywhere,
    /// In one environment.
    Environment(EnvironmentName),
    /// In one toolset.
    Toolset(ToolsetName),
}

/// Which opinion: about which tools, and where it counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OpinionKey {
    /// Where it counts.
    pub scope: OpinionScope,
    /// About which tools.
    pub about: ToolPattern,
}

candor_text::string_enum! {
    /// The word in files and in the API.
    SourceTrust { Trusted => "trusted", Untrusted => "untrusted" }
}

candor_text::string_enum! {
    /// The word in files and in the API.
    HintProfile {
        Known => "known",
        Explicit => "explicit",
        Anthropic => "anthropic",
        Openai => "openai",
    }
}

candor_text::string_enum! {
    /// The word in files and in the API.
    DestructivePolicy {
        Deletes => "deletes",
        Overwrites => "overwrites",
        Writes => "writes",
    }
}

// === impl OpinionScope ===

impl OpinionScope {
    /// From which height a person speaks here.
    pub const fn layer(&self) -> AnnotationLayer {
        match self {
            Self::Everywhere => AnnotationLayer::Override,
            Self::Environment(_) => AnnotationLayer::Environment,
            Self::Toolset(_) => AnnotationLayer::Toolset,
        }
    }

    /// The environment's or toolset's name.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Everywhere => None,
            Self::Environment(name) => Some(name.as_str()),
            Self::Toolset(name) => Some(name.as_str()),
        }
    }
}

/// `everywhere`, or the environment or toolset in words.
impl fmt::Display for OpinionScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everywhere => f.write_str("everywhere"),
            Self::Environment(name) => write!(f, "environment `{name}`"),
            Self::Toolset(name) => write!(f, "toolset `{name}`"),
        }
    }
}

// === impl OpinionKey ===

impl OpinionKey {
    /// About these tools, wherever they are served.
    pub fn everywhere(about: ToolPattern) -> Self {
        Self {
            scope: OpinionScope::Everywhere,
            about,
        }
    }
}

/// The pattern, and where it counts unless that is everywhere.
impl fmt::Display for OpinionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.scope {
            OpinionScope::Everywhere => write!(f, "{}", self.about),
            scope => write!(f, "{} in {scope}", self.about),
        }
    }
}
