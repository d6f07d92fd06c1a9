//! The lists of tools and suggestions in front of a real gateway, and what is done to many at
//! once.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod bulk;
mod hostile;
mod kit;
mod list;
mod many;
mod places;
mod suggestions;
