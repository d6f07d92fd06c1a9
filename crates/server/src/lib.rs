//! Configuration in, running gateway out: assembly, listening, health, shutdown.
//!
//! The rooms that do the work do not know each other; here they are put together. Nothing is
//! bound and no child is started before the settings have been found good.

pub mod assemble;
pub mod error;
pub mod health;
pub mod listen;
mod setup;
pub mod telemetry;

pub use assemble::{Waking, assemble};
pub use error::StartError;
pub use listen::{Running, serve};
