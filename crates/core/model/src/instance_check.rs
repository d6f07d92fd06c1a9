//! Whether two instances of a server share state.

use crate::SourceName;

/// The result of running a server twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceCheck {
    /// The source whose server was checked.
    pub source: SourceName,
    /// The version that the server reported.
    pub server_version: Box<str>,
    /// Whether data written through one instance was visible through the other.
    pub shared: bool,
    /// What was observed, in words.
    pub evidence: Box<str>,
    /// Who ran the check.
    pub by: Box<str>,
    /// When it was run, in microseconds since the Unix epoch.
    pub at_micros: i64,
}
