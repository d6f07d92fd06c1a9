//! An open database with a directory for the journal, and calls to put into them.

use std::{collections::BTreeMap, path::PathBuf};

use candor_model::{
    ApprovalId, CallBegun, CallEnded, CallId, CallKind, CallOutcome, Digest, Hint, Hints,
    McpRevision, SourceName,
};
use candor_store::{
    CallFilter, DatabaseTarget, Journal, PAGE_MAX, RecordedCall, Store, StoreError,
};
use sqlx::{Connection as _, Executor as _, PgConnection, SqliteConnection};
use tempfile::TempDir;

/// What comes of something that must succeed.
macro_rules! done {
    ($done:expr) => {
        $done.await.unwrap()
    };
}

/// Expects a failure with exactly this sentence, or with one that begins or ends so, or contains
/// it; gives the error.
macro_rules! refused {
    ($done:expr => contains $part:expr) => {
        refused!(@ $done, contains, $part)
    };
    ($done:expr => starts_with $part:expr) => {
        refused!(@ $done, starts_with, $part)
    };
    ($done:expr => ends_with $part:expr) => {
        refused!(@ $done, ends_with, $part)
    };
    ($done:expr => $sentence:expr) => {{
        let error = $done.await.expect_err(stringify!($done));
        assert_eq!(error.to_string(), $sentence);
        error
    }};
    (@ $done:expr, $method:ident, $part:expr) => {{
        let error = $done.await.expect_err($part);
        assert!(error.to_string().$method($part), "{error}");
        error
    }};
}

/// Expects a failure of this kind, and where there is a sentence, exactly that one; gives the
/// error.
macro_rules! refused_as {
    ($done:expr => $kind:ident { $($field:tt)* } $(if $guard:expr)? $(, $sentence:expr)?) => {{
        let error = $done.await.expect_err(stringify!($kind));
        assert!(
            matches!(&error, candor_store::StoreError::$kind { $($field)* } $(if $guard)?),
            "{error:?}"
        );
        $(assert_eq!(error.to_string(), $sentence);)?
        error
    }};
}

pub(crate) use {done, refused, refused_as};

/// Does the same with a connection of its own to either engine.
macro_rules! on_connection {
    ($target:expr, $connection:ident => $work:expr) => {
        match $target {
            DatabaseTarget::Sqlite(path) => {
                let url = format!("sqlite://{}", path.display());
                let mut $connection = done!(SqliteConnection::connect(&url));
                let found = $work;
                done!($connection.close());
                found
            }
            DatabaseTarget::Postgres(url) => {
                let mut $connection = done!(PgConnection::connect(url.expose()));
                let found = $work;
                done!($connection.close());
                found
            }
        }
    };
}

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
        Self::open(target, dir).await
    }

    pub(crate) async fn on(target: DatabaseTarget) -> Self {
        Self::open(target, tempfile::tempdir().unwrap()).await
    }

    async fn open(target: DatabaseTarget, dir: TempDir) -> Self {
        Self {
            store: done!(Store::open(&target)),
            target,
            dir,
        }
    }

    /// Opens the same database once more.
    pub(crate) async fn reopen(&self) -> Result<Store, StoreError> {
        Store::open(&self.target).await
    }

    /// Two handles, as two processes have them.
    pub(crate) async fn handles(&self) -> [Store; 2] {
        [self.store.clone(), done!(self.reopen())]
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
        on_connection!(&self.target, connection => {
            done!(connection.execute(statement)).rows_affected()
        });
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
        on_connection!(&self.target, connection => {
            done!(sqlx::query_scalar(query).fetch_all(&mut connection))
        })
    }

    /// The number that a query finds behind the store's back.
    pub(crate) async fn number(&self, query: &'static str) -> i64 {
        on_connection!(&self.target, connection => {
            done!(sqlx::query_scalar(query).fetch_one(&mut connection))
        })
    }

    /// Writes another word of the same length into the blocks of calls and their summaries.
    pub(crate) async fn spoil_blocks(&self, word: &str, odd: &str) {
        assert_eq!(word.len(), odd.len());
        let mut found = 0;
        let mut replace = |bytes: &mut Vec<u8>| {
            for at in 0..bytes.len() {
                if bytes[at..].starts_with(word.as_bytes()) {
                    bytes[at..at + word.len()].copy_from_slice(odd.as_bytes());
                    found += 1;
                }
            }
        };
        self.spoil_bodies(&mut replace).await;
        let (all, write) = (
            "SELECT id, summary FROM call_blocks",
            "UPDATE call_blocks SET summary = $2 WHERE id = $1",
        );
        self.spoil(all, write, &mut replace).await;
        assert!(found > 0, "`{word}` stands nowhere");
    }

    /// Changes the bytes of every block of calls.
    pub(crate) async fn spoil_bodies(&self, change: impl FnMut(&mut Vec<u8>)) {
        let (all, write) = (
            "SELECT block, body FROM call_bodies",
            "UPDATE call_bodies SET body = $2 WHERE block = $1",
        );
        self.spoil(all, write, change).await;
    }

    async fn spoil(
        &self,
        all: &'static str,
        write: &'static str,
        mut change: impl FnMut(&mut Vec<u8>),
    ) {
        on_connection!(&self.target, connection => {
            let rows: Vec<(String, Vec<u8>)> =
                done!(sqlx::query_as(all).fetch_all(&mut connection));
            for (id, mut bytes) in rows {
                change(&mut bytes);
                let write = sqlx::query(write).bind(id).bind(bytes);
                done!(write.execute(&mut connection));
            }
        });
    }

    pub(crate) async fn count(&self) -> u64 {
        done!(self.store.count_calls(&CallFilter::default()))
    }

    /// Every call in the database, page by page.
    pub(crate) async fn all(&self) -> BTreeMap<CallId, RecordedCall> {
        let mut all = BTreeMap::new();
        let mut before = None;
        loop {
            let filter = CallFilter::default();
            let page = done!(self.store.calls_page(&filter, before, PAGE_MAX));
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

/// A call that begins and ends.
pub(crate) fn call(journal: &Journal) -> CallBegun {
    let begun = begun("files");
    journal.begin(&begun).unwrap();
    journal.end(&ended(&begun, CallOutcome::Ok)).unwrap();
    begun
}

/// A call to `source` that has ended.
pub(crate) fn finished(source: &str, outcome: CallOutcome) -> RecordedCall {
    let begun = begun(source);
    let ended = ended(&begun, outcome);
    RecordedCall::new(begun, ended)
}

/// Opens the same database so often at once.
pub(crate) async fn open_at_once(times: usize, target: &DatabaseTarget) -> Vec<Store> {
    let open = |_| {
        let target = target.clone();
        tokio::spawn(async move { done!(Store::open(&target)) })
    };
    let mut stores = Vec::new();
    for opened in (0..times).map(open).collect::<Vec<_>>() {
        stores.push(opened.await.unwrap());
    }
    stores
}

/// Runs something so often at once, taking turns with the handles; returns what came of each.
pub(crate) async fn at_once<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
    handles: &[Store; 2],
    times: usize,
    each: impl Fn(Store, usize) -> F,
) -> Vec<T> {
    let tasks: Vec<_> = (0..times)
        .map(|number| tokio::spawn(each(handles[number % 2].clone(), number)))
        .collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(task.await.unwrap());
    }
    results
}
