//! Configuration in, running gateway out: assembly, listening, health, shutdown.
//!
//! The rooms that do the work do not know each other; here they are put together. Nothing is
//! bound and no child is started before the settings have been found good.

pub mod assemble;
mod demo;
pub mod error;
pub mod functions;
pub mod health;
pub mod listen;
mod openapi;
mod pack;
mod setup;
pub mod survey;
pub mod telemetry;
mod webhooks;
mod workbench;

pub use assemble::{Assembled, Waking, assemble};
pub use demo::DEMO;
pub use error::StartError;
pub use listen::{Running, serve};
