//! Whether two instances of a server share its state.

use std::path::Path;

use candor_verify::{InstanceFinding, format};

use crate::support::options;

/// What is found of the notes server in a mode.
async fn found(mode: &str) -> (Option<InstanceFinding>, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testkit/split/server.py");
    let mut options = options(&["python3", &script.display().to_string(), "{work}", mode]);
    options.tools = Some("add_note".to_owned());
    options.most_cases = 2;
    let report = candor_verify_run::verify(&options).await.expect("a report");
    let text = format::text(&report);
    (report.instances, text)
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_in_a_file_are_shared() {
    let (finding, text) = found("file").await;
    let finding = finding.expect("a finding");
    assert!(finding.shared, "{finding:?}");
    assert!(finding.evidence.contains("`add_note`"), "{finding:?}");
    assert!(text.contains("instances: share their state"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_in_memory_are_not() {
    let (finding, text) = found("memory").await;
    let finding = finding.expect("a finding");
    assert!(!finding.shared, "{finding:?}");
    assert!(finding.evidence.contains("`list_notes`"), "{finding:?}");
    assert!(text.contains("the source cannot be split"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_that_are_read_at_the_start_only_are_not() {
    let (finding, _) = found("cached").await;
    let finding = finding.expect("a finding");
    assert!(!finding.shared, "{finding:?}");
    assert!(
        finding
            .evidence
            .contains("what `add_note` wrote through one instance"),
        "{finding:?}"
    );
}
