//! The approval pages with a real gateway, a real database and a scripted server.

#![allow(clippy::expect_used, reason = "a failed expectation ends the test")]

mod deciding;
mod hostile;
mod inbox;
mod links;
mod lists;
mod phones;
mod revealing;
mod standing;

use candor_pagetest::{FetchedHtml, assert_page};

/// Compares a page with its snapshot.
fn kept(name: &str, page: &FetchedHtml) {
    assert_page!(name, page);
}
