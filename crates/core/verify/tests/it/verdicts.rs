//! From records to verdicts.

use std::collections::BTreeSet;

use candor_model::Hint;
use candor_verify::{
    CallOutcome, CallRecord, FileChange, FileChangeKind, FileKind, HintVerdict, ListedTool,
    ObservedEvent, ObservedPlaces, RunAction, RunRecord, StateChange, compare, judge,
};
use serde_json::{Value, json};

/// A record of a call.
pub(crate) fn call(
    tool: &str,
    attempt: usize,
    files: Vec<FileChange>,
    events: Vec<ObservedEvent>,
) -> CallRecord {
    CallRecord {
        action: RunAction::Call {
            tool: tool.to_owned(),
            about: "a case".to_owned(),
            arguments: json!({}),
            attempt,
        },
        outcome: CallOutcome::Success,
        files,
        state: Vec::new(),
        events,
    }
}

pub(crate) fn created(path: &str) -> FileChange {
    FileChange {
        path: path.to_owned(),
        what: FileChangeKind::Created {
            kind: FileKind::File,
            size: 1,
            preview: None,
        },
    }
}

pub(crate) fn tool(annotations: &Value) -> ListedTool {
    ListedTool::read(&json!({"name": "get_x", "annotations": annotations})).expect("a tool")
}

pub(crate) fn run(calls: Vec<CallRecord>) -> RunRecord {
    let places = ObservedPlaces {
        files: true,
        outside: true,
        network: true,
        probes: Vec::new(),
    };
    RunRecord {
        calls,
        places,
        ..RunRecord::default()
    }
}

fn verdict(annotations: &Value, hint: Hint, calls: Vec<CallRecord>) -> HintVerdict {
    let tools = [tool(annotations)];
    judge(&run(calls), &tools, &[])[0].hints[hint.index()].verdict
}

#[test]
fn a_reader_that_writes_is_contradicted() {
    let reader = || json!({"readOnlyHint": true});
    for (path, expect) in [
        ("work/seen.txt", HintVerdict::Contradicted),
        ("tmp/chart.png", HintVerdict::Contradicted),
        ("home/.ssh/authorized_keys", HintVerdict::Contradicted),
        ("home/.cache/app/1", HintVerdict::Verified),
        ("work/server.log", HintVerdict::Verified),
        ("work/base.db-wal", HintVerdict::Verified),
        ("home/.config/app/config.json", HintVerdict::Verified),
    ] {
        let found = verdict(
            &reader(),
            Hint::ReadOnly,
            vec![call("get_x", 1, vec![created(path)], Vec::new())],
        );
        assert_eq!(found, expect, "{path}");
    }
}

#[test]
fn what_changes_by_itself_is_not_held_against_a_tool() {
    let idle = CallRecord {
        action: RunAction::Idle,
        ..call("", 1, vec![created("work/beat.txt")], Vec::new())
    };
    let calls = vec![
        idle,
        call("get_x", 1, vec![created("work/beat.txt")], Vec::new()),
    ];
    assert_eq!(
        verdict(&json!({"readOnlyHint": true}), Hint::ReadOnly, calls),
        HintVerdict::Verified
    );
}

#[test]
fn nothing_is_verified_by_calls_that_fail() {
    let failed = CallRecord {
        outcome: CallOutcome::ToolError("no".to_owned()),
        ..call("get_x", 1, Vec::new(), Vec::new())
    };
    assert_eq!(
        verdict(&json!({"readOnlyHint": true}), Hint::ReadOnly, vec![failed]),
        HintVerdict::Unknown
    );
}

#[test]
fn the_second_call_decides_about_idempotence() {
    let hints = || json!({"idempotentHint": true});
    let again = |second: Vec<FileChange>| {
        vec![
            call("get_x", 1, vec![created("work/a")], Vec::new()),
            call("get_x", 2, second, Vec::new()),
        ]
    };
    assert_eq!(
        verdict(&hints(), Hint::Idempotent, again(Vec::new())),
        HintVerdict::Verified
    );
    assert_eq!(
        verdict(&hints(), Hint::Idempotent, again(vec![created("work/b")])),
        HintVerdict::Contradicted
    );
    let touched = FileChange {
        path: "work/a".to_owned(),
        what: FileChangeKind::TimeOnly,
    };
    assert_eq!(
        verdict(&hints(), Hint::Idempotent, again(vec![touched])),
        HintVerdict::Verified
    );
    assert_eq!(
        verdict(
            &hints(),
            Hint::Idempotent,
            vec![call("get_x", 1, Vec::new(), Vec::new())]
        ),
        HintVerdict::Unknown
    );
}

