//! What tests of pages share: a gateway with scripted sources behind it, a browser that runs no
//! script, and what holds for every page.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

pub mod browser;
pub mod html;
pub mod settle;
pub mod world;

pub use browser::{Browser, Page};
pub use candor_gatetest::{Waiting, soon};
pub use world::{Plan, World, guarded_house, open_house};
