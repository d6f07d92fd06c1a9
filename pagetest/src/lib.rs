//! What tests of pages share: a gateway with scripted sources behind it, a browser that runs no
//! script, and what holds for every page.

pub mod browser;
pub mod html;
pub mod settle;
pub mod world;

pub use browser::{Browser, Page};
pub use world::{Plan, Waiting, World, guarded_house, open_house, soon};
