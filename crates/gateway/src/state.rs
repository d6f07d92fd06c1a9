//! The stored state: a snapshot that follows the store.

pub(crate) mod configuration;
pub(crate) mod environment_variables;
pub(crate) mod policy_settings;
pub(crate) mod retention;
pub(crate) mod saved_rules;
pub(crate) mod snapshot;
pub(crate) mod store_follower;
pub(crate) mod workspace_settings;
