//! Tokens: what somebody presents to be recognised, and what they may do then.

pub(crate) mod create;
pub(crate) mod lasting;
pub(crate) mod list;
pub(crate) mod revoke;
pub(crate) mod view;
