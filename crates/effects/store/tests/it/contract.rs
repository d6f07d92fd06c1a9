//! What both engines must do alike. Each function is given an empty database.

mod approvals;
mod caller_limits;
mod calls;
mod changes;
mod editors;
mod environments;
mod follow;
mod global_notes;
mod grants;
mod instruction_pins;
mod kept_calls;
mod ledger;
mod nonces;
mod opinions;
mod pack_records;
mod page_sessions;
mod pins;
mod policy_rules;
mod preferences;
mod program_refusals;
mod renamed_tools;
mod reveals;
mod saved_sources;
mod secrets;
mod tasks;
mod tokens;
mod tool_demand;
mod toolset_versions;
mod toolsets;
mod verifications;
mod whole_toolsets;

use std::time::Duration;

use candor_model::{CallOutcome, Digest, McpEra, McpRevision, SourceName};
use candor_store::{
    Journal, JournalOptions, JournalRecovery, LISTED_MAX, RecordedCall, RememberedSource,
};

use crate::case::{StoreCase, begun, call, done, ended, name, refused};

pub(crate) use self::{
    approvals::{approval_limits, approval_pages, approvals, approvals_at_once, many_approvals},
    caller_limits::caller_limits,
    calls::{
        call_counts, calls, counted_without_calls, few_calls, mixed_calls, newest_calls, odd_calls,
    },
    changes::changes,
    editors::editors,
    environments::environments,
    follow::follow,
    global_notes::global_notes,
    grants::grants,
    instruction_pins::instruction_pins,
    kept_calls::kept_calls,
    ledger::ledger,
    nonces::spent,
    opinions::opinions,
    pack_records::{earlier_pack_tables, pack_events, pack_records},
    page_sessions::{page_sessions, sign_in_links},
    pins::{mark, pins},
    policy_rules::policy_rules,
    preferences::preferences,
    program_refusals::{instance_checks, program_refusals},
    renamed_tools::renamed_tools,
    reveals::reveals,
    saved_sources::saved_sources,
    secrets::secrets,
    tasks::{task_races, tasks},
    tokens::tokens,
    tool_demand::tool_demand,
    toolset_versions::{toolset_numbers, toolset_versions},
    toolsets::toolsets,
    verifications::{contradictions, verifications},
    whole_toolsets::whole_toolsets,
};

/// Every test of the suite, for the engine whose empty database `case()` opens; the second part of
/// what it returns is kept until the test is over.
macro_rules! contract_suite {
    () => {
        contract_suite! { tokio::test;
            sources calls call_counts newest_calls odd_calls mixed_calls few_calls
            counted_without_calls journal opinions environments secrets pins changes
            follow mark toolsets toolset_versions toolset_numbers tool_demand whole_toolsets global_notes
            saved_sources renamed_tools tokens policy_rules preferences tasks approvals
            approval_pages approval_limits many_approvals grants ledger pack_records
            earlier_pack_tables caller_limits instruction_pins reveals page_sessions verifications
            contradictions program_refusals instance_checks kept_calls
        }
        contract_suite! { tokio::test(flavor = "multi_thread", worker_threads = 2);
            editors task_races approvals_at_once spent pack_events sign_in_links
        }
    };
    ($test:meta; $($name:ident)*) => {$(
        #[$test]
        async fn $name() {
            if let Some((case, _server)) = case().await {
                $crate::contract::$name(case).await;
            }
        }
    )*};
}

pub(crate) use contract_suite;

