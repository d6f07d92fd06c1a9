//! What a confined process still can.

use candor_sandbox::TerminationCause;

use crate::victim::run;

#[test]
fn a_confined_process_can_work() {
    let end = run("work", "");
    for words in [
        "by a filter on system calls",
        "read ping",
        "memory 7",
        "clocks",
        "waiting",
        "caught true",
    ] {
        assert!(
            end.said.lines().any(|line| line.starts_with(words)),
            "{words}: {end:?}"
        );
    }
    assert!(end.complained.contains("complained"), "{end:?}");
    assert_eq!(end.status.code(), Some(0), "{end:?}");
}

#[test]
fn a_confined_process_can_say_why_it_ends() {
    for (action, words, code, cause) in [
        ("panic", "a reason, with the number", Some(101), None),
        ("end with 7", "", Some(7), None),
        ("abort", "", None, Some(TerminationCause::Aborted)),
        (
            "overflow the stack",
            "has overflowed its stack",
            None,
            Some(TerminationCause::Aborted),
        ),
    ] {
        let end = run(action, "");
        assert!(end.complained.contains(words), "{action}: {end:?}");
        assert_eq!(end.status.code(), code, "{action}: {end:?}");
        assert_eq!(end.termination_cause(), cause, "{action}: {end:?}");
    }
}
