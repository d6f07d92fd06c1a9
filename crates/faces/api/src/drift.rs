//! Definitions that are no longer the pinned ones.

pub(crate) mod accept;
pub(crate) mod list;
pub(crate) mod show;
pub(crate) mod view;
