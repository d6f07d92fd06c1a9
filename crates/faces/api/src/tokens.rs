//! Tokens that authenticate a request, and the roles that they give.

pub(crate) mod create;
pub(crate) mod lifetime;
pub(crate) mod list;
pub(crate) mod revoke;
pub(crate) mod view;
