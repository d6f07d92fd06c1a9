//! `candor import`: files of other programs.

pub(super) mod hypertool;
pub(super) mod mcp_json;
