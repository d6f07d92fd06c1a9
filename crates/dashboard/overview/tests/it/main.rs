//! The overview with a real gateway, a real database and a scripted server.

#![allow(clippy::expect_used, reason = "a failed expectation ends the test")]

mod overview;

use candor_pagetest::{FetchedHtml, assert_page};

/// Compares a page with its snapshot. Charts are tested elsewhere, and their labels differ by the
/// hour.
fn kept(name: &str, page: &FetchedHtml) {
    let filters = [
        (r"(?s)<figure.*?</figure>", "[picture]"),
        (r"\b[0-9a-f]{32}\b", "[id]"),
    ];
    assert_page!(name, page, filters);
}
