//! candor.toml, .mcp.json, environment and flags, and where each value came from.
//!
//! Everything here works on text that it is handed and an environment that is a function; only
//! [`load`](mod@load) touches files and the process. What people write is read leniently: one
//! bad entry is a [`Diagnostic`](candor_model::Diagnostic) with its place, and the others load.
//!
//! *Invariant:* no diagnostic, origin or `Debug` text holds the value of an interpolated
//! variable, of an environment variable of a child process or of a header.

pub mod endpoint;
pub mod env;
pub mod flags;
pub mod import;
pub mod load;
pub mod opinions;
pub mod origin;
pub mod read;
pub mod settings;
pub mod sketch;
pub mod text;
pub mod toolsets;

mod duration;
mod format;
mod interpolate;
mod lines;
mod naming;
mod problem;
mod quote;
mod report;
mod size;
mod tree;
mod words;

pub use endpoint::{Endpoint, EndpointError};
pub use env::Environment;
pub use flags::Flags;
pub use import::Imported;
pub use load::{LoadError, load, load_with};
pub use opinions::{OpinionFile, read_opinions, write_opinions};
pub use origin::{Origin, Shown};
pub use read::{File, Loaded, Unreadable, read};
pub use settings::{
    AuditSettings, AuthMode, DeclaredOpinion, DocumentAt, DriftMode, EndpointSettings,
    EnvironmentSettings, Flavour, FunctionsSettings, InferenceSettings, LimitSettings, LogFormat,
    OpenApiSettings, Operations, PackName, PackSettings, PolicySettings, SecretKey, ServerSettings,
    Settings, SourceSettings, ToolsetSettings, Transport, Trust, WebhookFormat, WebhookSettings,
};
pub use text::Text;
pub use toolsets::{ToolsetFile, read_toolsets, write_toolsets};

/// The commented default `candor.toml`: every key with its default and what it does.
pub const DEFAULT_TOML: &str = include_str!("default.toml");
