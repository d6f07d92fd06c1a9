//! Pairs the begin and end lines of calls.

use std::collections::HashMap;

use candor_model::{CallEnded, CallId, CallOutcome};

use super::{
    call_id_hash::CallIdHash,
    line::{JournalLine, LineError, parse},
};
use crate::calls::{FinishedCall, KeptBegun};

/// The calls that have begun but not ended up to some position in the journal.
#[derive(Debug, Default)]
pub(super) struct UnfinishedCalls {
    open: HashMap<CallId, KeptBegun, CallIdHash>,
    /// The number of complete lines that could not be parsed.
    pub(super) damaged: u64,
}

/// The detail recorded for a call whose process died.
const LOST: &str = "the gateway stopped while the call was in flight; whether it took effect is \
                    not known";

impl UnfinishedCalls {
    /// Processes the next line; returns the call that it completes.
    pub(super) fn take(&mut self, line: &[u8]) -> Option<FinishedCall> {
        match parse(line) {
            Ok(JournalLine::Begun(begun)) => {
                // Calls in flight are repeated at the beginning of a segment.
                self.open.insert(begun.id, KeptBegun::of(&begun));
                None
            }
            Ok(JournalLine::Ended(ended)) => {
                let begun = self.open.remove(&ended.id)?;
                Some(FinishedCall { begun, ended })
            }
            Err(LineError::Torn) => None,
            Err(LineError::Damaged) => {
                self.damaged += 1;
                None
            }
        }
    }

    /// The calls that will never be seen to end.
    pub(super) fn into_lost(self) -> Vec<FinishedCall> {
        let lost = |begun: KeptBegun| FinishedCall {
            ended: CallEnded {
                id: begun.id,
                outcome: CallOutcome::Unknown,
                duration_micros: 0,
                reply_bytes: 0,
                detail: Some(LOST.to_owned()),
                attempts: 0,
                reused: None,
            },
            begun,
        };
        self.open.into_values().map(lost).collect()
    }
}
