//! `candor import`: what other programs left behind.

pub(super) mod hypertool;
pub(super) mod mcp_json;
