//! `candor import`: imports other programs' configuration files.

pub(super) mod hypertool;
pub(super) mod mcp_json;
