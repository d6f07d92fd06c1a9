//! The audit of calls.

use candor_model::{ApprovalId, CallId, CallOutcome, Hints, ResultReuse};
use candor_store::{CallCount, CallFilter, CallSample, RecordedCall};

use crate::case::{StoreCase, done, finished, name, refused};

/// Calls are recorded once, read by page and forgotten when they are old.
pub(crate) async fn calls(case: StoreCase) {
    let store = &case.store;
    assert_eq!(done!(store.record(&[])), 0);
    let mut calls: Vec<RecordedCall> = (0..1_301)
        .map(|_| finished("files", CallOutcome::Ok))
        .collect();
    for (at, call) in (0..).zip(&mut calls) {
        call.at_micros = at;
    }
    calls[3].outcome = CallOutcome::Refused;
    calls[3].source = None;
    calls[3].client = None;
    calls[3].target = String::from("no'such\"tool; DROP TABLE calls; -- é🦀");
    calls[3].detail = Some("there is no such tool".to_owned());
    calls[4].source = Some(name("shop"));
    calls[4].request_bytes = i64::MAX as u64;
    calls[5].hints = Hints::UNSET;
    calls[5].decision = None;
    calls[5].approval = None;
    calls[5].attempts = 0;
    calls[5].reused = Some(ResultReuse::Kept { age_ms: 250 });
    calls[7].principal = String::from("ann");
    calls[6].attempts = u32::MAX;
    calls[6].reused = Some(ResultReuse::Shared { with: calls[5].id });
    assert_eq!(done!(store.record(&calls)), 1_301);

    recorded_once(&case, &calls).await;
    read_by_page(&case, &calls).await;
    filtered(&case, &calls).await;
    hostile_calls_are_taken(&case).await;

    let pruned = done!(store.prune_calls(1_200));
    assert_eq!(pruned, 1_201, "and the hostile one at 0");
    assert_eq!(done!(store.prune_calls(1_200)), 0);
    assert_eq!(case.count().await, 101);
}

async fn recorded_once(case: &StoreCase, calls: &[RecordedCall]) {
    let mut again = calls[..700].to_vec();
    again[0].detail = Some("changed".to_owned());
    again.push(early(CallOutcome::ToolError));
    again.push(again[700].clone());
    let new = done!(case.store.record(&again));
    assert_eq!(new, 1, "one new, and that one twice");
    assert_eq!(case.count().await, 1_302);
    let first = &case.all().await[&calls[0].id];
    assert_eq!(*first, calls[0], "the first record stays");
    assert_eq!(done!(case.store.prune_calls(-5)), 0);
    assert_eq!(done!(case.store.prune_calls(0)), 1);
    assert_eq!(case.count().await, 1_301);
}

/// A call that arrived before all others, whatever its id says.
fn early(outcome: CallOutcome) -> RecordedCall {
    RecordedCall {
        at_micros: -5,
        ..finished("late", outcome)
    }
}

async fn read_by_page(case: &StoreCase, calls: &[RecordedCall]) {
    let all = CallFilter::default();
    let mut before: Option<CallId> = None;
    let (mut read, mut late) = (Vec::new(), 0);
    loop {
        let page = done!(case.store.calls_page(&all, before, 500));
        assert!(page.calls.len() <= 500);
        read.extend(page.calls);
        before = page.next;
        if before.is_none() {
            break;
        }
        // What comes in meanwhile is newer, and does not shift the pages.
        late += done!(case.store.record(&[early(CallOutcome::ToolError)]));
    }
    assert_eq!(late, 2);
    assert_eq!(done!(case.store.prune_calls(0)), late);
    read.reverse();
    assert_eq!(read, calls, "each once, as it was recorded, newest first");

    let page = done!(case.store.calls_page(&all, None, 0));
    assert_eq!(page.calls.len(), 1, "no page is empty");
    let page = done!(case.store.calls_page(&all, None, usize::MAX));
    assert_eq!(page.calls.len(), 1_000, "and none is endless");
    let page = done!(case.store.calls_page(&all, Some(calls[0].id), 10));
    assert_eq!((page.calls.len(), page.next), (0, None));
}

/// A filter by one thing.
fn by(set: impl FnOnce(&mut CallFilter)) -> CallFilter {
    let mut filter = CallFilter::default();
    set(&mut filter);
    filter
}

