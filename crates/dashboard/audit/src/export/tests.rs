//! Exports longer than a batch, and longer than the limit.

use candor_model::{CallKind, CallOutcome, Digest, Hints, McpRevision};
use candor_store::{DatabaseTarget, Store};

use super::*;

fn call(at_micros: i64) -> RecordedCall {
    RecordedCall {
        id: CallId::fresh(),
        at_micros,
        principal: "local".to_owned(),
        client: None,
        revision: McpRevision::V2025_11_25,
        kind: CallKind::Tool,
        source: None,
        target: at_micros.to_string(),
        arguments: Digest::of("").to_string(),
        request_bytes: 1,
        hints: Hints::UNSET,
        decision: None,
        approval: None,
        outcome: CallOutcome::Ok,
        duration_micros: 1,
        reply_bytes: 1,
        detail: None,
        attempts: 1,
        reused: None,
    }
}

/// Which of 1,201 calls are in a file of at most `left`, and in how many chunks.
async fn check(left: usize, pieces: usize, lines: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let target = DatabaseTarget::Sqlite(folder.path().join("candor.db"));
    let store = Store::open(&target).await.expect("a database");
    let calls: Vec<_> = (0..1_201).map(call).collect();
    store.record(&calls).await.expect("room");
    let mut rest = ExportStream {
        records: RecordReader::new(store),
        filter: CallFilter::default(),
        format: ExportFormat {
            ends: "",
            kind: "",
            head: "head\n",
            write: |call, out| {
                out.push_str(&call.target);
                out.push('\n');
            },
        },
        read: None,
        before: None,
        left,
    };
    rest.read().await.expect("a page");
    let (mut text, mut count) = (String::new(), 0);
    while let Some((piece, next)) = rest.next().await.expect("a piece") {
        text.push_str(&piece);
        count += 1;
        rest = next;
    }
    let expect = (0..1_201).rev().take(lines).map(|at| format!("{at}\n"));
    assert_eq!(text, format!("head\n{}", expect.collect::<String>()));
    assert_eq!(count, pieces);
}

#[tokio::test]
async fn a_file_holds_every_call_once_and_no_more_than_was_said() {
    check(ROWS_MAX, 3, 1_201).await;
    check(1_201, 3, 1_201).await;
    check(600, 2, 600).await;
    check(500, 1, 500).await;
    check(1, 1, 1).await;
}
