//! Named selections of tools.

pub(crate) mod clone;
pub(crate) mod create;
pub(crate) mod delete;
pub(crate) mod edit;
mod fields;
pub(crate) mod list;
pub(crate) mod member;
pub(crate) mod members;
pub(crate) mod restore;
pub(crate) mod show;
pub(crate) mod versions;
pub(crate) mod view;