async fn filtered(case: &StoreCase, calls: &[RecordedCall]) {
    let check = async |filter: CallFilter, count: u64, newest: &RecordedCall| {
        assert_eq!(done!(case.store.count_calls(&filter)), count, "{filter:?}");
        let page = done!(case.store.calls_page(&filter, None, 1));
        assert_eq!(page.calls.first(), Some(newest), "{filter:?}");
    };
    let shop = by(|it| it.source = Some(name("shop")));
    check(shop, 1, &calls[4]).await;
    let refused = by(|it| it.outcome = Some(CallOutcome::Refused));
    check(refused, 1, &calls[3]).await;
    let target = by(|it| it.target = Some(calls[3].target.clone()));
    check(target, 1, &calls[3]).await;
    let late = by(|it| it.since_micros = Some(1_300));
    check(late, 1, &calls[1_300]).await;
    let approval = by(|it| it.approval = calls[6].approval);
    check(approval, 1, &calls[6]).await;
    let nobodys = by(|it| it.approval = Some(ApprovalId::fresh()));
    assert_eq!(done!(case.store.count_calls(&nobodys)), 0);
    let both = CallFilter {
        source: Some(name("files")),
        ..by(|it| it.since_micros = Some(2))
    };
    check(both, 1_297, &calls[1_300]).await;
    let few = CallFilter {
        until_micros: Some(9),
        ..by(|it| it.since_micros = Some(7))
    };
    check(few, 2, &calls[8]).await;
    let ann = by(|it| it.principal = Some("ann".to_owned()));
    check(ann, 1, &calls[7]).await;
    let none = by(|it| it.target = Some("nothing\0".to_owned()));
    assert_eq!(done!(case.store.count_calls(&none)), 0);
}

/// Steps are counted from where a reader begins to look.
pub(crate) async fn call_counts(case: StoreCase) {
    let store = &case.store;
    let call = |at_micros, outcome, asked: bool| RecordedCall {
        at_micros,
        approval: asked.then(ApprovalId::fresh),
        ..finished("files", outcome)
    };
    let calls = [
        call(99, CallOutcome::Ok, false),
        call(100, CallOutcome::Ok, false),
        call(109, CallOutcome::Ok, false),
        call(109, CallOutcome::Ok, true),
        call(109, CallOutcome::Refused, true),
        call(110, CallOutcome::ToolError, false),
        call(149, CallOutcome::Ok, false),
        call(150, CallOutcome::Ok, false),
    ];
    done!(store.record(&calls));
    let count = |start_micros, outcome, asked, count| CallCount {
        start_micros,
        outcome,
        asked,
        count,
    };
    let expect = [
        count(100, CallOutcome::Ok, false, 2),
        count(100, CallOutcome::Ok, true, 1),
        count(100, CallOutcome::Refused, true, 1),
        count(110, CallOutcome::ToolError, false, 1),
        count(140, CallOutcome::Ok, false, 1),
    ];
    assert_eq!(done!(store.call_counts(100, 10, 150)), expect);
    let whole = done!(store.call_counts(100, i64::MAX, i64::MAX));
    assert_eq!(whole[0], count(100, CallOutcome::Ok, false, 4));
    let odd = done!(store.call_counts(149, 0, 151));
    let each = [149, 150].map(|at| count(at, CallOutcome::Ok, false, 1));
    assert_eq!(odd, each, "no step is shorter than a microsecond");
    for (since, until) in [(150, 100), (151, 200), (i64::MAX, i64::MAX)] {
        assert_eq!(done!(store.call_counts(since, 10, until)), []);
    }

    case.spoil_blocks("tool-error", "odd-outcom").await;
    let odd = "has the outcome `odd-outcom`";
    refused!(store.call_counts(100, 10, 150) => contains odd);
    refused!(store.call_counts(0, 1_000, 1_000) => contains odd);
}

