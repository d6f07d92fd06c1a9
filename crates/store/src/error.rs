//! What can go wrong with the database, said to the person who runs it.

use std::{error::Error, io, path::PathBuf};

/// The cause as the database library gave it. Boxed, so that the library stays inside.
pub(crate) type Cause = Box<dyn Error + Send + Sync>;

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
        /// The directory.
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
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        cause: Cause,
    },
    /// The file is something else.
    #[error(
        "the file `{path}` is not an SQLite database; move it away, or choose another place with \
         `--data`"
    )]
    NotADatabase {
        /// The file.
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
        cause: Cause,
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
        cause: Cause,
    },
    /// Another, newer Candor has been here.
    #[error(
        "the database {place} has schema {found}, and this binary knows schemas up to {known}; \
         start the newer candor that made it, or choose another database"
    )]
    NewerSchema {
        /// Which database.
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
        /// Which database.
        place: String,
        /// The schema that differs.
        version: i64,
    },
    /// The schema could not be brought up to date.
    #[error("cannot bring the schema of the database {place} up to date")]
    Migration {
        /// Which database.
        place: String,
        /// What the engine said.
        #[source]
        cause: Cause,
    },
    /// A statement failed.
    #[error("the database {place} failed to {task}")]
    Failed {
        /// Which database.
        place: String,
        /// What was to be done, as a verb phrase.
        task: &'static str,
        /// What the engine said.
        #[source]
        cause: Cause,
    },
    /// A row holds what no version of this program wrote.
    #[error(
        "call `{id}` has the {column} `{value}`, which this binary does not know; it was written \
         by a newer candor or changed by hand"
    )]
    Row {
        /// The row.
        id: String,
        /// The column.
        column: &'static str,
        /// What stands there.
        value: String,
    },
}
