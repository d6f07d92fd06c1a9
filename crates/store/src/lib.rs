//! What Candor keeps: SQLite and PostgreSQL behind one contract, and the journal of calls.
//!
//! [`Store`] is the database. Every statement is written once, in the SQL that both engines
//! understand, and the contract suite runs unchanged on both. [`Journal`] stands in front of it
//! on the path of a call: two appends to a file keep the promise that no audited call is lost
//! when the process is killed, and a background task moves finished calls to the database.
//!
//! No type of the database library leaves this crate.

mod calls;
mod error;
mod journal;
mod pool;
mod private;
mod sources;
mod store;
mod target;
mod text;

pub use calls::{CallFilter, CallPage, Finished, PAGE_MAX};
pub use error::StoreError;
pub use journal::{Journal, JournalError, JournalOptions, Recovered};
pub use sources::Remembered;
pub use store::{Engine, Store};
pub use target::Target;
