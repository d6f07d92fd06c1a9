//! The levels of confinement.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How strictly a program is confined.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum ConfineLevel {
    /// Not at all.
    #[default]
    Off,
    /// It may do everything, and what it changes or reaches is observed.
    Watch,
    /// It reads no keys, writes its own folders only, and touches no other process.
    Standard,
    /// Only what is explicitly allowed.
    Strict,
}

/// The error for an unknown level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a level of confinement; use `off`, `watch`, `standard` or `strict`")]
pub struct UnknownLevel(pub String);

// === impl ConfineLevel ===

impl ConfineLevel {
    /// Every level, the loosest first.
    pub const ALL: [Self; 4] = [Self::Off, Self::Watch, Self::Standard, Self::Strict];

    /// The value in the configuration.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Watch => "watch",
            Self::Standard => "standard",
            Self::Strict => "strict",
        }
    }

    /// Whether anything is refused at this level.
    pub fn is_enforced(self) -> bool {
        self >= Self::Standard
    }
}

impl fmt::Display for ConfineLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ConfineLevel {
    type Err = UnknownLevel;

    fn from_str(word: &str) -> Result<Self, UnknownLevel> {
        let found = Self::ALL.into_iter().find(|level| level.as_str() == word);
        found.ok_or_else(|| UnknownLevel(word.chars().take(40).collect()))
    }
}
