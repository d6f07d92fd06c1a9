//! Sources in the gateway: their settings, their status, and the sources that people add.

pub(crate) mod added;
pub(crate) mod credential_writer;
pub(crate) mod factory;
pub(crate) mod spec;
pub(crate) mod status;
