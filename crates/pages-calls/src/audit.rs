//! What was called, and what was changed.

pub(crate) mod changes;
mod csv;
mod delta;
mod entry;
pub(crate) mod export;
mod filter;
mod jsonl;
pub(crate) mod list;
pub(crate) mod outcome;

/// The pages of the audit.
const BESIDE: [(&str, &str); 2] = [(list::PATH, "Calls"), (changes::PATH, "Changes")];
