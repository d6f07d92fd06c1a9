//! Finished calls in memory, waiting to be folded.
//!
//! They are also in the segments. If the database is too slow, later ones are only there and are
//! read back.

use candor_model::{CallBegun, CallEnded};

use super::writer::JournalPosition;
use crate::{
    calls::FinishedCall,
    column_text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, truncated},
};

/// The waiting calls.
#[derive(Debug)]
pub(super) struct FinishedCalls {
    calls: Vec<FinishedCall>,
    /// Their approximate text size in bytes.
    bytes: usize,
    max_bytes: usize,
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
    pub(super) fn new(max_bytes: usize) -> Self {
        Self {
            calls: Vec::new(),
            bytes: 0,
            max_bytes,
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
        TakenCalls {
            calls: std::mem::take(&mut self.calls),
            position: self.left_out_from.unwrap_or(now),
            is_partial: self.left_out_from.is_some(),
        }
    }

    /// Resumes adding calls; earlier ones are read back.
    pub(super) fn resume(&mut self) {
        self.left_out_from = None;
    }
}

/// The begin record with texts truncated to their stored length.
pub(super) fn kept_begun(begun: &CallBegun) -> Box<CallBegun> {
    Box::new(CallBegun {
        principal: kept(&begun.principal, NAME_MAX),
        client: kept_option(begun.client.as_deref(), NAME_MAX),
        source: begun.source.clone(),
        target: kept(&begun.target, TARGET_MAX),
        decision: kept_option(begun.decision.as_deref(), DETAIL_MAX),
        ..*begun
    })
}

/// The end record with texts truncated to their stored length.
pub(super) fn kept_ended(ended: &CallEnded) -> CallEnded {
    CallEnded {
        detail: kept_option(ended.detail.as_deref(), DETAIL_MAX),
        ..*ended
    }
}

fn kept(text: &str, max: usize) -> String {
    truncated(text, max).into_owned()
}

fn kept_option(text: Option<&str>, max: usize) -> Option<String> {
    text.map(|text| kept(text, max))
}
