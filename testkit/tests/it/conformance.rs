//! The official suite: what the fixture is for.

use candor_testkit::{ServerEra, fixture, peers};

fn check(revision: &'static str) {
    let server = fixture::serve_http(ServerEra::Both);
    let output = peers::conformance(server.url(), revision).unwrap_or_else(|e| panic!("{e}"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    // An empty run would succeed as well.
    let passed = text.lines().filter(|line| line.starts_with('✓')).count();
    assert!(passed >= 30, "only {passed} scenarios passed:\n{text}");
}

#[test]
fn every_scored_scenario_of_2025_11_25_passes() {
    check("2025-11-25");
}

#[test]
fn every_scored_scenario_of_2026_07_28_passes() {
    check("2026-07-28");
}
