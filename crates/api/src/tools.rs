//! Tools with their effective annotations.

pub(crate) mod cost;
pub(crate) mod detail;
pub(crate) mod fact;
mod filter;
pub(crate) mod item;
pub(crate) mod list;
mod seen;
pub(crate) mod show;
pub(crate) mod statement;