#[test]
fn a_connection_beyond_this_machine_is_an_open_world() {
    let connect = |is_local: bool| {
        vec![ObservedEvent::Connect {
            address: "a:1".to_owned(),
            is_local,
        }]
    };
    for (declared, is_local, expect) in [
        (false, false, HintVerdict::Contradicted),
        (false, true, HintVerdict::Verified),
        (true, false, HintVerdict::Verified),
        (true, true, HintVerdict::Unknown),
    ] {
        let calls = vec![call("get_x", 1, Vec::new(), connect(is_local))];
        assert_eq!(
            verdict(&json!({"openWorldHint": declared}), Hint::OpenWorld, calls),
            expect,
            "{declared} {is_local}"
        );
    }
}

#[test]
fn a_loss_is_destructive_and_an_addition_is_not() {
    let changed = |parts: (&str, &str)| FileChange {
        path: "work/a".to_owned(),
        what: change_of(parts.0, parts.1),
    };
    for (old, new, expect) in [
        ("a\nb\n", "a\nb\nc\n", HintVerdict::Verified),
        ("a\nb\n", "x\n", HintVerdict::Contradicted),
    ] {
        let calls = vec![call("get_x", 1, vec![changed((old, new))], Vec::new())];
        assert_eq!(
            verdict(&json!({"destructiveHint": false}), Hint::Destructive, calls),
            expect,
            "{new}"
        );
    }
}

fn change_of(old: &str, new: &str) -> FileChangeKind {
    let parts = candor_verify::compare(
        &candor_verify::as_value(old),
        &candor_verify::as_value(new),
        &BTreeSet::default(),
    );
    FileChangeKind::Changed {
        sizes: (old.len() as u64, new.len() as u64),
        parts,
    }
}

#[test]
fn what_reaches_outside_is_not_verified_to_change_nothing() {
    let connect = |is_local: bool| {
        vec![ObservedEvent::Connect {
            address: "a:1".to_owned(),
            is_local,
        }]
    };
    for (is_local, expect) in [(true, HintVerdict::Verified), (false, HintVerdict::Unknown)] {
        let calls = vec![call("get_x", 1, Vec::new(), connect(is_local))];
        let declared = json!({"readOnlyHint": true});
        assert_eq!(
            verdict(&declared, Hint::ReadOnly, calls),
            expect,
            "{is_local}"
        );
    }
}

#[test]
fn requests_are_evidence_and_prove_nothing_where_no_state_is_seen() {
    let request = |status| ObservedEvent::Request {
        method: "GET".to_owned(),
        url: "/jobs/next".to_owned(),
        is_local: true,
        status,
    };
    let judged = |places: ObservedPlaces, state: Vec<StateChange>| {
        let record = CallRecord {
            state,
            ..call("get_x", 1, Vec::new(), vec![request(Some(200))])
        };
        let run = RunRecord {
            places,
            ..run(vec![record])
        };
        let tools = [tool(&json!({"readOnlyHint": true}))];
        judge(&run, &tools, &[]).remove(0)
    };
    let unseen = judged(ObservedPlaces::default(), Vec::new());
    assert_eq!(unseen.hints[0].verdict, HintVerdict::Unknown);
    assert_eq!(
        unseen.hints[0].evidence[0].text,
        "it sent requests, and no read tool shows what they changed"
    );
    assert_eq!(
        unseen.remarks,
        ["requested GET /jobs/next, answered 200".to_owned()]
    );
    let probed = || ObservedPlaces {
        probes: vec!["list_jobs".to_owned()],
        ..ObservedPlaces::default()
    };
    let quiet = judged(probed(), Vec::new());
    assert_eq!(quiet.hints[0].verdict, HintVerdict::Verified);
    let before = json!([{"id": 1, "name": "first"}, {"id": 2, "name": "second"}]);
    let after = json!([{"id": 2, "name": "second"}]);
    let changes = compare(&before, &after, &BTreeSet::new());
    let state = changes.into_iter().map(|change| StateChange {
        probe: "list_jobs".to_owned(),
        change,
    });
    let liar = judged(probed(), state.collect());
    assert_eq!(liar.hints[0].verdict, HintVerdict::Contradicted);
    let difference = &liar.hints[0].evidence[0].difference;
    assert_eq!(difference[0], "requested GET /jobs/next, answered 200");
    assert!(
        difference[1].starts_with("list_jobs says: "),
        "{difference:?}"
    );
    assert_eq!(
        request(None).sentence(),
        "requested GET /jobs/next",
        "a request that was not passed on"
    );
}
