//! The two eras of the protocol, as far as a benchmark speaks them.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// How a client and a server agree on what they speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BenchEra {
    /// Every request carries its version; there are no sessions.
    Modern,
    /// A handshake opens a session, and every request names it.
    Legacy,
}

impl BenchEra {
    pub(crate) const ALL: [Self; 2] = [Self::Modern, Self::Legacy];

    /// The protocol revision that is spoken in this era.
    pub(crate) fn version(self) -> &'static str {
        match self {
            Self::Modern => "2026-07-28",
            Self::Legacy => "2025-11-25",
        }
    }

    /// The name used on the command line and in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Modern => "modern",
            Self::Legacy => "legacy",
        }
    }
}

/// Older revisions that differ in nothing this benchmark touches.
pub(crate) const LEGACY_VERSIONS: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];
