//! The validated whole.

mod audit;
mod limits;
mod server;
mod source;

pub use audit::AuditSettings;
pub use limits::LimitSettings;
pub use server::{LogFormat, ServerSettings};
pub use source::{Flavour, SourceSettings, Transport, Trust};

/// Everything that configuration says, checked. A value of this type can be used as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How the gateway itself runs.
    pub server: ServerSettings,
    /// What it will not exceed.
    pub limits: LimitSettings,
    /// What it remembers of calls.
    pub audit: AuditSettings,
    /// Where tools come from, in the order of the file; disabled ones too.
    pub sources: Vec<SourceSettings>,
}
