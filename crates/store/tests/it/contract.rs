//! What both engines must do alike. Each function is given an empty database.

mod changes;
mod editors;
mod environments;
mod follow;
mod house_notes;
mod opinions;
mod pins;
mod renamed_tools;
mod secrets;
mod toolset_versions;
mod toolsets;
mod whole_toolsets;

use std::time::Duration;

use candor_model::{CallId, Digest, Era, Outcome, Revision};
use candor_store::{CallFilter, Finished, Journal, JournalOptions, Recovered};

use crate::case::{Case, begun, ended, finished, name};

pub(crate) use self::{
    changes::changes,
    editors::editors,
    environments::environments,
    follow::follow,
    house_notes::house_notes,
    opinions::opinions,
    pins::{mark, pins},
    renamed_tools::renamed_tools,
    secrets::secrets,
    toolset_versions::toolset_versions,
    toolsets::toolsets,
    whole_toolsets::whole_toolsets,
};

/// Sources are remembered for as long as their configuration stays the same.
pub(crate) async fn sources(case: Case) {
    let store = &case.store;
    store.check().await.unwrap();
    let (files, shop) = (name("files"), name("shop"));
    let (old, new) = (Digest::of("old"), Digest::of("new"));
    assert_eq!(store.remembered(&files, &old).await.unwrap(), None);

    let legacy = Revision::V2025_06_18;
    let modern = Revision::V2026_07_28;
    store
        .remember_source(&shop, &old, Era::Modern, modern, "Shop\0 1", 5)
        .await
        .unwrap();
    store
        .remember_source(&files, &old, Era::Legacy, legacy, "Files 1.0", 7)
        .await
        .unwrap();
    let found = store
        .remembered(&files, &old)
        .await
        .unwrap()
        .expect("it was remembered");
    assert_eq!((found.era, found.revision), (Era::Legacy, legacy));
    assert_eq!((found.server.as_str(), found.seen_micros), ("Files 1.0", 7));
    assert_eq!(found.fingerprint, old.to_string());
    assert_eq!(
        store.remembered(&files, &new).await.unwrap(),
        None,
        "another configuration"
    );

    store
        .remember_source(&files, &new, Era::Modern, modern, "Files 2.0", 9)
        .await
        .unwrap();
    assert_eq!(
        store.remembered(&files, &old).await.unwrap(),
        None,
        "replaced"
    );
    let found = store
        .remembered(&files, &new)
        .await
        .unwrap()
        .expect("it was remembered");
    assert_eq!(
        (found.era, found.server.as_str()),
        (Era::Modern, "Files 2.0")
    );

    let names: Vec<_> = store
        .list_sources()
        .await
        .unwrap()
        .into_iter()
        .map(|s| s.name)
        .collect();
    assert_eq!(names, [files.clone(), shop.clone()]);
    assert!(store.forget_source(&files).await.unwrap());
    assert!(
        !store.forget_source(&files).await.unwrap(),
        "forgotten already"
    );
    assert_eq!(store.list_sources().await.unwrap().len(), 1);

    // A row from the future is asked about anew rather than failing the start.
    case.execute("UPDATE sources SET revision = '2099-01-01'")
        .await;
    assert_eq!(store.remembered(&shop, &old).await.unwrap(), None);
    assert_eq!(store.list_sources().await.unwrap(), []);
    store.check().await.unwrap();

    store.close().await;
    let error = store.check().await.expect_err("it is closed");
    assert!(
        error
            .to_string()
            .contains("failed to take and give back a row"),
        "{error}"
    );
}

