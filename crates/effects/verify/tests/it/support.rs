//! Runs of the servers in `testkit/verify`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use candor_verify::{HintVerdict, VerifyReport, VerifyScenario};
use candor_verify_run::VerifyOptions;

/// The script that is forty servers.
pub(crate) fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testkit/verify/servers.py")
}

/// Options for a command.
pub(crate) fn options(command: &[&str]) -> VerifyOptions {
    VerifyOptions {
        command: command.iter().map(|word| (*word).to_owned()).collect(),
        hosted: None,
        launcher: (
            env!("CARGO_BIN_EXE_candor-verify-launcher").into(),
            Vec::new(),
        ),
        scenario: VerifyScenario::default(),
        scenario_text: None,
        tools: None,
        start_time: Duration::from_mins(1),
        call_time: Duration::from_secs(20),
        late_time: Duration::from_millis(1200),
        most_cases: 6,
        seed: 1,
    }
}

/// The hints that a report contradicts, as `tool hint`.
pub(crate) fn contradicted(report: &VerifyReport) -> Vec<String> {
    let mut found = Vec::new();
    for tool in &report.tools {
        for (hint, one) in tool.by_hint() {
            if one.verdict == HintVerdict::Contradicted {
                found.push(format!("{} {}", tool.name, hint.key()));
            }
        }
    }
    found
}
