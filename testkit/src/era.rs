//! The two eras of MCP, and the revisions of each.

use std::str::FromStr;

/// The clients that a test server accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerEra {
    /// Every revision, distinguished per request.
    Both,
    /// Only revisions up to 2025-11-25, with the `initialize` handshake.
    Legacy,
    /// Only 2026-07-28, where every request carries its own `_meta`.
    Modern,
}

/// The error for an unknown era.
#[derive(Debug, thiserror::Error)]
#[error("unknown era `{0}`: use `both`, `legacy` or `modern`")]
pub struct UnknownEra(String);

/// A protocol revision, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProtocolRevision {
    /// The first one; HTTP+SSE transport.
    V2024_11_05,
    /// Streamable HTTP, tool annotations, audio, batches.
    V2025_03_26,
    /// Elicitation, structured results, titles; no batches.
    V2025_06_18,
    /// Icons, URL elicitation, richer enums.
    V2025_11_25,
    /// The revision of stateless requests.
    V2026_07_28,
}

// === impl ServerEra ===

impl ServerEra {
    /// The one or the other, in turn.
    pub fn in_turn(number: usize) -> Self {
        [Self::Legacy, Self::Modern][number % 2]
    }

    /// The era as the command line spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Legacy => "legacy",
            Self::Modern => "modern",
        }
    }
}

impl FromStr for ServerEra {
    type Err = UnknownEra;

    fn from_str(word: &str) -> Result<Self, UnknownEra> {
        match word {
            "both" => Ok(Self::Both),
            "legacy" => Ok(Self::Legacy),
            "modern" => Ok(Self::Modern),
            other => Err(UnknownEra(other.to_owned())),
        }
    }
}

// === impl ProtocolRevision ===

impl ProtocolRevision {
    /// The newest revision that starts with `initialize`.
    pub const NEWEST_LEGACY: Self = Self::V2025_11_25;
    /// The newest revision of all.
    pub const MODERN: Self = Self::V2026_07_28;

    /// Every revision, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// The date that names the revision on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision that a date names, if there is one.
    pub fn parse(date: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|revision| revision.as_str() == date)
    }

    /// Whether requests of this revision carry their own `_meta` and know no session.
    pub fn is_modern(self) -> bool {
        self >= Self::MODERN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_date_names_its_revision() {
        for revision in ProtocolRevision::ALL {
            assert_eq!(ProtocolRevision::parse(revision.as_str()), Some(revision));
        }
        assert_eq!(ProtocolRevision::parse("2025-01-01"), None);
    }

    #[test]
    fn an_unknown_era_is_named_with_the_way_out() {
        let error = "old".parse::<ServerEra>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown era `old`: use `both`, `legacy` or `modern`"
        );
        for era in [ServerEra::Both, ServerEra::Legacy, ServerEra::Modern] {
            assert_eq!(era.as_str().parse::<ServerEra>().unwrap(), era);
        }
    }
}
