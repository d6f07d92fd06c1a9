//! Configuration in, running gateway out: assembly, listening, health, shutdown.
//!
//! The other crates do not know each other; they are put together here. Nothing is
//! bound and no child is started before the settings are valid.

pub mod announced_address;
pub mod assemble;
pub mod client_socket;
pub mod confinement;
mod connections;
mod demo;
pub mod error;
pub mod functions;
pub mod health;
pub mod listen;
mod openapi;
mod own_address;
mod pack;
mod reload;
pub mod requirements;
mod setup;
mod source_factory;
pub mod source_logs;
pub mod telemetry;
mod token_need;
mod webhooks;
pub mod workspace_folder;

pub use announced_address::{AnnouncedAddress, StartNotes};
pub use assemble::{AssembledGateway, SourceStartup, assemble};
pub use client_socket::{ConversationEnd, JoinError, JoinedGateway};
pub use demo::DEMO;
pub use error::StartError;
pub use listen::{RunningServer, serve};
pub use reload::ServedConfiguration;
pub use token_need::{ONLY_THIS_MACHINE, TokenNeed};
