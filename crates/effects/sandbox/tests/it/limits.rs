//! What a confined process may use up.

use std::env;
use std::fs;
use std::process::id;

use candor_sandbox::TerminationCause;

use crate::victim::run;

#[test]
fn limits_hold_and_the_parent_sees_which() {
    let path = env::temp_dir().join(format!("candor-sandbox-limits-{}", id()));
    let aim = path.to_str().unwrap();
    // What the victim says last, on either stream, and what ends it.
    for (action, words, cause) in [
        (
            "ask for a gibibyte",
            "refused: memory allocation failed",
            None,
        ),
        (
            "take a gibibyte",
            "memory allocation of 1073741824 bytes failed",
            Some(TerminationCause::Aborted),
        ),
        (
            "write too much",
            "granted",
            Some(TerminationCause::FileSize),
        ),
        ("spin", "", Some(TerminationCause::Processor)),
    ] {
        let end = run(action, aim);
        let is_said = end.said.contains(words) || end.complained.contains(words);
        assert!(is_said, "{action}: {end:?}");
        assert_eq!(end.termination_cause(), cause, "{action}: {end:?}");
    }
    assert_eq!(fs::read(&path).unwrap(), b"abc");
    fs::remove_file(path).unwrap();
}

/// A process may have been handed more than it knows of.
#[test]
fn what_is_open_beside_the_streams_is_of_no_use() {
    let path = env::temp_dir().join(format!("candor-sandbox-open-{}", id()));
    let aim = path.to_str().unwrap();
    for action in ["write to what is open", "read what is open"] {
        let end = run(action, aim);
        assert!(end.said.contains("refused: Operation not"), "{end:?}");
    }
    assert_eq!(fs::read(&path).unwrap(), b"");
    fs::remove_file(path).unwrap();
}

#[test]
fn nothing_is_given_up_for_limits_that_cannot_hold() {
    let end = run("confine late", "");
    assert!(
        end.said
            .contains("`1048576`; confine it earlier, or give it more"),
        "{end:?}"
    );
    assert!(end.said.ends_with("granted"), "{end:?}");
}
