//! How it is decided which calls are asked about: rules, preferences and times.

pub(crate) mod preferences;
pub(crate) mod show;
pub(crate) mod view;