/// Calls are recorded once, read by page and forgotten when they are old.
pub(crate) async fn calls(case: Case) {
    let store = &case.store;
    assert_eq!(store.record(&[]).await.unwrap(), 0);
    let mut calls: Vec<Finished> = (0..1_301).map(|_| finished("files", Outcome::Ok)).collect();
    for (at, call) in (0..).zip(&mut calls) {
        call.at_micros = at;
    }
    calls[3].outcome = Outcome::Refused;
    calls[3].source = None;
    calls[3].client = None;
    calls[3].target = String::from("no'such\"tool; DROP TABLE calls; -- é🦀");
    calls[3].detail = Some("there is no such tool".to_owned());
    calls[4].source = Some(name("shop"));
    calls[4].request_bytes = i64::MAX as u64;
    assert_eq!(store.record(&calls).await.unwrap(), 1_301);

    recorded_once(&case, &calls).await;
    read_by_page(&case, &calls).await;
    filtered(&case, &calls).await;
    hostile_calls_are_taken(&case).await;

    assert_eq!(
        store.prune_calls(1_200).await.unwrap(),
        1_201,
        "and the hostile one at 0"
    );
    assert_eq!(store.prune_calls(1_200).await.unwrap(), 0);
    assert_eq!(case.count().await, 101);
}

async fn recorded_once(case: &Case, calls: &[Finished]) {
    let mut again = calls[..700].to_vec();
    again[0].detail = Some("changed".to_owned());
    again.push(finished("files", Outcome::ToolError));
    again.push(again[700].clone());
    assert_eq!(
        case.store.record(&again).await.unwrap(),
        1,
        "one new, and that one twice"
    );
    assert_eq!(case.count().await, 1_302);
    assert_eq!(
        case.all().await[&calls[0].id],
        calls[0],
        "the first record stays"
    );
    assert_eq!(case.store.prune_calls(0).await.unwrap(), 0);
    case.execute("DELETE FROM calls WHERE outcome = 'tool-error'")
        .await;
}

async fn read_by_page(case: &Case, calls: &[Finished]) {
    let all = CallFilter::default();
    let mut before: Option<CallId> = None;
    let mut read = Vec::new();
    loop {
        let page = case.store.calls_page(&all, before, 500).await.unwrap();
        assert!(page.calls.len() <= 500);
        read.extend(page.calls);
        before = page.next;
        if before.is_none() {
            break;
        }
        // What comes in meanwhile is newer, and does not shift the pages.
        let late = finished("late", Outcome::ToolError);
        case.store.record(&[late]).await.unwrap();
    }
    case.execute("DELETE FROM calls WHERE outcome = 'tool-error'")
        .await;
    read.reverse();
    assert_eq!(
        read, calls,
        "every call once, as it was recorded, newest first"
    );

    let page = case.store.calls_page(&all, None, 0).await.unwrap();
    assert_eq!(page.calls.len(), 1, "no page is empty");
    let page = case.store.calls_page(&all, None, usize::MAX).await.unwrap();
    assert_eq!(page.calls.len(), 1_000, "and none is endless");
    let page = case
        .store
        .calls_page(&all, Some(calls[0].id), 10)
        .await
        .unwrap();
    assert_eq!((page.calls.len(), page.next), (0, None));
}

async fn filtered(case: &Case, calls: &[Finished]) {
    let check = async |filter: CallFilter, count: u64, newest: &Finished| {
        assert_eq!(
            case.store.count_calls(&filter).await.unwrap(),
            count,
            "{filter:?}"
        );
        let page = case.store.calls_page(&filter, None, 1).await.unwrap();
        assert_eq!(page.calls.first(), Some(newest), "{filter:?}");
    };
    let all = CallFilter::default();
    check(
        CallFilter {
            source: Some(name("shop")),
            ..all.clone()
        },
        1,
        &calls[4],
    )
    .await;
    check(
        CallFilter {
            outcome: Some(Outcome::Refused),
            ..all.clone()
        },
        1,
        &calls[3],
    )
    .await;
    let target = Some(calls[3].target.clone());
    check(
        CallFilter {
            target,
            ..all.clone()
        },
        1,
        &calls[3],
    )
    .await;
    check(
        CallFilter {
            since_micros: Some(1_300),
            ..all.clone()
        },
        1,
        &calls[1_300],
    )
    .await;
    let source = Some(name("files"));
    let both = CallFilter {
        source,
        since_micros: Some(2),
        ..all.clone()
    };
    check(both, 1_297, &calls[1_300]).await;
    let target = Some("nothing\0".to_owned());
    let none = CallFilter { target, ..all };
    assert_eq!(case.store.count_calls(&none).await.unwrap(), 0);
}

