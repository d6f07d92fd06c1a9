//! What every page shares, in front of a real gateway: its door, its forms and its stream.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod form;
mod live;
mod upload;
