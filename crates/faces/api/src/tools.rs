//! Tools with their effective annotations.

pub(crate) mod cost;
pub(crate) mod detail;
pub(crate) mod effective;
mod endpoint_tools;
mod filter;
pub(crate) mod item;
pub(crate) mod list;
pub(crate) mod show;
pub(crate) mod statement;
