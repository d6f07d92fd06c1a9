//! Settings and keys around annotations.

use std::fmt;

use crate::{EnvironmentName, Layer, ToolPattern, ToolsetName};

/// Whether a source's hints are relied upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trust {
    /// Its hints count.
    Trusted,
    /// Its hints may only make things stricter.
    Untrusted,
}

/// Which hints an endpoint writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
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

/// What counts as destructive in this house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DestructivePolicy {
    /// Deletions, revocations, cancellations.
    Deletes,
    /// Those, and overwriting what was there.
    #[default]
    Overwrites,
    /// Any write.
    Writes,
}

/// Where an opinion of a person counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
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
    pub scope: Scope,
    /// About which tools.
    pub about: ToolPattern,
}

macro_rules! words {
    ($name:ident { $($variant:ident => $word:literal),+ $(,)? }) => {
        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word in files and in the API.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }

            /// Reads the word.
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == word)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

words!(Trust { Trusted => "trusted", Untrusted => "untrusted" });
words!(Profile {
    Known => "known",
    Explicit => "explicit",
    Anthropic => "anthropic",
    Openai => "openai",
});
words!(DestructivePolicy {
    Deletes => "deletes",
    Overwrites => "overwrites",
    Writes => "writes",
});

// === impl Scope ===

impl Scope {
    /// From which height a person speaks here.
    pub const fn layer(&self) -> Layer {
        match self {
            Self::Everywhere => Layer::Override,
            Self::Environment(_) => Layer::Environment,
            Self::Toolset(_) => Layer::Toolset,
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
impl fmt::Display for Scope {
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
            scope: Scope::Everywhere,
            about,
        }
    }
}

/// The pattern, and where it counts unless that is everywhere.
impl fmt::Display for OpinionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.scope {
            Scope::Everywhere => write!(f, "{}", self.about),
            scope => write!(f, "{} in {scope}", self.about),
        }
    }
}
