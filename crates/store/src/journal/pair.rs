//! Joins the lines of a call.

use std::collections::HashMap;

use candor_model::{CallEnded, CallId, Outcome};

use super::line::{Begun, Line, Unreadable, parse};
use crate::Finished;

/// The calls that have begun, up to some place in the journal, and not ended.
#[derive(Debug, Default)]
pub(super) struct Pairing {
    open: HashMap<CallId, Begun>,
    /// How many whole lines could not be read.
    pub(super) damaged: u64,
}

/// What is recorded about a call whose process was lost.
const LOST: &str = "the gateway stopped while the call was in flight; whether it took effect is \
                    not known";

impl Pairing {
    /// Takes the next line; gives the call that it completes.
    pub(super) fn take(&mut self, line: &[u8]) -> Option<Finished> {
        match parse(line) {
            Ok(Line::Begun(begun)) => {
                // At the head of a segment, a call in flight is repeated.
                self.open.insert(begun.id, begun);
                None
            }
            Ok(Line::Ended(ended)) => self.open.remove(&ended.id).map(|begun| begun.finish(ended)),
            Err(Unreadable::Torn) => None,
            Err(Unreadable::Damaged) => {
                self.damaged += 1;
                None
            }
        }
    }

    /// The calls that will never be seen to end.
    pub(super) fn into_lost(self) -> Vec<Finished> {
        let lost = |begun: Begun| {
            let id = begun.id;
            begun.finish(CallEnded {
                id,
                outcome: Outcome::Unknown,
                duration_micros: 0,
                reply_bytes: 0,
                detail: Some(LOST.to_owned()),
                attempts: 0,
                reused: None,
            })
        };
        self.open.into_values().map(lost).collect()
    }
}
