//! What clients and live pages are told when something changes, and who is there to be told.

pub(crate) mod event;
pub(crate) mod sessions;
pub(crate) mod ui_events;
