//! What Candor keeps: SQLite and PostgreSQL behind one contract, and the journal of calls.
//!
//! [`Store`] is the database. Every statement is written once, in the SQL that both engines
//! understand, and the contract suite runs unchanged on both. [`Journal`] stands in front of it
//! on the path of a call: two appends to a file keep the promise that no audited call is lost
//! when the process is killed, and a background task moves finished calls to the database.
//!
//! What people decide (opinions about tools, environments, toolsets, pinned definitions, tokens,
//! preferences) is changed one transaction at a time. Each counts the workspace's revision up and
//! writes down who did it, and a [`Follower`] hears of it, whichever process it was. Secrets are
//! sealed by a [`Keyring`] before they reach the database.
//!
//! What people decide about calls is changed in the same way, with a count of its own: the
//! ledger. A question is answered once and its yes is used once, whoever comes first.
//!
//! The GS1 tools keep their catalogue and their resolver rules here too, as plain rows.
//!
//! No type of the database library leaves this crate.

mod approvals;
mod calls;
mod changes;
mod counter;
mod declared;
mod environments;
mod equipped;
mod error;
mod follow;
mod grants;
mod gs1;
mod house_notes;
mod journal;
mod keyring;
mod ledger;
mod opinions;
mod pins;
mod pool;
mod preferences;
mod private;
mod saved_sources;
mod sources;
mod spent;
mod sql;
mod store;
mod target;
mod tasks;
mod text;
mod tokens;
mod toolsets;
mod words;
mod write;

pub use approvals::{ApprovalFilter, ApprovalPage, Asked, CARD_MAX, Decided, PENDING_MAX};
pub use calls::{CallCount, CallFilter, CallPage, Finished, PAGE_MAX};
pub use changes::{ChangeFilter, ChangePage};
pub use declared::DECLARED_MAX;
pub use environments::{
    DESCRIPTION_MAX, StoredEnvironment, StoredValue, StoredVariable, VALUE_MAX,
};
pub use error::StoreError;
pub use follow::Follower;
pub use grants::GRANTS_MAX;
pub use gs1::{
    GS1_LINKS_MAX, GS1_PRODUCT_MAX, GS1_TARGET_MAX, GS1_URI_MAX, Gs1Change, Gs1Link, Gs1Load,
    Gs1Loaded, Gs1Product, Gs1Rule, Gs1Sizes,
};
pub use house_notes::{HOUSE_NOTES_MAX, StoredNotes};
pub use journal::{Folded, Journal, JournalError, JournalOptions, Recovered};
pub use keyring::{Keyring, KeyringError, SealError};
pub use opinions::{OPINION_MAX, OpinionWrite, StoredOpinion};
pub use pins::{DEFINITION_MAX, PinMark};
pub use preferences::StoredPreferences;
pub use saved_sources::{SAVED_SOURCE_MAX, StoredSource};
pub use sources::Remembered;
pub use store::{Engine, Store};
pub use target::Target;
pub use tasks::{TASK_TEXT_MAX, TASKS_MAX};
pub use tokens::TOKENS_MAX;
pub use toolsets::{
    StoredToolset, TOOLSET_MAX, TOOLSET_VERSIONS_MAX, ToolsetNews, ToolsetVersion, WholeToolset,
};
pub use words::{PATTERN_MAX, REASON_MAX};
