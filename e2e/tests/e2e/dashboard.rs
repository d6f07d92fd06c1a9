//! The dashboard in a real browser, in front of the real gateway.
//!
//! Chromium is driven through its driver, as a person would use it: by what is written on links
//! and buttons. A page that says something in its console, or asks for something elsewhere, fails
//! the test that opened it.

mod access;
mod admin_pages;
mod approvals;
mod audit;
mod axe;
mod catalogue;
mod hostile;
mod keyboard;
mod live;
mod palette;
mod quiet;
mod rules;
mod scriptless;
mod shop_gateway;
mod smoke;
mod sources;
mod tool;
mod tools;
mod toolsets;
mod tour;
mod try_it;
mod widths;

use candor_testkit::browser::{self, driver};
