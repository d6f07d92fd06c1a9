//! What every HTTP face needs before it looks at a request: who may be addressed, and from where.

pub mod host;

pub use host::{HostCheck, HostError};
