//! The database's location, and how each engine is opened.

mod migrations;
mod postgres;
mod sqlite;

use std::{path::PathBuf, sync::Arc};

use candor_model::Secret;
use sqlx::migrate::{MigrateError, Migrator};

use crate::{StoreError, StoreResult, pool::DatabasePool};

/// The database to open.
#[derive(Clone, Debug)]
pub enum DatabaseTarget {
    /// A file; it and its directory are created when missing.
    Sqlite(PathBuf),
    /// A `postgres://` URL. Secret, because it usually holds a password.
    Postgres(Secret<String>),
}

/// An opened database: its connections, and its name for messages.
pub(crate) struct OpenedDatabase {
    pub(crate) pool: DatabasePool,
    pub(crate) place: Arc<str>,
}

// === impl DatabaseTarget ===

impl DatabaseTarget {
    /// Connects, and brings the schema up to date.
    pub(crate) async fn open(&self) -> StoreResult<OpenedDatabase> {
        match self {
            Self::Sqlite(path) => sqlite::open(path).await,
            Self::Postgres(url) => postgres::open(url).await,
        }
    }
}

/// Explains a failed migration to the operator.
fn explain(cause: MigrateError, migrations: &Migrator, place: &str) -> StoreError {
    let place = place.to_owned();
    let known = migrations.iter().map(|step| step.version).max();
    let known = known.unwrap_or_default();
    match cause {
        MigrateError::VersionMissing(found) if found > known => StoreError::NewerSchema {
            place,
            found,
            known,
        },
        MigrateError::VersionMissing(version) | MigrateError::VersionMismatch(version) => {
            StoreError::OtherSchema { place, version }
        }
        cause => StoreError::Migration {
            place,
            cause: cause.into(),
        },
    }
}
