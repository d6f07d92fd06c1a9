//! The pages in front of a real gateway, a real database and a scripted server.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod access;
mod deciding;
mod doors;
mod hostile;
mod inbox;
mod links;
mod lists;
mod standing;

use candor_pagetest::{Page, settle};

/// Compares a page with the one that was kept.
fn kept(name: &str, page: &Page) {
    // A moment ago is now or a second ago.
    let mut filters = vec![(r"asked now<", "asked [away]<")];
    filters.extend(settle::FILTERS);
    insta::with_settings!({ filters => filters, omit_expression => true }, {
        insta::assert_snapshot!(name, page.main());
    });
}
