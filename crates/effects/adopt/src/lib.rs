//! Finds MCP servers in other clients' configuration, moves them to Candor, and restores them.
//!
//! Reading, planning and editing are pure functions of texts. Only [`scan`](mod@scan) and
//! [`backup`] access the disk, and nothing is ever started.
//!
//! *Invariant:* a file is written only after its complete content is in a backup, only if it has
//! not changed since it was read, and only with a text that was parsed again and has the expected
//! value.

pub mod backup;
pub mod connect;
pub mod install_link;
pub mod plan;
pub mod scan;

mod client;
mod diff;
mod edit;
mod layout;
mod location;
mod naming;
mod plain_secrets;
mod read;
mod replace;
mod secret;
mod server;
mod sources_toml;
mod syntax;
mod system;
mod variable;

pub use backup::{AddedSource, AdoptBackups, AdoptRun, BackupError, UndoneState, WriteOutcome};
pub use client::ClientKind;
pub use connect::{ConnectError, connect, disconnect, own_link};
pub use install_link::{InstalledServer, install_link};
pub use location::FileScope;
pub use plain_secrets::servers_with_secrets;
pub use plan::{AdoptOptions, AdoptPlan, FileChange, LeftServer, PlanError, PlannedSource};
pub use read::ListedServer;
pub use scan::{ClientFile, ScannedMachine};
pub use secret::{MASK, masked};
pub use server::{ServerEntry, ServerTransport};
pub use system::{HostSystem, UserFolders};
