//! Opening a database: what is made, and what is said when it cannot be.

use std::{fs, os::unix::fs::PermissionsExt as _};

use candor_model::{CallOutcome, Digest, McpEra, McpRevision, Secret};
use candor_store::{CallFilter, DatabaseEngine, DatabaseTarget, RememberedSource, Store};

use crate::{
    case::{StoreCase, done, finished, name, open_at_once, refused, refused_as},
    samples::declare,
};

#[tokio::test]
async fn a_missing_file_is_made_for_its_owner_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("some/where/candor.db");
    let target = DatabaseTarget::Sqlite(path.clone());
    let store = done!(Store::open(&target));
    assert_eq!(store.engine(), DatabaseEngine::Sqlite);
    assert_eq!(store.place(), format!("`{}`", path.display()));
    done!(store.check());
    done!(store.record(&[finished("files", CallOutcome::Ok)]));
    let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    assert_eq!(mode(&path), 0o600);
    store.close().await;

    let again = done!(Store::open(&target));
    assert_eq!(done!(again.count_calls(&CallFilter::default())), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_open_a_new_file_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let target = DatabaseTarget::Sqlite(dir.path().join("candor.db"));
    for store in open_at_once(8, &target).await {
        done!(store.check());
    }
}

#[tokio::test]
async fn each_obstacle_has_its_sentence() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let text = "not a database, and long enough to be looked at as one ".repeat(30);
    fs::write(at("file"), text).unwrap();
    fs::create_dir(at("directory")).unwrap();
    let place = dir.path().display().to_string();
    let check = async |target: DatabaseTarget, begins: &str| {
        let begins = begins.replace('@', &place);
        let error = refused!(Store::open(&target) => starts_with &begins).to_string();
        assert!(!error.contains("hunter2"), "{error}");
    };
    for (name, begins) in [
        (
            "file/in/candor.db",
            "cannot create the directory `@/file/in` for the database;",
        ),
        ("directory", "cannot write the database file `@/directory`;"),
        ("file", "the file `@/file` is not an SQLite database;"),
    ] {
        check(DatabaseTarget::Sqlite(at(name)), begins).await;
    }
    let url = |url: &str| DatabaseTarget::Postgres(Secret::new(url.to_owned()));
    let unknown = "the database URL begins with `mysql`; write `postgres://";
    check(url("mysql://ann:hunter2@db/x"), unknown).await;
    let unread = "the database URL cannot be read;";
    check(url("postgres://ann:hunter2@:x"), unread).await;
    assert!(!format!("{:?}", url("postgres://ann:hunter2@db/x")).contains("hunter2"));
}

#[tokio::test]
async fn a_schema_of_another_build_is_left_alone() {
    let case = StoreCase::sqlite().await;
    case.execute("INSERT INTO _sqlx_migrations VALUES (99, 'x', '', true, x'', 0)")
        .await;
    refused_as!(case.reopen() => NewerSchema { found: 99, known: 24, .. });
    case.execute("DELETE FROM _sqlx_migrations WHERE version = 99")
        .await;
    case.execute("UPDATE _sqlx_migrations SET checksum = x'00'")
        .await;
    refused_as!(case.reopen() => OtherSchema { version: 1, .. });
}

#[tokio::test]
async fn a_database_of_an_earlier_schema_keeps_its_rows() {
    let case = StoreCase::sqlite().await;
    let call = finished("files", CallOutcome::Ok);
    done!(case.store.record(std::slice::from_ref(&call)));
    let source = RememberedSource {
        name: name("files"),
        fingerprint: Digest::of("config").to_string(),
        era: McpEra::Modern,
        revision: McpRevision::V2026_07_28,
        server: "Files 1.0".to_owned(),
        seen_micros: 7,
        listed: None,
    };
    done!(case.store.remember_source(&source));
    for statement in [
        "DROP TABLE pack_records",
        "DROP TABLE pack_events",
        "DROP TABLE call_bodies",
        "DROP TABLE call_blocks",
        "CREATE TABLE calls (id TEXT NOT NULL PRIMARY KEY, at_micros BIGINT NOT NULL, source TEXT, \
         outcome TEXT NOT NULL, duration_micros BIGINT NOT NULL)",
        "INSERT INTO calls VALUES ('01890000-0000-7000-8000-000000000001', 1, 'files', 'ok', 5)",
        "CREATE INDEX calls_by_time ON calls (at_micros)",
        "CREATE INDEX calls_by_source ON calls (source, id)",
        "DROP TABLE policy_rules",
        "DROP TABLE preferences",
        "DROP TABLE tokens",
        "DROP TABLE source_writes",
        "DROP TABLE tasks",
        "DROP TABLE spent",
        "DROP TABLE grants",
        "DROP TABLE approvals",
        "DROP TABLE ledger",
        "DROP TABLE toolsets",
        "DROP TABLE toolset_versions",
        "DROP TABLE equipped",
        "DROP TABLE house_notes",
        "DROP TABLE saved_sources",
        "DROP TABLE page_sessions",
        "DROP TABLE sign_in_links",
        "DROP TABLE instruction_pins",
        "DROP TABLE program_refusals",
        "DROP TABLE instance_checks",
        "DROP TABLE kept_calls",
        "DROP TABLE verifications",
        "DROP TABLE accepted_definitions",
        "ALTER TABLE sources DROP COLUMN listed",
        "DROP TABLE variables",
        "DROP TABLE environments",
        "DROP TABLE opinions",
        "DROP TABLE pins",
        "DROP TABLE drifts",
        "DROP TABLE changes",
        "DROP TABLE declared",
        "DROP TABLE workspace",
        "DELETE FROM _sqlx_migrations WHERE version > 1",
    ] {
        case.execute(statement).await;
    }
    let store = done!(case.reopen());
    let kept: Vec<_> = done!(store.list_sources());
    assert_eq!(kept, [source]);
    // Calls are kept in blocks now, and those that were recorded otherwise are forgotten.
    assert_eq!(done!(store.count_calls(&CallFilter::default())), 0);
    done!(store.record(std::slice::from_ref(&call)));
    assert_eq!(case.all().await[&call.id], call);
    assert_eq!(done!(store.revision()), 0);
    declare(&store, "{}").await;
    assert_eq!(done!(store.revision()), 1);
    assert_eq!(done!(store.equipped()), None);
}

#[tokio::test]
async fn a_row_that_nobody_wrote_is_named() {
    let case = StoreCase::sqlite().await;
    let call = finished("files", CallOutcome::TimedOut);
    done!(case.store.record(std::slice::from_ref(&call)));
    case.spoil_blocks("timed-out", "splendid!").await;
    let filter = CallFilter::default();
    let expect = format!("call `{}` has the outcome `splendid!`, which", call.id);
    refused!(case.store.calls_page(&filter, None, 1) => starts_with &expect);
}
