//! The pages of the catalogue in front of a real gateway, a real database and scripted registries.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod adding;
mod hostile;
mod listing;
mod outage;
mod showing;
mod source_factory;
mod world;
