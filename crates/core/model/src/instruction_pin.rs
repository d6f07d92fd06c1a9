//! The accepted instructions of a source.

use crate::SourceName;

/// The pinned instructions of a source. An empty text means that the source has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstructionPin {
    /// The source they belong to.
    pub source: SourceName,
    /// The accepted text, which clients receive.
    pub accepted: Box<str>,
    /// The text the source sends now, if it differs and has not been accepted.
    pub found: Option<Box<str>>,
    /// When the newer of the two was first seen, in microseconds since the Unix epoch.
    pub at_micros: i64,
}
