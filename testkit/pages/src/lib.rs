//! Shared test support for pages: a gateway with scripted sources, a browser without scripts, and
//! the checks for every page.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

pub mod browser;
pub mod hostile;
pub mod html;
pub mod read_only;
mod recorded_calls;
pub mod redact;
pub mod world;

pub use browser::{FetchedHtml, TestBrowser};
pub use candor_gatetest::{WaitingCall, with_timeout};
pub use recorded_calls::recorded_call;
pub use world::{PageWorld, PageWorldPlan, guarded_settings, open_settings};
