//! MCP registries, queried over HTTP or read from files, and cached on disk.
//!
//! A [`RegistryClient`] queries a registry only if its cache is old, and only for changes since. An
//! unavailable registry is shown from the cache, with its age and the reason. The cache is one file
//! per registry in the data directory; a damaged file counts as empty.

mod addition;
mod api;
mod cache;
mod client;
mod error;
mod files;
mod headers;
mod limits;
mod looks;
mod new_source;
mod refresh;
mod shared;
mod view;

pub use addition::{AdditionError, AdditionInput, ServerAddition, chosen_option, plan_addition};
pub use client::{Freshness, RegistryClient};
pub use error::RegistryError;
pub use limits::RegistryLimits;
pub use looks::{InspectedServer, InspectedTool};
pub use new_source::{new_source, source_name, usual_confinement};
pub use shared::{PromptView, SharedCatalogue};
pub use view::{CatalogueView, FoundEntries, KnownEntry, RegistryState};
