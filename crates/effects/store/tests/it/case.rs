//! An open database with a directory for the journal, and calls to put into them.

use std::{collections::BTreeMap, path::PathBuf};

use candor_model::{
    ApprovalId, CallBegun, CallEnded, CallId, CallKind, CallOutcome, Digest, Hint, Hints,
    McpRevision, SourceName,
};
use candor_store::{CallFilter, DatabaseTarget, PAGE_MAX, RecordedCall, Store, StoreError};
use sqlx::{Connection as _, Executor as _, PgConnection, SqliteConnection};
use tempfile::TempDir;

/// What every test of the suite is given.
pub(crate) struct StoreCase {
    pub(crate) store: Store,
    target: DatabaseTarget,
    dir: TempDir,
}

impl StoreCase {
    pub(crate) async fn sqlite() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let target = DatabaseTarget::Sqlite(dir.path().join("data/candor.db"));
        Self {
            store: Store::open(&target).await.unwrap(),
            target,
            dir,
        }
    }

    pub(crate) async fn on(target: DatabaseTarget) -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self {
            store: Store::open(&target).await.unwrap(),
            target,
            dir,
        }
    }

    /// Opens the same database once more.
    pub(crate) async fn reopen(&self) -> Result<Store, StoreError> {
        Store::open(&self.target).await
    }

    /// Where the journal is.
    pub(crate) fn journal(&self) -> PathBuf {
        self.dir.path().join("journal")
    }

    /// The files in the journal's directory that end in `.extension`.
    pub(crate) fn files(&self, extension: &str) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.journal()).unwrap();
        let mut files: Vec<PathBuf> = entries
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|found| found == extension))
            .collect();
        files.sort();
        files
    }

    /// Runs a statement behind the store's back.
    pub(crate) async fn execute(&self, statement: &'static str) {
        match &self.target {
            DatabaseTarget::Sqlite(path) => {
                let url = format!("sqlite://{}", path.display());
                let mut connection = SqliteConnection::connect(&url).await.unwrap();
                connection.execute(statement).await.unwrap();
                connection.close().await.unwrap();
            }
            DatabaseTarget::Postgres(url) => {
                let mut connection = PgConnection::connect(url.expose()).await.unwrap();
                connection.execute(statement).await.unwrap();
                connection.close().await.unwrap();
            }
        }
    }

    /// The files that hold the database, where they can be looked at.
    pub(crate) fn database_files(&self) -> Vec<PathBuf> {
        let DatabaseTarget::Sqlite(path) = &self.target else {
            return Vec::new();
        };
        let entries = std::fs::read_dir(path.parent().unwrap()).unwrap();
        let files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        assert!(files.contains(path), "{files:?}");
        files
    }

    /// The first column of what a query finds behind the store's back.
    pub(crate) async fn texts(&self, query: &'static str) -> Vec<String> {
        match &self.target {
            DatabaseTarget::Sqlite(path) => {
                let url = format!("sqlite://{}", path.display());
                let mut connection = SqliteConnection::connect(&url).await.unwrap();
                let texts = sqlx::query_scalar(query).fetch_all(&mut connection).await;
                connection.close().await.unwrap();
                texts.unwrap()
            }
            DatabaseTarget::Postgres(url) => {
                let mut connection = PgConnection::connect(url.expose()).await.unwrap();
                let texts = sqlx::query_scalar(query).fetch_all(&mut connection).await;
                connection.close().await.unwrap();
                texts.unwrap()
            }
        }
    }

    pub(crate) async fn count(&self) -> u64 {
        self.store
            .count_calls(&CallFilter::default())
            .await
            .unwrap()
    }

    /// Every call in the database, page by page.
    pub(crate) async fn all(&self) -> BTreeMap<CallId, RecordedCall> {
        let mut all = BTreeMap::new();
        let mut before = None;
        loop {
            let filter = CallFilter::default();
            let page = self
                .store
                .calls_page(&filter, before, PAGE_MAX)
                .await
                .unwrap();
            all.extend(page.calls.into_iter().map(|call| (call.id, call)));
            before = page.next;
            if before.is_none() {
                return all;
            }
        }
    }
}

pub(crate) fn name(name: &str) -> SourceName {
    SourceName::parse(name).unwrap()
}

/// A call to `source` that begins.
pub(crate) fn begun(source: &str) -> CallBegun {
    CallBegun {
        id: CallId::fresh(),
        at_micros: 1_000,
        principal: "local".to_owned(),
        client: Some("tests".to_owned()),
        revision: McpRevision::V2025_11_25,
        kind: CallKind::Tool,
        source: Some(name(source)),
        target: "read".to_owned(),
        arguments: Digest::of("{}"),
        request_bytes: 2,
        hints: Hints::UNSET
            .with(Hint::ReadOnly, true)
            .with(Hint::OpenWorld, false),
        decision: Some("it reads only".to_owned()),
        approval: Some(ApprovalId::fresh()),
    }
}

/// The end of a call.
pub(crate) fn ended(begun: &CallBegun, outcome: CallOutcome) -> CallEnded {
    let detail = outcome
        .is_error()
        .then(|| format!("it was {}", outcome.as_str()));
    CallEnded {
        id: begun.id,
        outcome,
        duration_micros: 1_500,
        reply_bytes: 40,
        detail,
        attempts: 1,
        reused: None,
    }
}

/// A call to `source` that has ended.
pub(crate) fn finished(source: &str, outcome: CallOutcome) -> RecordedCall {
    let begun = begun(source);
    let ended = ended(&begun, outcome);
    RecordedCall::new(begun, ended)
}

/// Expects a failure with exactly this sentence.
pub(crate) async fn refused<T: std::fmt::Debug>(
    done: impl Future<Output = Result<T, StoreError>>,
    sentence: &str,
) {
    assert_eq!(done.await.expect_err(sentence).to_string(), sentence);
}

/// Expects a failure of this kind.
macro_rules! refused_as {
    ($done:expr, $error:pat) => {
        let error = $done.await.expect_err("it is refused");
        assert!(matches!(error, $error), "{error:?}");
    };
}

pub(crate) use refused_as;
