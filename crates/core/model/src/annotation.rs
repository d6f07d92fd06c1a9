//! Settings that control which annotations are used and written, and the keys of opinions.

use std::fmt;

use crate::{AnnotationLayer, EnvironmentName, ToolPattern, ToolsetName};

/// Whether a source's hints are relied upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceTrust {
    /// Its hints are used as declared.
    Trusted,
    /// Its hints are used only where they make policy stricter.
    Untrusted,
}

/// Which hints an endpoint writes into its tool list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HintProfile {
    /// The hints that some layer sets; unset hints are left out.
    #[default]
    Known,
    /// All four hints; unset ones get the protocol's defaults.
    Explicit,
    /// The hints that Anthropic's connector directory requires.
    Anthropic,
    /// The hints that `OpenAI`'s app directory requires.
    Openai,
}

/// Which operations count as destructive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DestructivePolicy {
    /// Only deletions, revocations and cancellations.
    Deletes,
    /// Those, and overwriting existing data.
    #[default]
    Overwrites,
    /// Any operation that writes, even if it only adds.
    Writes,
}

/// Where a person's opinion applies.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OpinionScope {
    /// Everywhere the tool is served.
    Everywhere,
    /// In one environment.
    Environment(EnvironmentName),
    /// In one toolset.
    Toolset(ToolsetName),
}

/// The key of an opinion: the tools it is about and where it applies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OpinionKey {
    /// Where the opinion applies.
    pub scope: OpinionScope,
    /// The tools it is about.
    pub about: ToolPattern,
}

candor_text::string_enum! {
    /// The value used in configuration files and in the API.
    SourceTrust { Trusted => "trusted", Untrusted => "untrusted" }
}

candor_text::string_enum! {
    /// The value used in configuration files and in the API.
    HintProfile {
        Known => "known",
        Explicit => "explicit",
        Anthropic => "anthropic",
        Openai => "openai",
    }
}

candor_text::string_enum! {
    /// The value used in configuration files and in the API.
    DestructivePolicy {
        Deletes => "deletes",
        Overwrites => "overwrites",
        Writes => "writes",
    }
}

// === impl OpinionScope ===

impl OpinionScope {
    /// The annotation layer that an opinion with this scope belongs to.
    pub const fn layer(&self) -> AnnotationLayer {
        match self {
            Self::Everywhere => AnnotationLayer::Override,
            Self::Environment(_) => AnnotationLayer::Environment,
            Self::Toolset(_) => AnnotationLayer::Toolset,
        }
    }

    /// The name of the environment or toolset; `None` for [`OpinionScope::Everywhere`].
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Everywhere => None,
            Self::Environment(name) => Some(name.as_str()),
            Self::Toolset(name) => Some(name.as_str()),
        }
    }
}

/// `everywhere`, or for example ``environment `staging` ``.
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
    /// An opinion about these tools that applies everywhere.
    pub fn everywhere(about: ToolPattern) -> Self {
        Self {
            scope: OpinionScope::Everywhere,
            about,
        }
    }
}

/// The pattern, followed by the scope unless that is `everywhere`.
impl fmt::Display for OpinionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.scope {
            OpinionScope::Everywhere => write!(f, "{}", self.about),
            scope => write!(f, "{} in {scope}", self.about),
        }
    }
}
