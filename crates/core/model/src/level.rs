//! How grave a log message is.

/// The levels of the protocol, least grave first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum McpLogLevel {
    /// Details for developers.
    Debug,
    /// Things go their way.
    Info,
    /// Normal, but worth noting.
    Notice,
    /// Something may go wrong.
    Warning,
    /// Something went wrong.
    Error,
    /// A part has failed.
    Critical,
    /// Immediate action is needed.
    Alert,
    /// Nothing works any more.
    Emergency,
}

// === impl McpLogLevel ===

candor_text::string_enum! {
    /// The name on the wire.
    McpLogLevel {
        Debug => "debug",
        Info => "info",
        Notice => "notice",
        Warning => "warning",
        Error => "error",
        Critical => "critical",
        Alert => "alert",
        Emergency => "emergency",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_ordered_as_they_are_listed() {
        assert!(McpLogLevel::ALL.is_sorted());
        assert_eq!(McpLogLevel::parse("warning"), Some(McpLogLevel::Warning));
        assert_eq!(McpLogLevel::parse("WARNING"), None);
    }
}
