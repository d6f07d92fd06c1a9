//! Lines are read as they were written, and only whole ones.

use candor_model::{
    ApprovalId, CallBegun, CallEnded, CallId, CallKind, CallOutcome, Digest, Hint, Hints,
    McpRevision, ResultReuse, SourceName,
};

use super::*;
use crate::column_text::{NAME_MAX, TARGET_MAX};

fn begun(principal: &str, client: Option<&str>, target: &str) -> CallBegun {
    CallBegun {
        id: CallId::parse("01890000-0000-7000-8000-000000000001").unwrap(),
        at_micros: -5,
        principal: principal.to_owned(),
        client: client.map(str::to_owned),
        revision: McpRevision::V2025_06_18,
        kind: CallKind::Resource,
        source: Some(SourceName::parse("files").unwrap()),
        target: target.to_owned(),
        arguments: Digest::of("{}"),
        request_bytes: u64::MAX,
        hints: Hints::UNSET
            .with(Hint::ReadOnly, false)
            .with(Hint::OpenWorld, true),
        decision: client.map(str::to_owned),
        approval: ApprovalId::parse("01890000-0000-7000-8000-000000000002"),
    }
}

fn ended(id: CallId, detail: Option<&str>) -> CallEnded {
    CallEnded {
        id,
        outcome: CallOutcome::TimedOut,
        duration_micros: 12,
        reply_bytes: 0,
        detail: detail.map(str::to_owned),
        attempts: u32::MAX,
        reused: Some(ResultReuse::Shared { with: id }),
    }
}

#[test]
fn every_text_comes_back() {
    let texts = [
        "",
        "local",
        "\\N",
        "\\",
        "a\tb\nc\r\n",
        "\\t",
        ".",
        "\t.",
        "é…🦀",
        "\"'$1;--",
    ];
    for one in texts {
        for other in texts {
            let begun = begun(one, Some(other), one);
            let ended = ended(begun.id, Some(other));
            assert_eq!(round(&begun, &ended), (begun.clone(), ended.clone()));
        }
    }
    let mut begun = begun("local", None, "x");
    begun.hints = Hints::UNSET;
    begun.approval = None;
    let mut ended = ended(begun.id, None);
    for reused in [None, Some(ResultReuse::Kept { age_ms: u64::MAX })] {
        ended.reused = reused;
        assert_eq!(round(&begun, &ended), (begun.clone(), ended.clone()));
    }
}

#[test]
fn lines_of_an_earlier_version_are_read() {
    let id = "01890000-0000-7000-8000-000000000001";
    let digest = Digest::of("{}");
    let earlier =
        format!("B\t{id}\t-5\tlocal\t\\N\t2025-06-18\tresource\tfiles\tx\t{digest}\t7\t.");
    let mut begun = begun("local", None, "x");
    begun.request_bytes = 7;
    begun.hints = Hints::UNSET;
    begun.approval = None;
    let now = line_of(|line| put_begun(line, &KeptBegun::of(&begun)));
    assert_eq!(parse(earlier.as_bytes()), parse(&now));

    let earlier = format!("E\t{id}\ttimed-out\t12\t0\tlate\t.");
    let mut ended = ended(begun.id, Some("late"));
    ended.attempts = 0;
    ended.reused = None;
    let now = line_of(|line| put_ended(line, &ended));
    assert_eq!(parse(earlier.as_bytes()), parse(&now));
}

