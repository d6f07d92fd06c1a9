//! MCP registries: asked over HTTP or read from files, remembered on disk.
//!
//! A [`RegistryClient`] asks a registry only when what is remembered of it is old, and only for
//! what changed since. What it could not ask, it shows as it was, with its age and a sentence. The
//! memory is one file for each registry in the data directory; a file that is damaged counts as
//! empty.

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