/// Only the newest are looked at, and of those only what is new enough.
pub(crate) async fn newest_calls(case: StoreCase) {
    let store = &case.store;
    let call = |at_micros, outcome, asked: bool| RecordedCall {
        at_micros,
        approval: asked.then(ApprovalId::fresh),
        duration_micros: at_micros.unsigned_abs(),
        ..finished("files", outcome)
    };
    let calls = [
        call(1, CallOutcome::Ok, false),
        call(2, CallOutcome::ToolError, true),
        call(3, CallOutcome::Refused, false),
        finished("shop", CallOutcome::Ok),
    ];
    done!(store.record(&calls));
    let (files, nobody) = (name("files"), name("nobody"));
    let durations = async |since, limit| {
        let found = done!(store.newest_calls(&files, since, limit));
        let mut found: Vec<u64> = found.iter().map(|one| one.duration_micros).collect();
        found.sort_unstable();
        found
    };
    assert_eq!(durations(0, 100).await, [1, 2, 3]);
    assert_eq!(durations(2, 100).await, [2, 3]);
    assert_eq!(durations(0, 2).await, [2, 3]);
    assert_eq!(durations(4, 2).await, [0_u64; 0]);
    assert_eq!(durations(0, 0).await, [0_u64; 0]);
    let asked = done!(store.newest_calls(&files, 2, 100));
    let sample = CallSample {
        outcome: CallOutcome::ToolError,
        asked: true,
        duration_micros: 2,
    };
    assert!(asked.contains(&sample), "{asked:?}");
    assert_eq!(done!(store.newest_calls(&nobody, 0, 100)), []);

    case.spoil_blocks("tool-error", "odd-outcom").await;
    refused!(store.newest_calls(&files, 0, 100) => contains "has the outcome `odd-outcom`");
}

async fn hostile_calls_are_taken(case: &StoreCase) {
    let mut call = finished("files", CallOutcome::RpcError);
    call.at_micros = 0;
    call.target = format!("\0{}", "x".repeat(100_000));
    call.detail = Some("\u{202e}\0".repeat(100_000));
    call.decision = call.detail.clone();
    call.client = Some("é".repeat(10_000));
    call.request_bytes = u64::MAX;
    assert_eq!(done!(case.store.record(&[call.clone()])), 1);
    let kept = case.all().await.remove(&call.id).expect("it was recorded");
    assert!(kept.target.starts_with("\u{fffd}xxx") && kept.target.len() <= 1_024);
    for sentence in [kept.detail, kept.decision] {
        assert!(sentence.is_some_and(|sentence| sentence.len() <= 2_048));
    }
    assert_eq!(kept.request_bytes, i64::MAX as u64);
    let filter = by(|it| it.target = Some(call.target));
    let count = done!(case.store.count_calls(&filter));
    assert_eq!(count, 1, "found by its whole name");
}

/// What no gateway has written is refused, with the call and the field in which it stands.
pub(crate) async fn odd_calls(case: StoreCase) {
    let store = &case.store;
    let call = RecordedCall {
        reused: Some(ResultReuse::Kept { age_ms: 250 }),
        ..finished("files", CallOutcome::Ok)
    };
    done!(store.record(std::slice::from_ref(&call)));
    let all = CallFilter::default();
    for (word, odd, field) in [
        ("kept 250ms", "lent 250ms", "reused"),
        (
            "read_only=true,open_world=false",
            "read_only=true,open_world=maybe",
            "hints",
        ),
        ("2025-11-25", "2099-11-25", "revision"),
        ("tool", "fool", "kind"),
    ] {
        case.spoil_blocks(word, odd).await;
        let expect = format!(
            "call `{}` has the {field} `{odd}`, which this binary does not know;",
            call.id
        );
        refused!(store.calls_page(&all, None, 1) => contains &expect);
        case.spoil_blocks(odd, word).await;
    }
    assert_eq!(case.all().await[&call.id], call);

    case.spoil_bodies(|body| body[0] = 9).await;
    let sentence = "has the body `version 9`, which this binary does not know;";
    refused!(store.calls_page(&all, None, 1) => contains sentence);
    refused!(store.record(std::slice::from_ref(&call)) => contains sentence);
    assert_eq!(
        done!(store.count_calls(&all)),
        1,
        "it is not looked at for that"
    );
    assert_eq!(
        done!(store.record(&[finished("files", CallOutcome::Ok)])),
        1
    );
    case.spoil_bodies(|body| body.truncate(body.len() - 1))
        .await;
    refused!(store.calls_page(&all, None, 1) => contains "has the body `");
}

