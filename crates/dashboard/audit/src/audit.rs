//! What was called, and what was changed.

mod call_row;
mod change_diff;
pub(crate) mod changes;
mod csv;
pub(crate) mod export;
mod filter;
mod jsonl;
pub(crate) mod list;
pub(crate) mod outcome_badge;

/// The pages of the audit.
const BESIDE: [(&str, &str); 2] = [(list::PATH, "Calls"), (changes::PATH, "Changes")];
