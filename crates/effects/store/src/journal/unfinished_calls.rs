//! Joins the lines of a call.

use std::{borrow::Cow, collections::HashMap};

use candor_model::{CallId, CallOutcome};

use super::{
    call_id_hash::CallIdHash,
    line::{JournalLine, LineError, parse},
};
use crate::calls::{BegunRow, CallRow, CallRows, EndedValues};

/// The calls that have begun, up to some place in the journal, and not ended.
#[derive(Debug, Default)]
pub(super) struct UnfinishedCalls {
    open: HashMap<CallId, BegunRow, CallIdHash>,
    rows: CallRows,
    /// How many whole lines could not be read.
    pub(super) damaged: u64,
}

/// What is recorded about a call whose process was lost.
const LOST: &str = "the gateway stopped while the call was in flight; whether it took effect is \
                    not known";

impl UnfinishedCalls {
    /// Takes the next line; gives the call that it completes.
    pub(super) fn take(&mut self, line: &[u8]) -> Option<CallRow> {
        match parse(line) {
            Ok(JournalLine::Begun(id, begun)) => {
                // At the head of a segment, a call in flight is repeated.
                self.open.insert(id, self.rows.begun(&begun));
                None
            }
            Ok(JournalLine::Ended(id, ended)) => {
                let begun = self.open.remove(&id)?;
                Some(self.rows.finished(begun, ended))
            }
            Err(LineError::Torn) => None,
            Err(LineError::Damaged) => {
                self.damaged += 1;
                None
            }
        }
    }

    /// The calls that will never be seen to end.
    pub(super) fn into_lost(mut self) -> Vec<CallRow> {
        let lost = |begun| {
            let ended = EndedValues {
                outcome: CallOutcome::Unknown.as_str(),
                duration_micros: 0,
                reply_bytes: 0,
                detail: Some(Cow::Borrowed(LOST)),
                attempts: 0,
                reused: None,
            };
            self.rows.finished(begun, ended)
        };
        self.open.into_values().map(lost).collect()
    }
}
