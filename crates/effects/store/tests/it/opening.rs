//! Opening a database: what is made, and what is said when it cannot be.

use std::{fs, os::unix::fs::PermissionsExt as _};

use candor_model::{Hints, Secret};
use candor_store::{DatabaseEngine, DatabaseTarget, RecordedCall, Store, StoreError};

use crate::case::{StoreCase, finished, refused_as};

#[tokio::test]
async fn a_missing_file_is_made_for_its_owner_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("some/where/candor.db");
    let target = DatabaseTarget::Sqlite(path.clone());
    let store = Store::open(&target).await.unwrap();
    assert_eq!(store.engine(), DatabaseEngine::Sqlite);
    assert_eq!(store.place(), format!("`{}`", path.display()));
    store.check().await.unwrap();
    store
        .record(&[finished("files", candor_model::CallOutcome::Ok)])
        .await
        .unwrap();
    let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    assert_eq!(mode(&path), 0o600);
    store.close().await;

    let again = Store::open(&target).await.unwrap();
    assert_eq!(
        again
            .count_calls(&candor_store::CallFilter::default())
            .await
            .unwrap(),
        1
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_open_a_new_file_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let target = DatabaseTarget::Sqlite(dir.path().join("candor.db"));
    let opened: Vec<_> = (0..8)
        .map(|_| {
            let target = target.clone();
            tokio::spawn(async move { Store::open(&target).await })
        })
        .collect();
    for store in opened {
        store.await.unwrap().unwrap().check().await.unwrap();
    }
}

#[tokio::test]
async fn each_obstacle_has_its_sentence() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::write(
        at("file"),
        "not a database, and long enough to be looked at as one ".repeat(30),
    )
    .unwrap();
    fs::create_dir(at("directory")).unwrap();
    let check = async |target: DatabaseTarget, begins: String| {
        let error = Store::open(&target).await.expect_err(&begins).to_string();
        assert!(error.starts_with(&begins), "{error}");
        assert!(!error.contains("hunter2"), "{error}");
    };
    let sqlite = |name: &str| DatabaseTarget::Sqlite(at(name));
    let shown = |name: &str| at(name).display().to_string();
    check(
        sqlite("file/in/candor.db"),
        format!(
            "cannot create the directory `{}` for the database;",
            shown("file/in")
        ),
    )
    .await;
    check(
        sqlite("directory"),
        format!("cannot write the database file `{}`;", shown("directory")),
    )
    .await;
    check(
        sqlite("file"),
        format!("the file `{}` is not an SQLite database;", shown("file")),
    )
    .await;
    let url = |url: &str| DatabaseTarget::Postgres(Secret::new(url.to_owned()));
    check(
        url("mysql://ann:hunter2@db/x"),
        "the database URL begins with `mysql`; write `postgres://".to_owned(),
    )
    .await;
    check(
        url("postgres://ann:hunter2@:x"),
        "the database URL cannot be read;".to_owned(),
    )
    .await;
    assert!(!format!("{:?}", url("postgres://ann:hunter2@db/x")).contains("hunter2"));
}

#[tokio::test]
async fn a_schema_of_another_build_is_left_alone() {
    let case = StoreCase::sqlite().await;
    case.execute("INSERT INTO _sqlx_migrations VALUES (99, 'x', '', true, x'', 0)")
        .await;
    refused_as!(
        case.reopen(),
        StoreError::NewerSchema {
            found: 99,
            known: 10,
            ..
        }
    );
    case.execute("DELETE FROM _sqlx_migrations WHERE version = 99")
        .await;
    case.execute("UPDATE _sqlx_migrations SET checksum = x'00'")
        .await;
    refused_as!(case.reopen(), StoreError::OtherSchema { version: 1, .. });
}

#[tokio::test]
async fn a_database_of_an_earlier_schema_keeps_its_rows() {
    let case = StoreCase::sqlite().await;
    let call = finished("files", candor_model::CallOutcome::Ok);
    case.store
        .record(std::slice::from_ref(&call))
        .await
        .unwrap();
    for statement in [
        "DROP TABLE pack_records",
        "DROP TABLE pack_events",
        "DROP INDEX calls_by_time",
        "CREATE INDEX calls_by_time ON calls (at_micros)",
        "DROP INDEX calls_by_approval",
        "ALTER TABLE calls DROP COLUMN hints",
        "ALTER TABLE calls DROP COLUMN decision",
        "ALTER TABLE calls DROP COLUMN approval",
        "ALTER TABLE calls DROP COLUMN attempts",
        "ALTER TABLE calls DROP COLUMN reused",
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
    let store = case.reopen().await.unwrap();
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
    assert_eq!(store.revision().await.unwrap(), 0);
    let record = crate::samples::change("file.apply", "candor.toml");
    store.set_declarations("{}", &record).await.unwrap();
    assert_eq!(store.revision().await.unwrap(), 1);
    assert_eq!(store.equipped().await.unwrap(), None);
}

#[tokio::test]
async fn a_row_that_nobody_wrote_is_named() {
    let case = StoreCase::sqlite().await;
    let call = finished("files", candor_model::CallOutcome::Ok);
    case.store
        .record(std::slice::from_ref(&call))
        .await
        .unwrap();
    case.execute("UPDATE calls SET outcome = 'splendid'").await;
    let filter = candor_store::CallFilter::default();
    let error = case
        .store
        .calls_page(&filter, None, 1)
        .await
        .expect_err("an unknown word");
    let expect = format!("call `{}` has the outcome `splendid`, which", call.id);
    assert!(error.to_string().starts_with(&expect), "{error}");
}
