//! What a server wants models to know, as it was last accepted.

use crate::SourceName;

/// The instructions that a source is held to. An empty text is a source without instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstructionPin {
    /// Whose instructions they are.
    pub source: SourceName,
    /// The text that was accepted, and that clients get.
    pub accepted: Box<str>,
    /// The text that the source sends now, if it is another one that nobody has accepted.
    pub found: Option<Box<str>>,
    /// When the newest of the two was first seen, in microseconds since the Unix epoch.
    pub at_micros: i64,
}
