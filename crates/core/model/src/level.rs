//! Log levels of the protocol.

/// The log levels of the protocol, least severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum McpLogLevel {
    /// Details for developers.
    Debug,
    /// Messages about normal operation.
    Info,
    /// Normal but significant.
    Notice,
    /// A potential problem.
    Warning,
    /// An operation failed.
    Error,
    /// A component failed.
    Critical,
    /// Immediate action is required.
    Alert,
    /// The system is unusable.
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
