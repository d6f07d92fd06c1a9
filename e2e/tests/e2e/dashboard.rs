//! The dashboard in a real browser, in front of the real gateway.
//!
//! Chromium is driven through its driver, as a person would use it: by what is written on links
//! and buttons. A page that says something in its console, or asks for something elsewhere, fails
//! the test that opened it.

mod access;
mod approvals;
mod audit;
mod axe;
mod browser;
mod driver;
mod hostile;
mod house;
mod house_pages;
mod keyboard;
mod live;
mod quiet;
mod scriptless;
mod smoke;
mod sources;
mod tool;
mod tools;
mod toolsets;
mod tour;
mod trial;
mod widths;
