//! An SQLite file on this machine.
//!
//! Write-ahead logging lets readers and the one writer work concurrently, and `synchronous =
//! NORMAL` makes commits cheap: a killed process loses nothing; a power failure may lose the last
//! moments but never corrupts the file.

use std::{path::Path, sync::LazyLock, time::Duration};

use sqlx::{
    SqlitePool,
    migrate::{MigrateError, Migrator},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{OpenedDatabase, explain, migrations};
use crate::{StoreError, StoreResult, pool::DatabasePool, private_files};

/// How long a statement waits for another writing process.
const BUSY: Duration = Duration::from_secs(5);
/// One writer and a few readers; more connections would only queue for the same file.
const CONNECTIONS: u32 = 4;
/// How often opening is retried while another process turns on write-ahead logging, for which
/// SQLite does not wait itself.
const ATTEMPTS: u32 = 40;
/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// SQLite's result code for a file that is not a database.
const NOT_A_DATABASE: &str = "26";

static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| migrations::migrator(migrations::SQLITE));

pub(super) async fn open(path: &Path) -> StoreResult<OpenedDatabase> {
    create(path)?;
    let place = format!("`{}`", path.display());
    let mut attempt = 1;
    let pool = loop {
        match connect(path).await {
            Ok(pool) => break pool,
            Err(cause) if is_busy(&cause) && attempt < ATTEMPTS => {
                attempt += 1;
                tokio::time::sleep(PAUSE).await;
            }
            Err(cause) => return Err(refused(path, cause)),
        }
    };
    if let Err(cause) = migrate(&pool).await {
        pool.close().await;
        return Err(explain(cause, &MIGRATIONS, &place));
    }
    Ok(OpenedDatabase {
        pool: DatabasePool::Sqlite(pool),
        place: place.into(),
    })
}

/// Creates the directory and an empty file first, so that it has owner-only permissions and errors
/// come with the operating system's reason.
fn create(path: &Path) -> StoreResult<()> {
    if let Some(parent) = path.parent() {
        private_files::create_dir(parent).map_err(|cause| StoreError::Directory {
            path: parent.to_owned(),
            cause,
        })?;
    }
    let opened = private_files::open_options()
        .create(true)
        .append(true)
        .open(path);
    opened.map(drop).map_err(|cause| StoreError::NotWritable {
        path: path.to_owned(),
        cause: cause.into(),
    })
}

async fn connect(path: &Path) -> Result<SqlitePool, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(BUSY)
        .foreign_keys(true);
    SqlitePoolOptions::new()
        .max_connections(CONNECTIONS)
        .connect_with(options)
        .await
}

/// Migrates inside one transaction that holds the write lock from the start, so that two processes
/// starting at the same time do not both create the tables.
async fn migrate(pool: &SqlitePool) -> Result<(), MigrateError> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    // Not `run`: its future is not `Send` with a borrowed connection.
    MIGRATIONS
        .run_direct(None, &mut *transaction, false)
        .await?;
    transaction.commit().await?;
    Ok(())
}

fn refused(path: &Path, cause: sqlx::Error) -> StoreError {
    let path = path.to_owned();
    if code(&cause).as_deref() == Some(NOT_A_DATABASE) {
        return StoreError::NotADatabase { path };
    }
    StoreError::NotWritable {
        path,
        cause: cause.into(),
    }
}

fn is_busy(cause: &sqlx::Error) -> bool {
    // The low byte of an extended code is the plain code: 5 is busy, 6 is locked.
    code(cause)
        .and_then(|code| code.parse::<u32>().ok())
        .is_some_and(|c| matches!(c & 0xff, 5 | 6))
}

fn code(cause: &sqlx::Error) -> Option<String> {
    Some(cause.as_database_error()?.code()?.into_owned())
}
