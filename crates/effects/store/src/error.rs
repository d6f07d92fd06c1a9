//! What can go wrong with the database, said to the person who runs it.

use std::{error::Error, io, path::PathBuf};

use candor_model::CallerLimitReached;

use crate::SealError;

/// The cause as the database library gave it. Boxed, so that the library stays inside.
pub(crate) type DatabaseCause = Box<dyn Error + Send + Sync>;

/// What the store gives, or why it could not.
pub type StoreResult<T> = Result<T, StoreError>;

/// Why the store could not be opened or did not do what was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The directory for the database file cannot be made.
    #[error(
        "cannot create the directory `{path}` for the database; check who owns its parent, or \
         choose another place with `--data`"
    )]
    Directory {
        /// The path of the directory.
        path: PathBuf,
        /// What the system said.
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
        /// What the system said.
        #[source]
        cause: DatabaseCause,
    },
    /// The file is something else.
    #[error(
        "the file `{path}` is not an SQLite database; move it away, or choose another place with \
         `--data`"
    )]
    NotADatabase {
        /// The path of the file.
        path: PathBuf,
    },
    /// The URL names no engine that Candor knows.
    #[error(
        "the database URL begins with `{scheme}`; write \
         `postgres://user:password@host:5432/database`, or leave it out to use an SQLite file"
    )]
    Scheme {
        /// The part before the colon; never more, since the rest may hold a password.
        scheme: String,
    },
    /// The URL begins well and goes wrong after.
    #[error(
        "the database URL cannot be read; write `postgres://user:password@host:5432/database`, \
         with special characters of the password percent-encoded"
    )]
    Url {
        /// What is wrong.
        #[source]
        cause: DatabaseCause,
    },
    /// The server does not let us in, or does not answer.
    #[error(
        "cannot reach PostgreSQL at `{place}`; check that it runs there, that the database \
         exists, and that the user and password in the database URL are right"
    )]
    Unreachable {
        /// Host, port and database, without user and password.
        place: String,
        /// What the server or the network said.
        #[source]
        cause: DatabaseCause,
    },
    /// Another, newer Candor has been here.
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
    /// A migration that was applied is not the one this binary holds.
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
    /// The schema could not be brought up to date.
    #[error("cannot bring the schema of the database {place} up to date")]
    Migration {
        /// The database, in backticks.
        place: String,
        /// What the engine said.
        #[source]
        cause: DatabaseCause,
    },
    /// A statement failed.
    #[error("the database {place} failed to {task}")]
    Failed {
        /// The database, in backticks.
        place: String,
        /// What was to be done, as a verb phrase.
        task: &'static str,
        /// What the engine said.
        #[source]
        cause: DatabaseCause,
    },
    /// A row holds what no version of this program wrote.
    #[error(
        "{kind} `{id}` has the {column} `{value}`, which this binary does not know; it was written \
         by a newer candor or changed by hand"
    )]
    Row {
        /// What it is a row of, such as `call`.
        kind: &'static str,
        /// The id of the row.
        id: String,
        /// The name of the column.
        column: &'static str,
        /// What stands there.
        value: String,
    },
    /// Another change was first. Nothing was changed.
    #[error("{}", stale(subject, *found))]
    Stale {
        /// What was to be changed, with backticks where it is a name.
        subject: String,
        /// The version that stands there now; 0 where nothing does.
        found: u64,
    },
    /// What was to be changed or read is not there. Nothing was changed.
    #[error("there is no {what}")]
    Missing {
        /// What, such as ``environment `dev` ``.
        what: String,
    },
    /// What was to be made is there already. Nothing was changed.
    #[error("{what} is there already; change it, or choose another name")]
    Exists {
        /// What, such as ``environment `dev` ``.
        what: String,
    },
    /// More than is kept. Nothing was changed.
    #[error("{what} has {size} {unit}, and at most {limit} are kept; make it shorter")]
    TooLarge {
        /// What, such as ``the definition of `shop.list_books` ``.
        what: String,
        /// How much it has.
        size: usize,
        /// How much it may have.
        limit: usize,
        /// The unit of both numbers.
        unit: &'static str,
    },
    /// There is no room for one more. Nothing was changed.
    #[error("there are {limit} {what} already, and more are not kept; {way_out}")]
    Full {
        /// Of what, such as `tokens`.
        what: &'static str,
        /// How many there may be.
        limit: usize,
        /// What makes room.
        way_out: &'static str,
    },
    /// There is no room for more of one caller. Nothing was changed.
    #[error(transparent)]
    CallerFull(CallerLimitReached),
    /// A name cannot be given. Nothing was changed.
    #[error("{sentence}")]
    Name {
        /// Why not, and what can be.
        sentence: String,
    },
    /// A value that was said to be JSON is not. Nothing was changed.
    #[error("{what} is not JSON")]
    NotJson {
        /// What, such as ``the member `x` of `shop.list_books` ``.
        what: String,
        /// What is wrong with it.
        #[source]
        cause: DatabaseCause,
    },
    /// A secret cannot be decrypted.
    #[error(
        "the secret {variable} was sealed with key `{key_id}` and cannot be opened; put that key \
         below the first one in the file that `secret_key_file` names, or in `CANDOR_SECRET_KEY`; \
         if it is lost, set the variable anew"
    )]
    Sealed {
        /// Which, such as `` `TOKEN` of environment `dev` ``.
        variable: String,
        /// The key that is needed.
        key_id: String,
        /// Why it cannot be opened.
        #[source]
        cause: SealError,
    },
    /// A secret cannot be encrypted. It was not kept.
    #[error("the secret {variable} cannot be encrypted, so it was not kept")]
    Unsealed {
        /// Which, such as `` `TOKEN` of environment `dev` ``.
        variable: String,
        /// The error that prevented it.
        #[source]
        cause: SealError,
    },
}

/// Refuses what has more bytes than are kept.
pub(crate) fn check_bytes(
    size: usize,
    limit: usize,
    what: impl FnOnce() -> String,
) -> StoreResult<()> {
    check_size(size, limit, "bytes", what)
}

/// The same in another unit.
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

/// The error about something that was said to be JSON.
pub(crate) fn not_json(what: String) -> impl FnOnce(serde_json::Error) -> StoreError {
    move |cause| StoreError::NotJson {
        what,
        cause: cause.into(),
    }
}

/// The sentence about a change that came too late.
fn stale(subject: &str, found: u64) -> String {
    let now = match found {
        0 => "it is not there any more".to_owned(),
        found => format!("it is at version {found} now"),
    };
    format!(
        "someone else has changed {subject} meanwhile: {now}; read it again and repeat the change"
    )
}
