//! The gateway as an MCP registry: the reading half of the API v0.1, so that clients which only take
//! servers from a registry can be pointed here.
//!
//! Every source and every toolset is an entry, and so is the gateway as a whole. An entry's remote
//! is an endpoint of this gateway, and its tools are in `_meta`, each hint with its origin. The
//! version of an entry is derived from its content, so the content of a version never changes.

mod access;
mod content;
mod history;
mod query;
mod reply;
mod router;

pub use router::{RegistryConfig, router};
