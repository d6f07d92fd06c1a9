//! Named sets of variables and annotations.

pub(crate) mod create;
pub(crate) mod delete;
pub(crate) mod edit;
pub(crate) mod list;
pub(crate) mod show;
pub(crate) mod variables;
pub(crate) mod view;
