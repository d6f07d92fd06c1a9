//! Whether two instances of a server share what it knows.

use crate::SourceName;

/// What was found when a server was started twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceCheck {
    /// The source whose server was checked.
    pub source: SourceName,
    /// What the server called its version.
    pub server_version: Box<str>,
    /// Whether what was written through one instance was seen by the other.
    pub shared: bool,
    /// What was seen, in words.
    pub evidence: Box<str>,
    /// Who verified it.
    pub by: Box<str>,
    /// When, in microseconds since the Unix epoch.
    pub at_micros: i64,
}
