//! Opening a database: what is made, and what is said when it cannot be.

use std::{fs, os::unix::fs::PermissionsExt as _};

use candor_model::{CallOutcome, Hints, Secret};
use candor_store::{CallFilter, DatabaseEngine, DatabaseTarget, RecordedCall, Store};

use crate::{
    case::{StoreCase, done, finished, open_at_once, refused, refused_as},
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
    refused_as!(case.reopen() => NewerSchema { found: 99, known: 23, .. });
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
    for statement in [
        "DROP TABLE pack_records",
        "DROP TABLE pack_events",
        "DROP INDEX calls_by_time",
        "CREATE INDEX calls_by_time ON calls (at_micros)",
        "DROP INDEX calls_by_source",
        "CREATE INDEX calls_by_source ON calls (source, id)",
        "DROP INDEX calls_by_approval",
        "ALTER TABLE calls DROP COLUMN hints",
        "ALTER TABLE calls DROP COLUMN decision",
        "ALTER TABLE calls DROP COLUMN approval",
        "ALTER TABLE calls DROP COLUMN attempts",
        "ALTER TABLE calls DROP COLUMN reused",
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
    // What was not written down then is not known now.
    let expect = RecordedCall {
        hints: Hints::UNSET,
        decision: None,
        approval: None,
        attempts: 0,
        reused: None,
        ..call
    };
    assert_eq!(case.all().await[&expect.id], expect);
    assert_eq!(done!(store.revision()), 0);
    declare(&store, "{}").await;
    assert_eq!(done!(store.revision()), 1);
    assert_eq!(done!(store.equipped()), None);
}

#[tokio::test]
async fn a_row_that_nobody_wrote_is_named() {
    let case = StoreCase::sqlite().await;
    let call = finished("files", CallOutcome::Ok);
    done!(case.store.record(std::slice::from_ref(&call)));
    case.execute("UPDATE calls SET outcome = 'splendid'").await;
    let filter = CallFilter::default();
    let expect = format!("call `{}` has the outcome `splendid`, which", call.id);
    refused!(case.store.calls_page(&filter, None, 1) => starts_with &expect);
}
