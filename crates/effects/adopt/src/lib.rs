//! MCP servers in the configuration of other clients: found, moved to Candor, put back.
//!
//! Reading, planning and editing are functions of texts. Only [`scan`](mod@scan) and
//! [`backup`] touch the disk, and nothing is ever started.
//!
//! *Invariant:* a file is written only after its whole content is in a backup, only if it is still
//! what was read, and only with a text that was read again and says what it should.

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
