//! Events for clients and live pages, and the open sessions.

pub(crate) mod event;
pub(crate) mod sessions;
pub(crate) mod ui_events;
