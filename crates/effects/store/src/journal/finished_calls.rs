//! Finished calls in memory, waiting to be folded.
//!
//! They are also in the segments. If the database is too slow, later ones are only there and are
//! read back.

use std::borrow::Cow;

use candor_model::CallEnded;

use super::writer::JournalPosition;
use crate::{
    calls::FinishedCall,
    column_text::{DETAIL_MAX, truncated_option},
};

/// The waiting calls.
#[derive(Debug)]
pub(super) struct FinishedCalls {
    calls: Vec<FinishedCall>,
    /// Their approximate text size in bytes.
    bytes: usize,
    max_bytes: usize,
    /// The number of calls that are usually taken at once.
    batch: usize,
    /// The journal position of the first call that was not added.
    left_out_from: Option<JournalPosition>,
}

/// Calls to be folded.
#[derive(Debug)]
pub(super) struct TakenCalls {
    pub(super) calls: Vec<FinishedCall>,
    /// All calls before this position are in `calls` or were taken before.
    pub(super) position: JournalPosition,
    /// Whether there are more calls after that position, which must be read back.
    pub(super) is_partial: bool,
}

impl FinishedCalls {
    pub(super) fn new(max_bytes: usize, batch: usize) -> Self {
        Self {
            calls: Vec::new(),
            bytes: 0,
            max_bytes,
            batch,
            left_out_from: None,
        }
    }

    /// Adds a call whose last line starts at `begins` and has this many bytes.
    pub(super) fn push(&mut self, call: FinishedCall, bytes: usize, begins: JournalPosition) {
        if self.left_out_from.is_some() {
            return;
        }
        if self.bytes + bytes > self.max_bytes {
            self.left_out_from = Some(begins);
            return;
        }
        self.bytes += bytes;
        self.calls.push(call);
    }

    /// Takes all calls; `now` is the current end of the journal.
    pub(super) fn take(&mut self, now: JournalPosition) -> TakenCalls {
        self.bytes = 0;
        // The next batch is likely to be as large, and a call that ends should not have to move it.
        let next = Vec::with_capacity(self.calls.len().min(self.batch));
        TakenCalls {
            calls: std::mem::replace(&mut self.calls, next),
            position: self.left_out_from.unwrap_or(now),
            is_partial: self.left_out_from.is_some(),
        }
    }

    /// Resumes adding calls; earlier ones are read back.
    pub(super) fn resume(&mut self) {
        self.left_out_from = None;
    }
}

/// The end record with texts truncated to their stored length.
pub(super) fn kept_ended(ended: &CallEnded) -> CallEnded {
    CallEnded {
        detail: truncated_option(ended.detail.as_deref(), DETAIL_MAX).map(Cow::into_owned),
        ..*ended
    }
}
