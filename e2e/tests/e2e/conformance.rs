//! The official conformance suite, against `candor serve --transparent` in front of a server that
//! exposes what the suite needs. There is no list of expected failures.

use candor_e2e::{Candor, Era, config};
use candor_testkit::{fixture, peers};

/// Runs the scored scenarios of a revision with the server behind Candor speaking one era.
async fn check(server: Era, revision: &'static str) {
    let upstream = fixture::serve_http(server);
    let config = config::url("fixture", upstream.url(), "");
    let candor = Candor::serve(&config, &["--transparent", "fixture"]);
    candor.all_ready().await;
    let url = candor.url().to_owned();
    let suite = tokio::task::spawn_blocking(move || peers::conformance(&url, revision));
    let output = suite
        .await
        .expect("the suite ran")
        .expect("the suite is installed");
    assert!(
        output.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn revision_2025_11_25() {
    check(Era::Legacy, "2025-11-25").await;
}

/// Older clients in front of a newer server: its questions become theirs.
#[tokio::test(flavor = "multi_thread")]
async fn revision_2025_11_25_with_a_modern_server() {
    check(Era::Modern, "2025-11-25").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn revision_2026_07_28() {
    check(Era::Modern, "2026-07-28").await;
}
