//! The validated settings.

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

/// All validated settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Settings of the gateway itself.
    pub server: ServerSettings,
    /// The `[limits]` table.
    pub limits: LimitSettings,
    /// The `[audit]` table.
    pub audit: AuditSettings,
    /// Settings of the endpoint `/mcp`.
    pub endpoint: EndpointSettings,
    /// The `[inference]` table.
    pub inference: InferenceSettings,
    /// Settings of the server catalogue: registries to query, and Candor's own registry.
    pub catalogue: CatalogueSettings,
    /// The `[policy]` table.
    pub policy: PolicyFileSettings,
    /// The sources in the order of the file, including disabled ones.
    pub sources: Vec<SourceSettings>,
    /// The annotation overrides in the file, global and of environments and toolsets, with distinct
    /// keys.
    pub opinions: Vec<DeclaredOpinion>,
    /// The environments that the file declares, in its order; names unique.
    pub environments: Vec<EnvironmentSettings>,
    /// The toolsets that the file declares, in its order; names unique.
    pub toolsets: Vec<ToolsetSettings>,
    /// The notes that count in every toolset, by tool, and where each begins.
    pub notes: Vec<(ToolNotes, FilePosition)>,
}
