//! The audit log with a real gateway, a real database and a scripted server.

#![allow(clippy::expect_used, reason = "a failed expectation ends the test")]

mod access;
mod calls;
mod changes;
mod export;
mod hostile;

use candor_pagetest::{FetchedHtml, assert_page};

/// Compares a page with its snapshot.
fn kept(name: &str, page: &FetchedHtml) {
    // A moment ago is now or a second ago.
    assert_page!(
        name,
        page,
        [(">now<", ">[away]<"), (r"\b[0-9a-f]{32}\b", "[id]")]
    );
}
