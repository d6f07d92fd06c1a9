//! Calls that have ended and wait to be folded, in memory.
//!
//! They stand in the segments as well. When the database does not take them fast enough they are
//! kept there alone, and read back later.

use candor_model::{CallBegun, CallEnded};

use super::writer::JournalPosition;
use crate::{
    calls::FinishedCall,
    column_text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, truncated},
};

/// The calls that wait.
#[derive(Debug)]
pub(super) struct FinishedCalls {
    calls: Vec<FinishedCall>,
    /// About how many bytes of text they have.
    bytes: usize,
    max_bytes: usize,
    /// Where the journal was when the first call was not taken in any more.
    left_out_from: Option<JournalPosition>,
}

/// Calls that are to be folded.
#[derive(Debug)]
pub(super) struct TakenCalls {
    pub(super) calls: Vec<FinishedCall>,
    /// Everything before this place is in `calls` or was taken before.
    pub(super) position: JournalPosition,
    /// Whether there are more after that place, which must be read back.
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

    /// Takes in a call whose last line, of so many bytes, begins at a place.
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

    /// Gives all of them; `now` is where the journal is.
    pub(super) fn take(&mut self, now: JournalPosition) -> TakenCalls {
        self.bytes = 0;
        TakenCalls {
            calls: std::mem::take(&mut self.calls),
            position: self.left_out_from.unwrap_or(now),
            is_partial: self.left_out_from.is_some(),
        }
    }

    /// From now on calls are taken in again; those before are read back.
    pub(super) fn resume(&mut self) {
        self.left_out_from = None;
    }
}

/// The call as far as it is kept.
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

/// The end of a call as far as it is kept.
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
