//! Sources as the gateway keeps them: declared or added by people, made, described, renewed.

pub(crate) mod added;
pub(crate) mod credential_writer;
pub(crate) mod factory;
pub(crate) mod spec;
pub(crate) mod status;
