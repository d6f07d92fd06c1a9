//! A large OpenAPI document.

use std::collections::BTreeSet;
use std::time::Instant;

use candor_testkit::peers::npm_bin;
use serde_json::Value;

/// GitHub's document has more than a thousand operations. The time is printed, not judged: the
/// build that is tested here is not optimised.
#[test]
fn the_document_of_github() {
    let document = npm_bin("@octokit/openapi", "generated/api.github.com.json");
    let document = document.expect("the document is installed");
    let home = tempfile::tempdir().expect("a folder");
    let started = Instant::now();
    let output = candor_testkit::candor::command(home.path())
        .args(["lint", "--json"])
        .arg(&document)
        .output()
        .expect("candor runs");
    let took = started.elapsed();
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let tools = report["tools"].as_u64().expect("a count");
    println!("{tools} tools in {took:?}");
    assert!(tools > 1_000, "{tools} tools");
    let findings = report["findings"].as_array().expect("a list");
    let about_tools = findings.iter().filter(|one| one["tool"].is_string());
    let without_line: BTreeSet<&str> = about_tools
        .filter(|one| !one["place"]["line"].is_u64())
        .filter_map(|one| one["tool"].as_str())
        .collect();
    assert!(
        without_line.is_empty(),
        "no line is known of {without_line:?}"
    );
}