/// Sources are remembered for as long as their configuration stays the same.
pub(crate) async fn sources(case: StoreCase) {
    let store = &case.store;
    done!(store.check());
    let (files, shop) = (name("files"), name("shop"));
    let (old, new) = (Digest::of("old"), Digest::of("new"));
    assert_eq!(done!(store.remembered(&files, &old)), None);

    let legacy = McpRevision::V2025_06_18;
    let modern = McpRevision::V2026_07_28;
    let seen = |name: &SourceName, config: &Digest, revision: McpRevision, server: &str, at| {
        RememberedSource {
            name: name.clone(),
            fingerprint: config.to_string(),
            era: revision.era(),
            revision,
            server: server.to_owned(),
            seen_micros: at,
            listed: Some(format!("{server} lists")),
        }
    };
    done!(store.remember_source(&seen(&shop, &old, modern, "Shop\0 1", 5)));
    done!(store.remember_source(&seen(&files, &old, legacy, "Files 1.0", 7)));
    let found = done!(store.remembered(&files, &old)).expect("it was remembered");
    assert_eq!((found.era, found.revision), (McpEra::Legacy, legacy));
    assert_eq!((found.server.as_str(), found.seen_micros), ("Files 1.0", 7));
    assert_eq!(found.fingerprint, old.to_string());
    assert_eq!(found.listed.as_deref(), Some("Files 1.0 lists"));
    let other = done!(store.remembered(&files, &new));
    assert_eq!(other, None, "another configuration");

    done!(store.remember_source(&seen(&files, &new, modern, "Files 2.0", 9)));
    // What was seen earlier and is written later changes nothing.
    done!(store.remember_source(&seen(&files, &old, legacy, "Files 0.9", 8)));
    assert_eq!(done!(store.remembered(&files, &old)), None, "replaced");
    let found = done!(store.remembered(&files, &new)).expect("it was remembered");
    assert_eq!(found.era, McpEra::Modern);
    assert_eq!(found.server, "Files 2.0");

    // More than is kept is not remembered, and the rest is.
    let large = RememberedSource {
        listed: Some("x".repeat(LISTED_MAX + 1)),
        ..seen(&files, &new, modern, "Files 3.0", 10)
    };
    done!(store.remember_source(&large));
    let found = done!(store.remembered(&files, &new)).expect("it was remembered");
    assert_eq!((&*found.server, found.listed), ("Files 3.0", None));

    let names = done!(store.list_sources()).into_iter().map(|s| s.name);
    assert_eq!(names.collect::<Vec<_>>(), [files.clone(), shop.clone()]);
    assert!(done!(store.forget_source(&files)));
    assert!(!done!(store.forget_source(&files)), "forgotten already");
    assert_eq!(done!(store.list_sources()).len(), 1);

    // A row from the future is asked about anew rather than failing the start.
    case.execute("UPDATE sources SET revision = '2099-01-01'")
        .await;
    assert_eq!(done!(store.remembered(&shop, &old)), None);
    assert_eq!(done!(store.list_sources()), []);
    done!(store.check());

    store.close().await;
    refused!(store.check() => contains "failed to take and give back a row");
}

async fn trouble_of(journal: &Journal) -> String {
    for _ in 0..6_000 {
        if let Some(trouble) = journal.trouble() {
            return trouble;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no trouble was told within a minute");
}

/// The journal hands every finished call to the database, also after it was away for a while.
pub(crate) async fn journal(case: StoreCase) {
    let options = JournalOptions {
        segment_bytes: 20_000,
        ..JournalOptions::default()
    };
    let (journal, recovered) = done!(Journal::open_with(&case.journal(), &case.store, options));
    assert_eq!(recovered, JournalRecovery::default());

    let mut expect = Vec::new();
    for outcome in CallOutcome::ALL {
        let begun = begun("files");
        journal.begin(&begun).unwrap();
        let ended = ended(&begun, outcome);
        journal.end(&ended).unwrap();
        expect.push(RecordedCall::new(begun, ended));
    }
    done!(journal.flush());
    assert_eq!(case.all().await.into_values().collect::<Vec<_>>(), expect);

    case.execute("ALTER TABLE call_blocks RENAME TO away").await;
    let long = begun("slow");
    journal.begin(&long).unwrap();
    for _ in 0..1_000 {
        call(&journal);
    }
    let flushed = tokio::time::timeout(Duration::from_millis(500), journal.flush()).await;
    flushed.expect_err("the database is away");
    let trouble = trouble_of(&journal).await;
    assert!(trouble.contains("failed to record calls"), "{trouble}");
    assert!(case.files("calls").len() > 5, "the backlog is on disk");

    case.execute("ALTER TABLE away RENAME TO call_blocks").await;
    done!(journal.flush());
    assert_eq!(case.count().await, 1_009);
    assert_eq!(journal.trouble(), None);
    assert_eq!(journal.in_flight(), 1);

    journal.end(&ended(&long, CallOutcome::Cancelled)).unwrap();
    done!(journal.close());
    assert_eq!(case.all().await[&long.id].outcome, CallOutcome::Cancelled);
    let left = [case.files("calls"), case.files("lock")].concat();
    assert!(left.is_empty(), "nothing is left: {left:?}");
    let error = journal.begin(&begun("files")).expect_err("it is closed");
    let error = error.to_string();
    assert!(error.ends_with("the journal is closed"), "{error}");
    done!(journal.close());
}
