//! Lines are read as they were written, and only whole ones.

use candor_model::Digest;

use super::*;

fn begun(principal: &str, client: Option<&str>, target: &str) -> CallBegun {
    CallBegun {
        id: CallId::parse("01890000-0000-7000-8000-000000000001").unwrap(),
        at_micros: -5,
        principal: principal.to_owned(),
        client: client.map(str::to_owned),
        revision: Revision::V2025_06_18,
        kind: CallKind::Resource,
        source: Some(SourceName::parse("files").unwrap()),
        target: target.to_owned(),
        arguments: Digest::of("{}"),
        request_bytes: u64::MAX,
    }
}

fn ended(id: CallId, detail: Option<&str>) -> CallEnded {
    CallEnded {
        id,
        outcome: Outcome::TimedOut,
        duration_micros: 12,
        reply_bytes: 0,
        detail: detail.map(str::to_owned),
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
            let expect = Finished::new(&begun, &ended);
            assert_eq!(round(&begun, &ended), expect);
        }
    }
    let begun = begun("local", None, "x");
    let ended = ended(begun.id, None);
    assert_eq!(round(&begun, &ended), Finished::new(&begun, &ended));
}

#[test]
fn hostile_text_is_cut_and_cleaned() {
    let long = "\\".repeat(100_000);
    let begun = begun(&long, Some("a\0b"), &long);
    let finished = round(&begun, &ended(begun.id, Some(&long)));
    assert_eq!(finished.client.as_deref(), Some("a\u{fffd}b"));
    assert!(finished.principal.len() <= NAME_MAX && finished.principal.ends_with('…'));
    assert!(finished.target.len() <= TARGET_MAX);
    assert!(
        finished
            .detail
            .is_some_and(|detail| detail.len() <= DETAIL_MAX)
    );
}

#[test]
fn no_part_of_a_line_passes_for_the_whole() {
    let begun = begun("local", None, "a.b");
    for line in [line_of(|line| put_begun(line, &begun)), {
        line_of(|line| put_ended(line, &ended(begun.id, Some("because."))))
    }] {
        assert!(parse(&line).is_ok());
        for cut in 0..line.len() {
            assert_eq!(parse(&line[..cut]), Err(Unreadable::Torn), "cut at {cut}");
        }
    }
}

#[test]
fn a_whole_line_that_says_something_else_is_damaged() {
    let id = "01890000-0000-7000-8000-000000000001";
    for line in [
        "\t.".to_owned(),
        "X\t.".to_owned(),
        format!("E\t{id}\tok\t1\t2\t\\N\tmore\t."),
        format!("E\t{id}\tsplendid\t1\t2\t\\N\t."),
        format!("E\t{id}\tok\t-1\t2\t\\N\t."),
        format!("E\t{id}\tok\t1\t2\t\\x\t."),
        format!("E\t{id}\tok\t1\t2\ttrailing\\\t."),
        "E\tnobody\tok\t1\t2\t\\N\t.".to_owned(),
        format!("B\t{id}\t1\tlocal\t\\N\t2025-06-18\ttool\t\\N\tx\tnothex\t1\t."),
    ] {
        assert_eq!(parse(line.as_bytes()), Err(Unreadable::Damaged), "{line}");
    }
    assert_eq!(parse(b"B\xff\xfe\t."), Err(Unreadable::Damaged));
}

fn line_of(put: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    let mut line = Vec::new();
    put(&mut line);
    assert_eq!(line.pop(), Some(b'\n'));
    assert!(!line.contains(&b'\n'), "one line each");
    line
}

fn round(begun: &CallBegun, ended: &CallEnded) -> Finished {
    let first = parse(&line_of(|line| put_begun(line, begun)));
    let second = parse(&line_of(|line| put_ended(line, ended)));
    match (first, second) {
        (Ok(Line::Begun(begun)), Ok(Line::Ended(ended))) => begun.finish(ended),
        other => panic!("{other:?}"),
    }
}
