//! What a journal finds when it is opened, and what it leaves when it grows.

use std::{collections::BTreeSet, fs, path::Path, sync::Arc, time::Duration};

use candor_model::CallOutcome;
use candor_store::{Journal, JournalOptions, JournalRecovery};

use crate::case::{StoreCase, begun, call, done, ended, refused};

/// Options under which nothing is folded before it is asked for, and every few calls begin a
/// new segment.
fn small() -> JournalOptions {
    JournalOptions {
        segment_bytes: 5_000,
        fold_every: Duration::from_hours(1),
        fold_batch: 1_000_000,
        ..JournalOptions::default()
    }
}

async fn open(case: &StoreCase, options: JournalOptions) -> (Journal, JournalRecovery) {
    done!(Journal::open_with(&case.journal(), &case.store, options))
}

fn recovery(folded: u64, unknown: u64, damaged: u64) -> JournalRecovery {
    JournalRecovery {
        folded,
        unknown,
        damaged,
    }
}

/// Drops a journal as a kill would, and waits until its lock is free.
async fn abandon(case: &StoreCase, journal: Journal) {
    drop(journal);
    for _ in 0..12_000 {
        let free = case
            .files("lock")
            .iter()
            .all(|lock| fs::File::open(lock).is_ok_and(|file| file.try_lock().is_ok()));
        if free {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the lock was not freed within a minute");
}

/// The lines of a segment, without the room after them.
fn lines(path: &Path) -> Vec<u8> {
    let mut content = fs::read(path).unwrap();
    let end = content.iter().rposition(|byte| *byte != 0);
    content.truncate(end.map_or(0, |end| end + 1));
    content
}

#[tokio::test]
async fn an_abandoned_journal_is_folded_and_its_open_calls_are_unknown() {
    let case = StoreCase::sqlite().await;
    let (journal, _) = open(&case, small()).await;
    let done: Vec<_> = (0..50).map(|_| call(&journal)).collect();
    let lost = begun("slow");
    journal.begin(&lost).unwrap();
    let more: Vec<_> = (0..50).map(|_| call(&journal)).collect();
    assert!(
        case.files("calls").len() > 3,
        "they lie in several segments"
    );
    assert_eq!(case.count().await, 0);
    abandon(&case, journal).await;

    let (journal, recovered) = open(&case, small()).await;
    assert_eq!(recovered, recovery(100, 1, 0));
    let all = case.all().await;
    for done in done.iter().chain(&more) {
        assert_eq!(all[&done.id].outcome, CallOutcome::Ok);
    }
    assert_eq!(all[&lost.id].outcome, CallOutcome::Unknown);
    let detail = all[&lost.id].detail.as_deref();
    assert!(detail.is_some_and(|detail| detail.starts_with("the gateway stopped while")));
    let left = case.files("calls").len();
    assert_eq!(left, 1, "only the new process's own segment");

    abandon(&case, journal).await;
    let (_journal, recovered) = open(&case, small()).await;
    assert_eq!(recovered, recovery(0, 0, 0), "nothing is found twice");
}

#[tokio::test]
async fn torn_and_damaged_lines_cost_no_others() {
    let case = StoreCase::sqlite().await;
    let mut options = small();
    options.segment_bytes = 1 << 20;
    let (journal, _) = open(&case, options.clone()).await;
    let first = call(&journal);
    let segment = case.files("calls").remove(0);
    let mut content = lines(&segment);
    let second = call(&journal);
    let whole = lines(&segment);
    abandon(&case, journal).await;
    let rest = whole.strip_prefix(&content[..]).unwrap().to_vec();
    content.extend(b"E\tnonsense\t.\n");
    content.extend(b"B\t0189-cut-short-in-the-middle\n");
    content.extend(rest);
    content.extend(b"B\t01890000-0000-7000-8000-0000000000");
    content.extend(vec![0; 100_000]);
    fs::write(&segment, content).unwrap();

    let (_journal, recovered) = open(&case, options).await;
    assert_eq!(recovered, recovery(2, 0, 1));
    let all = case.all().await;
    assert!(all.contains_key(&first.id) && all.contains_key(&second.id));
    let kept = case.files("damaged");
    assert_eq!(kept.len(), 1, "what could not be read is kept for a person");
    assert!(fs::read_to_string(&kept[0]).unwrap().contains("nonsense"));
}

#[tokio::test]
async fn a_hole_is_noticed_and_costs_no_line_after_it() {
    let case = StoreCase::sqlite().await;
    let (journal, _) = open(&case, small()).await;
    let before = call(&journal);
    let segment = case.files("calls").remove(0);
    let mut content = lines(&segment);
    let after = call(&journal);
    let whole = lines(&segment);
    abandon(&case, journal).await;
    let rest = whole.strip_prefix(&content[..]).unwrap().to_vec();
    content.extend([0; 4_096]);
    content.extend(rest);
    fs::write(&segment, content).unwrap();

    let (_journal, recovered) = open(&case, small()).await;
    assert_eq!(recovered, recovery(2, 0, 1));
    let all = case.all().await;
    assert!(all.contains_key(&before.id) && all.contains_key(&after.id));
}

/// Something stands where the next segment would begin.
#[tokio::test]
async fn a_segment_grows_on_when_the_next_cannot_be_begun() {
    let case = StoreCase::sqlite().await;
    let (journal, _) = open(&case, small()).await;
    let first = case.files("calls").remove(0);
    let shown = first.to_str().unwrap();
    let obstacle = shown.replace("-00000000.", "-00000001.");
    fs::create_dir(&obstacle).unwrap();
    let lost = begun("slow");
    journal.begin(&lost).unwrap();
    for _ in 0..500 {
        call(&journal);
    }
    let grown = lines(&first).len();
    assert!(grown > 100_000, "more than was reserved at first: {grown}");
    done!(journal.flush());
    assert_eq!(case.count().await, 500);

    fs::remove_dir(&obstacle).unwrap();
    for _ in 0..500 {
        call(&journal);
    }
    done!(journal.flush());
    assert_eq!(case.count().await, 1_000);
    assert!(!first.exists(), "the next segment was begun after all");
    abandon(&case, journal).await;
    let (_journal, recovered) = open(&case, small()).await;
    assert_eq!((recovered.unknown, recovered.damaged), (1, 0));
    assert_eq!(case.all().await[&lost.id].source, lost.source);
}

#[tokio::test]
async fn a_call_in_flight_outlives_the_segments_it_began_in() {
    let case = StoreCase::sqlite().await;
    let (journal, _) = open(&case, small()).await;
    let (long, lost) = (begun("slow"), begun("slow"));
    journal.begin(&long).unwrap();
    journal.begin(&lost).unwrap();
    for _ in 0..200 {
        call(&journal);
    }
    done!(journal.flush());
    assert_eq!(case.count().await, 200);
    assert_eq!(case.files("calls").len(), 1, "folded segments are deleted");
    journal.end(&ended(&long, CallOutcome::TimedOut)).unwrap();
    abandon(&case, journal).await;

    let (_journal, recovered) = open(&case, small()).await;
    assert_eq!((recovered.folded, recovered.unknown), (1, 1));
    let all = case.all().await;
    assert_eq!(all[&long.id].outcome, CallOutcome::TimedOut);
    let source = &all[&long.id].source;
    assert_eq!(*source, long.source, "its beginning was carried over");
    assert_eq!(all[&lost.id].outcome, CallOutcome::Unknown);
}

#[tokio::test]
async fn calls_for_which_there_is_no_memory_are_read_back() {
    let case = StoreCase::sqlite().await;
    // As many bytes as a segment has are kept in memory: a dozen calls.
    let (journal, _) = open(&case, small()).await;
    let long = begun("slow");
    journal.begin(&long).unwrap();
    let mut ids = BTreeSet::new();
    for _ in 0..5 {
        for calls in [3, 100, 1] {
            ids.extend((0..calls).map(|_| call(&journal).id));
            done!(journal.flush());
            assert_eq!(case.count().await, ids.len() as u64);
            assert_eq!(case.files("calls").len(), 1, "folded segments are deleted");
        }
    }
    journal.end(&ended(&long, CallOutcome::TimedOut)).unwrap();
    ids.insert(long.id);
    done!(journal.close());
    let all = case.all().await;
    assert_eq!(all[&long.id].outcome, CallOutcome::TimedOut);
    assert_eq!(all.into_keys().collect::<BTreeSet<_>>(), ids);
    assert_eq!(case.files("calls").len(), 0);
}

#[tokio::test]
async fn calls_left_at_close_are_unknown_at_the_next_start() {
    let case = StoreCase::sqlite().await;
    let mut options = small();
    options.sync = true;
    let (journal, _) = open(&case, options).await;
    let lost = begun("slow");
    journal.begin(&lost).unwrap();
    for _ in 0..30 {
        call(&journal);
    }
    done!(journal.close());
    assert_eq!(case.count().await, 30);
    let (_journal, recovered) = open(&case, small()).await;
    assert_eq!((recovered.folded, recovered.unknown), (0, 1));
    assert_eq!(case.all().await[&lost.id].outcome, CallOutcome::Unknown);
}

#[tokio::test]
async fn what_the_database_does_not_take_at_close_is_folded_at_the_next_start() {
    let case = StoreCase::sqlite().await;
    let mut options = small();
    options.patience = Duration::from_millis(50);
    let (journal, _) = open(&case, options).await;
    case.execute("ALTER TABLE call_blocks RENAME TO away").await;
    for _ in 0..30 {
        call(&journal);
    }
    let kept = "the database did not take the last calls within 50ms; they are kept in the journal";
    refused!(journal.close() => starts_with kept);

    refused!(
        Journal::open(&case.journal(), &case.store) =>
        starts_with "cannot fold the calls of an earlier process"
    );

    case.execute("ALTER TABLE away RENAME TO call_blocks").await;
    let (_journal, recovered) = open(&case, small()).await;
    assert_eq!(recovered, recovery(30, 0, 0));
}

#[tokio::test]
async fn a_directory_that_cannot_be_used_is_named() {
    let case = StoreCase::sqlite().await;
    fs::write(case.journal(), "a file in its place").unwrap();
    let shown = case.journal().display().to_string();
    let expect = format!("cannot create the directory in the journal `{shown}`;");
    refused!(Journal::open(&case.journal(), &case.store) => starts_with &expect);
}

#[tokio::test]
async fn beginnings_and_ends_must_match() {
    let case = StoreCase::sqlite().await;
    let (journal, _) = open(&case, small()).await;
    let begun = begun("files");
    let ended = ended(&begun, CallOutcome::Ok);
    let error = journal.end(&ended).expect_err("it has not begun");
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    journal.begin(&begun).unwrap();
    let error = journal.begin(&begun).expect_err("it has begun");
    let expect = format!("the call `{}` has already begun", begun.id);
    assert_eq!(error.to_string(), expect);
    journal.end(&ended).unwrap();
    journal.end(&ended).expect_err("it has ended");
    done!(journal.flush());
    assert_eq!(case.count().await, 1);
}

#[tokio::test]
async fn files_that_are_no_journal_are_left_alone() {
    let case = StoreCase::sqlite().await;
    let (journal, _) = open(&case, small()).await;
    let foreign = ["README.calls", "notes.txt", "x-1.calls", "y.lock"];
    for name in foreign {
        fs::write(case.journal().join(name), "hello\n").unwrap();
    }
    let new = case.journal().join("01890000000070008000000000000001.new");
    fs::write(new, "").unwrap();
    let (other, recovered) = open(&case, small()).await;
    assert_eq!(recovered, JournalRecovery::default());
    call(&other);
    done!(other.close());
    done!(journal.close());
    let mut left: Vec<_> = fs::read_dir(case.journal())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, foreign, "the abandoned lock is swept, the rest stays");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_thousand_calls_from_many_threads() {
    let case = StoreCase::sqlite().await;
    let options = JournalOptions {
        segment_bytes: 1 << 20,
        ..JournalOptions::default()
    };
    let (journal, _) = open(&case, options).await;
    let journal = Arc::new(journal);
    let writers: Vec<_> = (0..5)
        .map(|_| {
            let journal = Arc::clone(&journal);
            tokio::task::spawn_blocking(move || {
                for _ in 0..10_000 {
                    call(&journal);
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    done!(journal.flush());
    assert_eq!(case.count().await, 50_000);
    let left = case.files("calls").len();
    assert_eq!(left, 1, "every full segment was folded and deleted");
    done!(journal.close());
}
