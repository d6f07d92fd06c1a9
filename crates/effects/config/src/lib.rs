//! Configuration from `candor.toml`, `.mcp.json`, environment and flags, with the origin of each
//! value.
//!
//! Everything here works on text and on an environment passed as a function; only
//! [`load`](mod@load) accesses files and the process. Input is read leniently: a bad entry becomes
//! a [`Diagnostic`](candor_model::Diagnostic) with its place, and the others are loaded.
//!
//! *Invariant:* no diagnostic, origin or `Debug` text contains the value of an interpolated
//! variable, of a child process's environment variable or of a header.

pub mod default_file;
pub mod endpoint;
pub mod env;
pub mod flags;
pub mod import;
pub mod load;
pub mod opinions;
pub mod origin;
pub mod read;
pub mod settings;
pub mod source_edit;
pub mod source_text;
pub mod state_scope;
pub mod text;
pub mod toolsets;

mod declare;
mod duration;
mod format;
mod free_text;
mod interpolate;
mod lines;
mod naming;
mod problem;
mod report;
mod size;
mod tree;

pub use default_file::default_toml;
pub use endpoint::{EndpointUrl, EndpointUrlError};
pub use env::EnvLookup;
pub use flags::SettingFlags;
pub use import::ImportedFile;
pub use load::{SettingsLoadError, load, load_with, load_without_file, state_folder};
pub use opinions::{OpinionFile, read_opinions, write_opinions};
pub use origin::{SettingOrigin, ShownSetting};
pub use read::{ConfigFile, LoadedSettings, UnreadableConfig, read, read_scoped};
pub use settings::{
    AuditSettings, AuthMode, CatalogueSettings, DeclaredOperations, DeclaredOpinion,
    DocumentLocation, DriftMode, EndpointSettings, EnvironmentSettings, FunctionsSettings,
    HttpFlavour, InferenceSettings, LimitSettings, LogFormat, OpenApiSettings, PackName,
    PackSettings, PolicyFileSettings, RegistryAccess, RegistryLocation, RegistrySettings,
    SecretKey, ServerSettings, Settings, SourceSettings, SourceTrust, SplitSettings,
    ToolsetSettings, TransportSettings, WebhookFormat, WebhookSettings, data_home,
};
pub use source_edit::{
    NewSource, NewTransport, SourceEditError, add_new_source, add_source, remove_source,
};
pub use state_scope::StateScope;
pub use text::TemplateText;
pub use toolsets::{ToolsetFile, read_toolsets, write_toolsets};
