//! The revisions of the Model Context Protocol and the two eras they fall into.

/// A published revision of the protocol, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum McpRevision {
    /// 2024-11-05, without annotations.
    V2024_11_05,
    /// 2025-03-26, the only one with batches.
    V2025_03_26,
    /// 2025-06-18, the first with elicitation and structured results.
    V2025_06_18,
    /// 2025-11-25, the last with a handshake.
    V2025_11_25,
    /// 2026-07-28, stateless: everything a request needs travels in its `_meta`.
    V2026_07_28,
}

/// How client and server communicate: after an `initialize` handshake, or request by request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum McpEra {
    /// Up to 2025-11-25: a handshake, then a session in which both sides send requests.
    Legacy,
    /// From 2026-07-28: requests are independent and only clients send them.
    Modern,
}

// === impl McpRevision ===

candor_text::string_enum! {
    /// The date that identifies the revision on the wire.
    McpRevision {
        V2024_11_05 => "2024-11-05",
        V2025_03_26 => "2025-03-26",
        V2025_06_18 => "2025-06-18",
        V2025_11_25 => "2025-11-25",
        V2026_07_28 => "2026-07-28",
    }
}

impl McpRevision {
    /// The newest revision with a handshake.
    pub const NEWEST_LEGACY: Self = Self::V2025_11_25;
    /// The newest revision without a handshake.
    pub const NEWEST_MODERN: Self = Self::V2026_07_28;

    /// The era of the revision.
    pub const fn era(self) -> McpEra {
        match self {
            Self::V2026_07_28 => McpEra::Modern,
            _ => McpEra::Legacy,
        }
    }
}

// === impl McpEra ===

candor_text::string_enum! {
    /// `legacy` or `modern`.
    McpEra { Legacy => "legacy", Modern => "modern" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_revision_reads_back() {
        for revision in McpRevision::ALL {
            assert_eq!(McpRevision::parse(revision.as_str()), Some(revision));
        }
        assert_eq!(McpRevision::parse("2099-01-01"), None);
        assert!(McpRevision::ALL.is_sorted());
    }
}
