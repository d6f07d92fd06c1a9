//! Log levels in the order of their weight.

/// The levels of the protocol, least first.
const LEVELS: [&str; 8] = [
    "debug",
    "info",
    "notice",
    "warning",
    "error",
    "critical",
    "alert",
    "emergency",
];

/// A level; greater is graver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LogLevel(usize);

impl LogLevel {
    pub(crate) const DEBUG: Self = Self(0);
    pub(crate) const INFO: Self = Self(1);

    pub(crate) fn parse(word: &str) -> Option<Self> {
        LEVELS.iter().position(|level| *level == word).map(Self)
    }

    pub(crate) fn as_str(self) -> &'static str {
        LEVELS[self.0]
    }
}
