//! A block of finished calls: many of them in one row of the database.
//!
//! Calls that follow each other have most of their texts in common. A block has each text once,
//! and its calls point to them. It is two byte strings: the **body** has the calls, and the
//! **summary**, which is read far more often, says what can be known without them: how many there
//! are of each source and outcome, and which targets, callers and approvals do not occur.
//!
//! Both begin with a version. A reader refuses whatever it does not understand with a
//! [`ReadError`](crate::row_label::ReadError): the bytes come from a database, which somebody
//! else may have written to.

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

/// The most calls of a block.
pub(super) const BLOCK_CALLS: usize = 256;

/// A block with a body of this size takes no more calls: it is written again for each batch that is
/// added.
const BLOCK_BYTES: usize = 64 * 1024;

/// The format of bodies that this program writes and reads.
const BODY_VERSION: u8 = 1;
/// The same for summaries.
const SUMMARY_VERSION: u8 = 1;
