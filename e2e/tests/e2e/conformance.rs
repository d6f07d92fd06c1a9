//! The official conformance suite, against `candor serve --transparent` in front of a server that
//! exposes what the suite needs. There is no list of expected failures.

use std::path::Path;

use candor_testkit::{
    CandorProcess, ServerEra, ServerSdk, SuiteReport, config, fixture, peers, test_rows,
};

/// Runs the scored scenarios of a revision with the server behind Candor speaking one era.
async fn check(server: ServerEra, revision: &'static str) {
    let upstream = fixture::serve_http(server);
    let config = config::url("fixture", upstream.url(), "");
    let candor = CandorProcess::unasked(&config, &["--transparent", "fixture"])
        .when_ready()
        .await;
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

test_rows! {
    check {
        revision_2025_11_25(ServerEra::Legacy, "2025-11-25");
        /// Older clients in front of a newer server: its questions become theirs.
        revision_2025_11_25_with_a_modern_server(ServerEra::Modern, "2025-11-25");
        revision_2026_07_28(ServerEra::Modern, "2026-07-28");
        /// A server that speaks both is called in the era of the suite.
        revision_2025_11_25_with_a_server_of_both(ServerEra::Both, "2025-11-25");
        revision_2026_07_28_with_a_server_of_both(ServerEra::Both, "2026-07-28");
    }
}

/// Runs the suite, extensions included, against a server that stands on an official SDK: what
/// passes there passes through Candor.
async fn check_sdk(sdk: ServerSdk, revision: &'static str, least: usize) {
    let server = sdk.start().expect("the SDK is installed");
    // What an untrusted server adds later waits in quarantine, and is no change of the list.
    let config = config::url("fixture", server.url(), "trust = \"trusted\"");
    let candor = CandorProcess::unasked(&config, &["--transparent", "fixture"])
        .when_ready()
        .await;
    let (direct, through) = (server.url().to_owned(), candor.url().to_owned());
    let compared = tokio::task::spawn_blocking(move || {
        let direct = SuiteReport::of(&direct, revision).expect("the suite is installed");
        // An empty run would lose nothing.
        assert!(direct.passed() >= least, "only {} pass", direct.passed());
        let report = SuiteReport::of(&through, revision).expect("the suite is installed");
        let lost = direct.lost_in(&report);
        let scenario = |check: &str| SuiteReport::of_scenario(&through, revision, check);
        // What the suite waits for in vain on a busy machine is asked for once more.
        let still_lost = lost.into_iter().filter_map(|(check, end)| {
            let again = scenario(&check.scenario).expect("the suite is installed");
            let lost = direct.lost_in(&again);
            let is_lost = lost.iter().any(|(other, _)| *other == check);
            is_lost.then(|| format!("{check}: {end:?}"))
        });
        still_lost.collect::<Vec<_>>()
    });
    let lost = compared.await.expect("the suite ran");
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

test_rows! {
    check_sdk {
        typescript_sdk_2025_11_25(ServerSdk::TypeScript, "2025-11-25", 80);
        typescript_sdk_2026_07_28(ServerSdk::TypeScript, "2026-07-28", 180);
        python_sdk_2025_11_25(ServerSdk::Python, "2025-11-25", 80);
        python_sdk_2026_07_28(ServerSdk::Python, "2026-07-28", 190);
    }
}

/// Candor as a client: the suite is the server behind it, and watches what arrives there.
async fn check_upstream(scenarios: &[&str], revision: &str) {
    let node = peers::node().expect("Node is installed");
    let suite = peers::npm_bin("@modelcontextprotocol/conformance", "dist/index.js");
    let suite = suite.expect("the suite is installed");
    let results = tempfile::tempdir().expect("a folder");
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/driver.py");
    for scenario in scenarios {
        let output = tokio::process::Command::new(&node)
            .arg(&suite)
            .args(["client", "--scenario", scenario, "--spec-version", revision])
            .args(["--command", &format!("python3 {}", driver.display())])
            .arg("--output-dir")
            .arg(results.path())
            .env("CANDOR_BIN", candor_testkit::candor::bin())
            .output()
            .await
            .expect("the suite runs");
        let said = String::from_utf8_lossy(&output.stdout);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{scenario}\n{said}\n{complaint}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn upstream_2025_11_25() {
    let scenarios = [
        "initialize",
        "tools_call",
        "sse-retry",
        "json-schema-2020-12-preservation",
    ];
    check_upstream(&scenarios, "2025-11-25").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn upstream_2026_07_28() {
    let scenarios = [
        "tools_call",
        "request-metadata",
        "http-standard-headers",
        "http-custom-headers",
        "http-invalid-tool-headers",
        "json-schema-ref-no-deref",
        "json-schema-2020-12-preservation",
        "sep-2322-client-request-state",
    ];
    check_upstream(&scenarios, "2026-07-28").await;
}
