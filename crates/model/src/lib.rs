//! The nouns of Candor: names, protocol revisions, secrets, diagnostics and the audit of calls.
//!
//! Nothing here does input or output, reads a clock or knows a file format. Borders (the file,
//! the database, the wire) have types of their own and convert.

pub mod audit;
pub mod diagnostic;
pub mod digest;
pub mod id;
pub mod level;
pub mod name;
pub mod naming;
pub mod protocol;
pub mod secret;

pub use audit::{CallBegun, CallEnded, CallKind, Outcome};
pub use diagnostic::{Diagnostic, Place, Severity};
pub use digest::Digest;
pub use id::{CallId, SessionId};
pub use level::Level;
pub use name::{ExposedName, NameError, QualifiedName, SourceName};
pub use protocol::{Era, Revision};
pub use secret::Secret;
