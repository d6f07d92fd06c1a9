//! Entries of MCP registries.
//!
//! An entry is a `server.json` and what the registry says about it. Everything in it was written
//! by a third party. It is read leniently and within bounds ([`read`]), the original stays beside
//! what was understood, and nothing is run or fetched here:
//!
//! - [`LaunchOption`] is one way to use a server: a package that is started, or an address.
//! - [`form`](LaunchOption::form) is what such a way needs from a person.
//! - [`launch`](LaunchOption::launch) makes the command line, as single words that no shell reads.
//! - [`check`] says what a person should know first.
//! - [`EntryIndex`] finds entries by words.

pub mod check;
mod entry;
mod form;
mod index;
mod input;
pub mod limits;
mod package;
pub mod read;
mod remote;
mod run;
mod tools;

pub use check::{EntryHistory, EntryWarning, KnownServers, WarningLevel};
pub use entry::{EntryStatus, RegistryEntry, ServerName, ServerNameError};
pub use form::{FormField, LaunchForm};
pub use index::EntryIndex;
pub use input::{EntryInput, InputFormat};
pub use package::{CommandArgument, EntryPackage, NamedInput, PackageKind, PackageTransport};
pub use read::{EntryError, ReadEntry, ReadPage, read_entry, read_page};
pub use remote::{EntryRemote, RemoteFlavour};
pub use run::{FilledText, LaunchError, LaunchOption, LaunchPlan, LaunchValues};
pub use tools::{ENTRY_TOOLS_META, EntryTool};
