//! The pages about sources in front of a real gateway, a real database and scripted servers.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod adding;
mod caring;
mod commands;
mod hostile;
mod listing;
mod several;
mod showing;
mod source_factory;
mod world;
