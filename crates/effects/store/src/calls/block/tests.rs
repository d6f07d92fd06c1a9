//! What is put into a block comes out of it, and whatever else stands there is refused.

use candor_model::{
    ApprovalId, CallId, CallKind, CallOutcome, Digest, Hint, Hints, McpRevision, ResultReuse,
    SourceName,
};
use proptest::{collection::vec, option, prelude::*, sample::select};

use super::*;
use crate::{RecordedCall, StoreResult, calls::call_fields::CallFields, row_label::ReadError};

fn id() -> impl Strategy<Value = CallId> {
    any::<[u8; 16]>().prop_map(CallId::from_bytes)
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec!["", "local", "list_books", "é…🦀", "a\tb\n"]).prop_map(str::to_owned),
        "[^\0]{0,40}",
    ]
}

fn arguments() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<[u8; 4]>().prop_map(|bytes| Digest::of(bytes).to_string()),
        Just(Digest::UNKNOWN.to_string()),
        Just("F".repeat(64)),
        text(),
    ]
}

fn hints() -> impl Strategy<Value = Hints> {
    any::<[Option<bool>; 4]>().prop_map(|values| {
        let values = Hint::ALL.into_iter().zip(values);
        values
            .filter_map(|(hint, value)| Some((hint, value?)))
            .collect()
    })
}

fn reused() -> impl Strategy<Value = ResultReuse> {
    prop_oneof![
        any::<u64>().prop_map(|age_ms| ResultReuse::Kept { age_ms }),
        id().prop_map(|with| ResultReuse::Shared { with }),
    ]
}

/// A number as a database has it.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0..300_u64, 0..=i64::MAX.cast_unsigned()]
}

prop_compose! {
    fn call()(
        (id, at_micros, principal, client) in (id(), any::<i64>(), text(), option::of(text())),
        revision in select(McpRevision::ALL.to_vec()),
        kind in select(CallKind::ALL.to_vec()),
        source in option::of(select(vec!["shop", "files"])),
        (target, arguments, hints) in (text(), arguments(), hints()),
        (decision, detail) in (option::of(text()), option::of(text())),
        is_asked in any::<bool>(),
        outcome in select(CallOutcome::ALL.to_vec()),
        (request_bytes, duration_micros, reply_bytes) in (number(), number(), number()),
        (attempts, reused) in (any::<u32>(), option::of(reused())),
    ) -> RecordedCall {
        RecordedCall {
            id,
            at_micros,
            principal,
            client,
            revision,
            kind,
            source: source.and_then(|name| SourceName::parse(name).ok()),
            target,
            arguments,
            request_bytes,
            hints,
            decision,
            approval: is_asked.then(ApprovalId::fresh),
            outcome,
            duration_micros,
            reply_bytes,
            detail,
            attempts,
            reused,
        }
    }
}

fn written(calls: &[RecordedCall]) -> BlockWriter {
    let mut writer = BlockWriter::default();
    for call in calls {
        writer.put(&CallFields::from(call));
    }
    writer
}

fn read(body: &[u8]) -> StoreResult<Vec<RecordedCall>> {
    let body = BlockBody::read("test", body)?;
    body.calls().map(|call| call?.record()).collect()
}

/// The number of tallies and whether there is a mark.
fn read_summary(bytes: Vec<u8>) -> Result<(usize, bool), ReadError> {
    let summary = BlockSummary::read(bytes)?;
    let mut count = 0;
    for tally in summary.tallies() {
        tally?;
        count += 1;
    }
    Ok((count, summary.may_have(0)))
}

