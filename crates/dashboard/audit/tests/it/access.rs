//! Who sees the audit log, and what happens when the store fails.

use candor_dashboard_audit::routes;
use candor_pagetest::PageWorld;
use candor_pagetest::read_only::{assert_get_only, assert_needs_viewer, assert_store_failure};

const PAGES: [&str; 4] = [
    "/audit",
    "/audit/changes",
    "/audit/calls.csv",
    "/audit/calls.jsonl",
];

#[tokio::test]
async fn the_audit_log_needs_a_viewer() {
    assert_needs_viewer(routes(), &PAGES).await;
}

#[tokio::test]
async fn the_audit_log_is_read_only() {
    assert_get_only(routes(), &PAGES).await;
}

#[tokio::test]
async fn a_store_that_fails_is_a_page_too() {
    let world = PageWorld::open(routes()).await;
    assert_store_failure(&world, &PAGES).await;
}
