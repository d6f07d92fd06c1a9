//! Errors of the store, worded for the operator.

use std::{error::Error, io, path::PathBuf};

use candor_model::CallerLimitReached;

use crate::SealError;

/// The database library's error. Boxed to keep the library out of the public API.
pub(crate) type DatabaseCause = Box<dyn Error + Send + Sync>;

/// The result of a store operation.
pub type StoreResult<T> = Result<T, StoreError>;

/// Why a store operation failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The directory for the database file cannot be created.
    #[error(
        "cannot create the directory `{path}` for the database; check who owns its parent, or \
         choose another place with `--data`"
    )]
    Directory {
        /// The path of the directory.
        path: PathBuf,
        /// The operating system's error.
        #[source]
        cause: io::Error,
    },
    /// The database file cannot be opened for writing.
    #[error(
        "cannot write the database file `{path}`; check its owner and permissions, or choose \
         another place with `--data`"
    )]
    NotWritable {
        /// The path of the file.
        path: PathBuf,
        /// The operating system's error.
        #[source]
        cause: DatabaseCause,
    },
    /// The file is not an SQLite database.
    #[error(
        "the file `{path}` is not an SQLite database; move it away, or choose another place with \
         `--data`"
    )]
    NotADatabase {
        /// The path of the file.
        path: PathBuf,
    },
    /// The database URL has an unknown scheme.
    #[error(
        "the database URL begins with `{scheme}`; write \
         `postgres://user:password@host:5432/database`, or leave it out to use an SQLite file"
    )]
    Scheme {
        /// The scheme only, because the rest may contain a password.
        scheme: String,
    },
    /// The database URL is malformed after the scheme.
    #[error(
        "the database URL cannot be read; write `postgres://user:password@host:5432/database`, \
         with special characters of the password percent-encoded"
    )]
    Url {
        /// The underlying error.
        #[source]
        cause: DatabaseCause,
    },
    /// The server rejects the connection or does not answer.
    #[error(
        "cannot reach PostgreSQL at `{place}`; check that it runs there, that the database \
         exists, and that the user and password in the database URL are right"
    )]
    Unreachable {
        /// Host, port and database, without user and password.
        place: String,
        /// The error of the server or the network.
        #[source]
        cause: DatabaseCause,
    },
    /// The schema was created by a newer version of Candor.
    #[error(
        "the database {place} has schema {found}, and this binary knows schemas up to {known}; \
         start the newer candor that made it, or choose another database"
    )]
    NewerSchema {
        /// The database, in backticks.
        place: String,
        /// The schema found.
        found: i64,
        /// The newest schema this binary knows.
        known: i64,
    },
    /// An applied migration differs from the one in this binary.
    #[error(
        "schema {version} of the database {place} was made by a different build of candor; \
         use that build, or choose another database"
    )]
    OtherSchema {
        /// The database, in backticks.
        place: String,
        /// The schema that differs.
        version: i64,
    },
    /// The schema migration failed.
    #[error("cannot bring the schema of the database {place} up to date")]
    Migration {
        /// The database, in backticks.
        place: String,
        /// The engine's error.
        #[source]
        cause: DatabaseCause,
    },
    /// A statement failed.
    #[error("the database {place} failed to {task}")]
    Failed {
        /// The database, in backticks.
        place: String,
        /// The operation, as a verb phrase.
        task: &'static str,
        /// The engine's error.
        #[source]
        cause: DatabaseCause,
    },
    /// A row contains data that this version does not understand.
    #[error(
        "{kind} `{id}` has the {column} `{value}`, which this binary does not know; it was written \
         by a newer candor or changed by hand"
    )]
    Row {
        /// The kind of row, such as `call`.
        kind: &'static str,
        /// The id of the row.
        id: String,
        /// The name of the column.
        column: &'static str,
        /// The unreadable value.
        value: String,
    },
    /// Another change came first. Nothing was changed.
    #[error("{}", stale(subject, *found))]
    Stale {
        /// The object of the change, with backticks around names.
        subject: String,
        /// Its current version; 0 if it no longer exists.
        found: u64,
    },
    /// The object does not exist. Nothing was changed.
    #[error("there is no {what}")]
    Missing {
        /// The object, such as ``environment `dev` ``.
        what: String,
    },
    /// The object already exists. Nothing was changed.
    #[error("{what} is there already; change it, or choose another name")]
    Exists {
        /// The object, such as ``environment `dev` ``.
        what: String,
    },
    /// A size limit was exceeded. Nothing was changed.
    #[error("{what} has {size} {unit}, and at most {limit} are kept; make it shorter")]
    TooLarge {
        /// The object, such as ``the definition of `shop.list_books` ``.
        what: String,
        /// The size of the object.
        size: usize,
        /// The limit that was exceeded.
        limit: usize,
        /// The unit of both.
        unit: &'static str,
    },
    /// A limit on the number of rows was reached. Nothing was changed.
    #[error("there are {limit} {what} already, and more are not kept; {way_out}")]
    Full {
        /// The kind of row, such as `tokens`.
        what: &'static str,
        /// The limit that was reached.
        limit: usize,
        /// What the user can do about it.
        way_out: &'static str,
    },
    /// A limit of one caller was reached. Nothing was changed.
    #[error(transparent)]
    CallerFull(CallerLimitReached),
    /// The name is not allowed. Nothing was changed.
    #[error("{sentence}")]
    Name {
        /// Why not, and what is allowed.
        sentence: String,
    },
    /// A value is not valid JSON. Nothing was changed.
    #[error("{what} is not JSON")]
    NotJson {
        /// The value, such as ``the member `x` of `shop.list_books` ``.
        what: String,
        /// The parser's error.
        #[source]
        cause: DatabaseCause,
    },
    /// A secret cannot be decrypted.
    #[error(
        "the secret {variable} was sealed with key `{key_id}` and cannot be opened; put that key \
         below the first one in the file that `secret_key_file` names, or in `CANDOR_SECRET_KEY`; \
         if it is lost, set the variable again"
    )]
    Sealed {
        /// The variable, such as `` `TOKEN` of environment `dev` ``.
        variable: String,
        /// The id of the required key.
        key_id: String,
        /// Why decryption failed.
        #[source]
        cause: SealError,
    },
    /// A secret cannot be encrypted. It was not stored.
    #[error("the secret {variable} cannot be encrypted, so it was not kept")]
    Unsealed {
        /// The variable, such as `` `TOKEN` of environment `dev` ``.
        variable: String,
        /// Why encryption failed.
        #[source]
        cause: SealError,
    },
}

/// Fails if a size in bytes exceeds its limit.
pub(crate) fn check_bytes(
    size: usize,
    limit: usize,
    what: impl FnOnce() -> String,
) -> StoreResult<()> {
    check_size(size, limit, "bytes", what)
}

/// Fails if a size exceeds its limit.
pub(crate) fn check_size(
    size: usize,
    limit: usize,
    unit: &'static str,
    what: impl FnOnce() -> String,
) -> StoreResult<()> {
    if size <= limit {
        return Ok(());
    }
    Err(StoreError::TooLarge {
        what: what(),
        size,
        limit,
        unit,
    })
}

/// Creates the error for invalid JSON.
pub(crate) fn not_json(what: String) -> impl FnOnce(serde_json::Error) -> StoreError {
    move |cause| StoreError::NotJson {
        what,
        cause: cause.into(),
    }
}

/// The message for a version conflict.
fn stale(subject: &str, found: u64) -> String {
    let now = match found {
        0 => "it no longer exists".to_owned(),
        found => format!("it is at version {found} now"),
    };
    format!(
        "someone else has changed {subject} meanwhile: {now}; read it again and repeat the change"
    )
}
