//! The validated whole.

mod catalogue;
mod endpoint;
mod environment;
mod functions;
mod limits;
mod openapi;
mod opinion;
mod pack;
mod policy;
mod server;
mod source;
mod toolset;
mod webhook;

use candor_model::{FilePosition, ToolNotes};

pub use candor_model::SourceTrust;
pub use catalogue::{CatalogueSettings, RegistryAccess, RegistryLocation, RegistrySettings};
pub(crate) use endpoint::BUDGETS;
pub use endpoint::{EndpointSettings, InferenceSettings};
pub use environment::EnvironmentSettings;
pub use functions::FunctionsSettings;
pub(crate) use limits::MOST_CALLS;
pub use limits::{AuditSettings, LimitSettings};
pub use openapi::{DeclaredOperations, DocumentLocation, OpenApiSettings};
pub use opinion::DeclaredOpinion;
pub use pack::{PackName, PackSettings};
pub use policy::PolicyFileSettings;
pub use server::{AuthMode, LogFormat, SecretKey, ServerSettings, data_home};
pub use source::{DriftMode, HttpFlavour, SourceSettings, SplitSettings, TransportSettings};
pub use toolset::ToolsetSettings;
pub use webhook::{WebhookFormat, WebhookSettings};

/// Everything that configuration says, checked. A value of this type can be used as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How the gateway itself runs.
    pub server: ServerSettings,
    /// What it will not exceed.
    pub limits: LimitSettings,
    /// What it remembers of calls.
    pub audit: AuditSettings,
    /// What `/mcp` writes about tools.
    pub endpoint: EndpointSettings,
    /// What Candor concludes about tools by itself.
    pub inference: InferenceSettings,
    /// Which registries are asked for servers, and whether Candor is one.
    pub catalogue: CatalogueSettings,
    /// What is allowed, asked about or denied.
    pub policy: PolicyFileSettings,
    /// Where tools come from, in the order of the file; disabled ones too.
    pub sources: Vec<SourceSettings>,
    /// What the file says about tools, everywhere and in single environments and toolsets;
    /// keys unique.
    pub opinions: Vec<DeclaredOpinion>,
    /// The environments that the file declares, in its order; names unique.
    pub environments: Vec<EnvironmentSettings>,
    /// The toolsets that the file declares, in its order; names unique.
    pub toolsets: Vec<ToolsetSettings>,
    /// The notes that count in every toolset, by tool, and where each begins.
    pub notes: Vec<(ToolNotes, FilePosition)>,
}