/// Calls that end in any order, in blocks of several writers, are on the pages in one order.
pub(crate) async fn mixed_calls(case: StoreCase) {
    let [one, other] = case.handles().await;
    let sources = ["files", "shop", "mail"].into_iter().cycle();
    let mut calls: Vec<RecordedCall> = (0..900)
        .zip(sources)
        .map(|(at, source)| RecordedCall {
            at_micros: at,
            principal: format!("caller {}", at % 90),
            ..finished(source, CallOutcome::Ok)
        })
        .collect();
    for outcome in [3, 450, 899] {
        calls[outcome].outcome = CallOutcome::TimedOut;
    }
    // Each block has old and new calls, and they are written by turns.
    for part in 0..9 {
        let batch: Vec<_> = calls.iter().skip(part).step_by(9).cloned().collect();
        let store = if part % 2 == 0 { &one } else { &other };
        assert_eq!(done!(store.record(&batch)), 100);
    }
    let expect = |passes: &dyn Fn(&RecordedCall) -> bool| -> Vec<RecordedCall> {
        calls
            .iter()
            .rev()
            .filter(|call| passes(call))
            .cloned()
            .collect()
    };
    let shop = Some(name("shop"));
    let filters: [(CallFilter, Vec<RecordedCall>); 5] = [
        (CallFilter::default(), expect(&|_| true)),
        (
            by(|it| it.source.clone_from(&shop)),
            expect(&|it| it.source == shop),
        ),
        (
            by(|it| it.outcome = Some(CallOutcome::TimedOut)),
            expect(&|it| it.outcome == CallOutcome::TimedOut),
        ),
        (
            by(|it| it.principal = Some("caller 7".to_owned())),
            expect(&|it| it.principal == "caller 7"),
        ),
        (
            by(|it| (it.since_micros, it.until_micros) = (Some(200), Some(500))),
            expect(&|it| (200..500).contains(&it.at_micros)),
        ),
    ];
    for (filter, expect) in filters {
        for limit in [29, 100, 1_000] {
            let (mut read, mut before) = (Vec::new(), None);
            loop {
                let page = done!(one.calls_page(&filter, before, limit));
                assert!(page.calls.len() <= limit);
                read.extend(page.calls);
                before = page.next;
                if before.is_none() {
                    break;
                }
            }
            assert_eq!(read, expect, "{filter:?} by {limit}");
        }
        assert_eq!(done!(one.count_calls(&filter)), expect.len() as u64);
    }
    let counts = done!(one.call_counts(0, 100, 1_000));
    let ok: Vec<_> = counts
        .iter()
        .filter(|it| it.outcome == CallOutcome::Ok)
        .collect();
    let numbers: Vec<u64> = ok.iter().map(|it| it.count).collect();
    assert_eq!(numbers, [99, 100, 100, 100, 99, 100, 100, 100, 99]);

    // Old calls go, whatever blocks they are in, and the others stay.
    assert_eq!(done!(one.prune_calls(300)), 300);
    let left: Vec<_> = case.all().await.into_values().collect();
    assert_eq!(left, calls[300..]);
    assert_eq!(
        done!(one.record(&calls[250..])),
        50,
        "what was forgotten is new"
    );
}

/// Processes that record a few calls each add them to the same block.
pub(crate) async fn few_calls(case: StoreCase) {
    let mut calls = Vec::new();
    for _ in 0..40 {
        let store = done!(case.reopen());
        let call = finished("files", CallOutcome::Ok);
        assert_eq!(done!(store.record(std::slice::from_ref(&call))), 1);
        calls.push(call);
        store.close().await;
    }
    assert_eq!(case.all().await.into_values().collect::<Vec<_>>(), calls);
    assert_eq!(case.number("SELECT COUNT(*) FROM call_blocks").await, 1);
    // A larger number has a block of its own.
    let many: Vec<_> = (0..65)
        .map(|_| finished("files", CallOutcome::Ok))
        .collect();
    done!(case.store.record(&many));
    assert_eq!(case.number("SELECT COUNT(*) FROM call_blocks").await, 2);
}

/// Counting looks at no call where a block is in one step, and at no other block.
pub(crate) async fn counted_without_calls(case: StoreCase) {
    let store = &case.store;
    for start in [0, 1_000, 2_000] {
        let calls: Vec<_> = (0..200)
            .map(|at| RecordedCall {
                at_micros: start + at,
                ..finished("files", CallOutcome::Ok)
            })
            .collect();
        done!(store.record(&calls));
    }
    case.execute("DELETE FROM call_bodies").await;
    let counts = done!(store.call_counts(0, 1_000, 3_000));
    assert_eq!(
        counts.iter().map(|it| it.count).collect::<Vec<_>>(),
        [200; 3]
    );
    assert_eq!(case.count().await, 600);
    let files = by(|it| it.source = Some(name("files")));
    assert_eq!(done!(store.count_calls(&files)), 600);
    let late = by(|it| it.since_micros = Some(1_000));
    assert_eq!(done!(store.count_calls(&late)), 400);
    let ok = by(|it| it.outcome = Some(CallOutcome::Ok));
    assert_eq!(done!(store.count_calls(&ok)), 600);
}