proptest! {
    #[test]
    fn calls_come_back(calls in vec(call(), 0..40)) {
        let writer = written(&calls);
        prop_assert_eq!(read(&writer.body()).unwrap(), &calls[..]);
        prop_assert_eq!(writer.count(), calls.len());
        let span = calls.iter().map(|call| call.id).min().map(|first_call| BlockSpan {
            first_call,
            last_call: calls.iter().map(|call| call.id).max().unwrap(),
            first_micros: calls.iter().map(|call| call.at_micros).min().unwrap(),
            last_micros: calls.iter().map(|call| call.at_micros).max().unwrap(),
        });
        prop_assert_eq!(writer.span(), span);
    }

    #[test]
    fn a_block_may_be_taken_at_any_time(calls in vec(call(), 1..12)) {
        let mut writer = BlockWriter::default();
        for (count, call) in (1..).zip(&calls) {
            writer.put(&CallFields::from(call));
            prop_assert_eq!(read(&writer.body()).unwrap(), &calls[..count]);
        }
    }

    #[test]
    fn the_summary_says_what_is_there(calls in vec(call(), 0..40), other in call()) {
        let summary = BlockSummary::read(written(&calls).summary()).unwrap();
        let tallies: Vec<CallTally<'_>> = summary.tallies().map(Result::unwrap).collect();
        for tally in &tallies {
            let of = calls.iter().filter(|call| {
                call.source.as_ref().map(SourceName::as_str) == tally.source
                    && call.outcome.as_str() == tally.outcome
                    && call.approval.is_some() == tally.asked
            });
            prop_assert_eq!(of.count() as u64, tally.count);
        }
        let all: u64 = tallies.iter().map(|tally| tally.count).sum();
        prop_assert_eq!(all, calls.len() as u64);
        for call in &calls {
            prop_assert!(summary.may_have(mark(MarkRole::Target, call.target.as_bytes())));
            prop_assert!(summary.may_have(mark(MarkRole::Principal, call.principal.as_bytes())));
            if let Some(approval) = call.approval {
                let approval = approval.to_string();
                prop_assert!(summary.may_have(mark(MarkRole::Approval, approval.as_bytes())));
            }
        }
        // The mark of another text is there by chance once in a hundred million times.
        if calls.iter().all(|call| call.target != other.target) {
            prop_assert!(!summary.may_have(mark(MarkRole::Target, other.target.as_bytes())));
        }
    }

    #[test]
    fn garbage_is_refused_or_read(bytes in vec(any::<u8>(), 0..200), version in 0..3_u8) {
        let mut bytes = bytes;
        let _ = (read(&bytes), read_summary(bytes.clone()));
        bytes.insert(0, version);
        let _ = (read(&bytes), read_summary(bytes.clone()));
    }

    #[test]
    fn a_spoilt_block_is_refused_or_read(
        calls in vec(call(), 1..8),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let writer = written(&calls);
        for mut bytes in [writer.body(), writer.summary()] {
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let _ = (read(&bytes), read_summary(bytes.clone()));
        }
    }

    #[test]
    fn no_part_of_a_body_passes_for_the_whole(
        calls in vec(call(), 1..8),
        at in any::<prop::sample::Index>(),
    ) {
        let body = written(&calls).body();
        prop_assert!(read(&body[..at.index(body.len())]).is_err());
        let longer = [&body[..], &[0]].concat();
        prop_assert!(read(&longer).is_err());
    }
}

#[test]
fn refusals_say_what_is_wrong() {
    let check = |body: &[u8], expect: &str| {
        let sentence = read(body).expect_err(expect).to_string();
        let expect = format!("block of calls `test` has the body `{expect}`, which");
        assert!(sentence.starts_with(&expect), "{sentence}");
    };
    check(b"", "something that is cut short");
    check(&[7], "version 7");
    check(&[1, 1, 1, 0xff], "a text that is not UTF-8");
    check(&[1, 0, 0, 0, 9], "more than its calls");
    check(
        &[1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2],
        "a number out of range",
    );
    check(&[1, 0, 0, 200, 1], "something that is cut short");
    let mut call = vec![1, 0, 0, 1, 19];
    call.extend([0; 19]);
    check(&call, "a text that is missing");
    *call.last_mut().unwrap() = 3;
    check(&call, "no text 3");
    let check = |summary: &[u8], expect: &str| {
        let ReadError(column, what) = read_summary(summary.to_vec()).expect_err(expect);
        assert_eq!((column, &*what), ("summary", expect));
    };
    check(&[1, 0, 9, 0, 0], "flags 9");
    check(&[1, 3, 0, 0, 0], "a mark that is cut short");
    check(&[1, 0, 1, 0], "something that is cut short");
    assert_eq!(read_summary(vec![1, 4, 0, 0, 0, 0, 0, 0, 7]), Ok((1, true)));
}

#[test]
fn texts_are_written_once() {
    let id = CallId::fresh();
    let call = |target: &str| RecordedCall {
        id,
        at_micros: 1_790_000_000_000_000,
        principal: "local".to_owned(),
        client: Some("claude-code 2.1.0".to_owned()),
        revision: McpRevision::V2025_11_25,
        kind: CallKind::Tool,
        source: SourceName::parse("bookshop").ok(),
        target: target.to_owned(),
        arguments: Digest::of("{}").to_string(),
        request_bytes: 184,
        hints: Hints::UNSET.with(Hint::ReadOnly, true),
        decision: Some("it only reads, and what only reads is allowed".to_owned()),
        approval: None,
        outcome: CallOutcome::Ok,
        duration_micros: 1_480,
        reply_bytes: 5_212,
        detail: None,
        attempts: 1,
        reused: None,
    };
    let one = written(&[call("list_books")]).body().len();
    let two = written(&[call("list_books"), call("list_books")])
        .body()
        .len();
    assert!(two - one < 80, "{} bytes a call", two - one);
    let mut writer = written(&vec![call("list_books"); BLOCK_CALLS - 1]);
    assert!(writer.has_room(1) && !writer.has_room(2));
    writer.put(&CallFields::from(&call("list_books")));
    assert!(!writer.has_room(1));
    let long: Vec<_> = (0..80)
        .map(|at| call(&format!("{at}{}", "x".repeat(1_000))))
        .collect();
    assert!(!written(&long).has_room(1), "a large block takes no more");
}
