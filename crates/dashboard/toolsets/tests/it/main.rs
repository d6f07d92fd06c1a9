//! The pages of toolsets in front of a real gateway, a real database and scripted servers.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod building;
mod changing;
mod connecting;
mod hostile;
mod lists;
mod noting;
mod showing;
mod versions;
mod world;
