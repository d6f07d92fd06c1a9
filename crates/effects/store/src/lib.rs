//! Candor's storage: SQLite and PostgreSQL behind one API, and the journal of calls.
//!
//! [`Store`] is the database. Every statement is written once, in SQL that both engines understand,
//! and the contract tests run unchanged on both. [`Journal`] precedes it on the path of a call: two
//! appends to a file guarantee that no audited call is lost if the process is killed, and a
//! background task moves finished calls to the database.
//!
//! Settings (annotation overrides, environments, toolsets, pinned definitions, tokens, preferences)
//! are changed one transaction at a time. Each transaction increments the workspace's revision and
//! records its author, and a [`RevisionFollower`] in every process is notified. Secrets are sealed
//! by a [`Keyring`] before they reach the database.
//!
//! Approvals are changed in the same way, with a separate revision: the ledger. A request is
//! decided once and an approval used once, regardless of concurrent attempts.
//!
//! Packs store records here ([`PackRecords`]), in a format that only the pack interprets.
//!
//! The database library's types are not part of the public API.

mod approvals;
mod caller_kept;
mod calls;
mod changes;
mod column_text;
mod counter;
mod declarations;
mod environments;
mod equipped;
mod error;
mod follow;
mod global_notes;
mod grants;
mod instance_checks;
mod instruction_pins;
mod journal;
mod kept_calls;
mod keyring;
mod ledger;
mod nonces;
mod opinions;
mod os_user;
mod owner_secret;
mod pack_records;
mod page_sessions;
mod pins;
mod policy_rules;
mod pool;
mod preferences;
mod private_files;
mod program_refusals;
mod random_text;
mod row_label;
mod saved_sources;
mod sign_in_links;
mod sources;
mod sql;
mod store;
mod target;
mod tasks;
mod tokens;
mod tool_demand;
mod toolsets;
mod verifications;
mod write;

pub use approvals::{
    ApprovalFilter, ApprovalPage, AskOutcome, CARD_MAX, DecideOutcome, PENDING_MAX, RevealOutcome,
};
pub use caller_kept::{CallerAllowance, CallerKept, SMALL_OUTCOME_MAX};
pub use calls::{CallCount, CallFilter, CallPage, CallSample, PAGE_MAX, RecordedCall};
pub use changes::{ChangeFilter, ChangePage};
pub use declarations::DECLARED_MAX;
pub use environments::{
    DESCRIPTION_MAX, StoredEnvironment, StoredValue, StoredVariable, VALUE_MAX,
};
pub use error::{StoreError, StoreResult};
pub use follow::RevisionFollower;
pub use global_notes::{GLOBAL_NOTES_MAX, StoredGlobalNotes};
pub use grants::GRANTS_MAX;
pub use instruction_pins::INSTRUCTIONS_MAX;
pub use journal::{Journal, JournalError, JournalOptions, JournalProgress, JournalRecovery};
pub use kept_calls::KEPT_CALLS_MAX;
pub use keyring::{Keyring, KeyringError, SealError};
pub use opinions::{OPINION_MAX, OpinionNews, OpinionWrite, StoredOpinion, WrittenOpinions};
pub use os_user::os_user;
pub use owner_secret::{OwnerSecret, OwnerSecretError};
pub use pack_records::{
    PACK_EVENTS_MAX, PACK_RECORD_MAX, PackEvent, PackEventKind, PackLoad, PackLoadCounts,
    PackRecord, PackRecords,
};
pub use page_sessions::PAGE_SESSIONS_MAX;
pub use pins::{DEFINITION_MAX, PinMark};
pub use policy_rules::{POLICY_RULE_MAX, POLICY_RULES_MAX, StoredRule};
pub use preferences::StoredPreferences;
pub use program_refusals::REFUSALS_MAX;
pub use random_text::random_text;
pub use row_label::{PATTERN_MAX, REASON_MAX};
pub use saved_sources::{SAVED_SOURCE_MAX, StoredSource};
pub use sign_in_links::TakenLink;
pub use sources::{LISTED_MAX, RememberedSource};
pub use store::{DatabaseEngine, Store};
pub use target::DatabaseTarget;
pub use tasks::{TASK_TEXT_MAX, TASKS_MAX};
pub use tokens::TOKENS_MAX;
pub use tool_demand::{DEMAND_CALLS, ToolDemand};
pub use toolsets::{
    StoredToolset, TOOLSET_MAX, TOOLSET_VERSIONS_MAX, ToolsetChanges, ToolsetState, ToolsetVersion,
    WholeToolset,
};
pub use verifications::EVIDENCE_MAX;
