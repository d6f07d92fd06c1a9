//! A block of finished calls: many calls in one database row.
//!
//! Consecutive calls share most of their texts. A block stores each text once and its calls refer
//! to them. It consists of two byte strings: the **body** has the calls; the **summary**, which is
//! read far more often, has what can be known without them: the number of calls per source and
//! outcome, and a filter that tells which targets, callers and approvals do not occur.
//!
//! Both begin with a version. Readers reject anything they do not understand with a
//! [`ReadError`](crate::row_label::ReadError), because other programs may have written to the
//! database.

mod bytes;
mod digest_text;
mod reader;
mod summary;
#[cfg(test)]
mod tests;
mod text_table;
mod writer;

pub(super) use self::{
    reader::{BlockBody, BlockCall, unread_block},
    summary::{BlockSummary, CallTally, MarkRole, mark},
    writer::{BlockSpan, BlockWriter},
};

/// The maximum number of calls in a block.
pub(super) const BLOCK_CALLS: usize = 256;

/// A block whose body has reached this size takes no more calls, because it is rewritten for every
/// batch that is added.
const BLOCK_BYTES: usize = 64 * 1024;

/// The format version of bodies.
const BODY_VERSION: u8 = 1;
/// The format version of summaries.
const SUMMARY_VERSION: u8 = 1;