#[test]
fn hostile_text_is_cut_and_cleaned() {
    let long = "\\".repeat(100_000);
    let mut begun = begun(&long, Some("a\0b"), &long);
    begun.decision = Some(long.clone());
    let (begun, ended) = round(&begun, &ended(begun.id, Some(&long)));
    let texts = [
        Some(begun.principal),
        begun.client,
        Some(begun.target),
        begun.decision,
        ended.detail,
    ];
    let texts: Vec<String> = texts.into_iter().flatten().collect();
    assert!(texts.iter().any(|it| it == "a\u{fffd}b"), "{texts:?}");
    let cut: Vec<usize> = texts
        .iter()
        .filter(|it| it.ends_with('…'))
        .map(String::len)
        .collect();
    // Principal, target, decision and detail.
    assert_eq!(cut.len(), 4, "{texts:?}");
    for (length, max) in cut
        .into_iter()
        .zip([NAME_MAX, TARGET_MAX, DETAIL_MAX, DETAIL_MAX])
    {
        assert!(length <= max, "{length} > {max}");
    }
}

#[test]
fn no_part_of_a_line_passes_for_the_whole() {
    let begun = begun("local", None, "a.b");
    for line in [line_of(|line| put_begun(line, &KeptBegun::of(&begun))), {
        line_of(|line| put_ended(line, &ended(begun.id, Some("because."))))
    }] {
        assert!(parse(&line).is_ok());
        for cut in 0..line.len() {
            assert_eq!(parse(&line[..cut]), Err(LineError::Torn), "cut at {cut}");
        }
    }
}

#[test]
fn a_whole_line_that_says_something_else_is_damaged() {
    let id = "01890000-0000-7000-8000-000000000001";
    let digest = Digest::of("{}");
    let begun = format!("B\t{id}\t1\tlocal\t\\N\t2025-06-18\ttool\t\\N\tx\t{digest}\t1");
    for whole in [format!("{begun}\t."), format!("{begun}\t\t\\N\t\\N\t.")] {
        assert!(parse(whole.as_bytes()).is_ok(), "{whole}");
    }
    for line in [
        "\t.".to_owned(),
        "X\t.".to_owned(),
        format!("E\t{id}\tok\t1\t2\t\\N\tmore\t."),
        format!("E\t{id}\tok\t1\t2\t\\N\t1\t."),
        format!("E\t{id}\tok\t1\t2\t\\N\t1\t\\N\tmore\t."),
        format!("E\t{id}\tok\t1\t2\t\\N\t-1\t\\N\t."),
        format!("E\t{id}\tok\t1\t2\t\\N\t1\tborrowed\t."),
        format!("E\t{id}\tsplendid\t1\t2\t\\N\t."),
        format!("E\t{id}\tok\t-1\t2\t\\N\t."),
        format!("E\t{id}\tok\t1\t2\t\\x\t."),
        format!("E\t{id}\tok\t1\t2\ttrailing\\\t."),
        "E\tnobody\tok\t1\t2\t\\N\t.".to_owned(),
        format!("B\t{id}\t1\tlocal\t\\N\t2025-06-18\ttool\t\\N\tx\tnothex\t1\t."),
        format!("{begun}\tsplendid=true\t\\N\t\\N\t."),
        format!("{begun}\tread_only=maybe\t\\N\t\\N\t."),
        format!("{begun}\t\t\\N\tnobody\t."),
        format!("{begun}\t\t\\x\t\\N\t."),
        format!("{begun}\t\t\\N\t."),
        format!("{begun}\t\t\\N\t\\N\tmore\t."),
    ] {
        assert_eq!(parse(line.as_bytes()), Err(LineError::Damaged), "{line}");
    }
    assert_eq!(parse(b"B\xff\xfe\t."), Err(LineError::Damaged));
}

fn line_of(put: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    let mut line = Vec::new();
    put(&mut line);
    assert_eq!(line.pop(), Some(b'\n'));
    assert!(!line.contains(&b'\n'), "one line each");
    line
}

fn round(begun: &CallBegun, ended: &CallEnded) -> (CallBegun, CallEnded) {
    let first = line_of(|line| put_begun(line, &KeptBegun::of(begun)));
    let second = line_of(|line| put_ended(line, ended));
    match (parse(&first), parse(&second)) {
        (Ok(JournalLine::Begun(begun)), Ok(JournalLine::Ended(ended))) => (*begun, ended),
        other => panic!("{other:?}"),
    }
}