async fn hostile_calls_are_taken(case: &Case) {
    let mut call = finished("files", Outcome::RpcError);
    call.at_micros = 0;
    call.target = format!("\0{}", "x".repeat(100_000));
    call.detail = Some("\u{202e}\0".repeat(100_000));
    call.client = Some("é".repeat(10_000));
    call.request_bytes = u64::MAX;
    assert_eq!(case.store.record(&[call.clone()]).await.unwrap(), 1);
    let kept = case.all().await.remove(&call.id).expect("it was recorded");
    assert!(kept.target.starts_with("\u{fffd}xxx") && kept.target.len() <= 1_024);
    assert!(kept.detail.is_some_and(|detail| detail.len() <= 2_048));
    assert_eq!(kept.request_bytes, i64::MAX as u64);
    let filter = CallFilter {
        target: Some(call.target),
        ..CallFilter::default()
    };
    assert_eq!(
        case.store.count_calls(&filter).await.unwrap(),
        1,
        "found by its whole name"
    );
}

async fn trouble_of(journal: &Journal) -> String {
    for _ in 0..1_000 {
        if let Some(trouble) = journal.trouble() {
            return trouble;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no trouble was told within 10 s");
}

/// The journal hands every finished call to the database, also after it was away for a while.
pub(crate) async fn journal(case: Case) {
    let options = JournalOptions {
        segment_bytes: 20_000,
        ..JournalOptions::default()
    };
    let (journal, recovered) = Journal::open_with(&case.journal(), &case.store, options)
        .await
        .unwrap();
    assert_eq!(recovered, Recovered::default());

    let mut expect = Vec::new();
    for outcome in Outcome::ALL {
        let begun = begun("files");
        journal.begin(&begun).unwrap();
        let ended = ended(&begun, outcome);
        journal.end(&ended).unwrap();
        expect.push(Finished::new(&begun, &ended));
    }
    journal.flush().await.unwrap();
    assert_eq!(case.all().await.into_values().collect::<Vec<_>>(), expect);

    case.execute("ALTER TABLE calls RENAME TO away").await;
    let long = begun("slow");
    journal.begin(&long).unwrap();
    for _ in 0..1_000 {
        let begun = begun("files");
        journal.begin(&begun).unwrap();
        journal.end(&ended(&begun, Outcome::Ok)).unwrap();
    }
    let flushed = tokio::time::timeout(Duration::from_millis(500), journal.flush()).await;
    flushed.expect_err("the database is away");
    let trouble = trouble_of(&journal).await;
    assert!(trouble.contains("failed to record calls"), "{trouble}");
    assert!(case.files("calls").len() > 5, "the backlog is on disk");

    case.execute("ALTER TABLE away RENAME TO calls").await;
    journal.flush().await.unwrap();
    assert_eq!(case.count().await, 1_009);
    assert_eq!(journal.trouble(), None);
    assert_eq!(journal.in_flight(), 1);

    journal.end(&ended(&long, Outcome::Cancelled)).unwrap();
    journal.close().await.unwrap();
    assert_eq!(case.all().await[&long.id].outcome, Outcome::Cancelled);
    assert!(
        case.files("calls").is_empty() && case.files("lock").is_empty(),
        "nothing is left"
    );
    let error = journal.begin(&begun("files")).expect_err("it is closed");
    assert!(
        error.to_string().ends_with("the journal is closed"),
        "{error}"
    );
    journal.close().await.unwrap();
}
