//! Questions of one connection that wait until it is clear which client is meant.
//!
//! A question over a pipe names no call: with calls of several clients open, it can be of any of
//! them. Whoever asks waits for the answer, so a call that the server has answered has not asked.
//! The question waits until the calls that may have asked it are of one client. A call that was
//! given up without an answer rules nothing out: the question may be its, and then nobody else is
//! to see it.

use std::time::{Duration, Instant};

use candor_wire::{JsonRpcRequest, RequestId};

/// How many questions may wait at once.
const MOST: usize = 8;
/// The part of the whole wait after which there is little hope.
const BRIEFLY: u32 = 10;

/// The waiting questions, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct WaitingQuestions {
    list: Vec<WaitingQuestion>,
    /// When the last one was refused that had waited for too long.
    refused: Option<Instant>,
}

/// A question that came while calls of several clients were open.
#[derive(Debug)]
struct WaitingQuestion {
    request: JsonRpcRequest,
    /// The calls that may have asked it, the latest last.
    calls: Vec<PossibleAsker>,
    since: Instant,
}

/// A call that may have asked a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PossibleAsker {
    /// The id under which the server knows its request.
    pub(crate) id: u64,
    /// The key of the client that made it.
    pub(crate) key: u64,
    /// Whether it was given up without an answer.
    pub(crate) is_given_up: bool,
}

/// A question that waits no longer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SettledQuestion {
    pub(crate) request: JsonRpcRequest,
    /// The call through which its client is asked; nothing if it is refused.
    pub(crate) call: Option<u64>,
}

/// Who has asked, as far as it can be told.
enum QuestionAsker {
    /// The client of this open call.
    Call(u64),
    /// It may turn out.
    Open,
    /// It will not turn out, or nobody of them is there any more.
    Nobody,
}

// === impl WaitingQuestions ===

impl WaitingQuestions {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Lets a question wait. Gives it back if too many are waiting.
    pub(crate) fn add(
        &mut self,
        request: JsonRpcRequest,
        calls: Vec<PossibleAsker>,
        now: Instant,
    ) -> Result<(), JsonRpcRequest> {
        if self.list.len() >= MOST {
            return Err(request);
        }
        self.list.push(WaitingQuestion {
            request,
            calls,
            since: now,
        });
        Ok(())
    }

    /// Takes in that the server has answered a call, so that it has not asked.
    pub(crate) fn answered(&mut self, id: u64) {
        for question in &mut self.list {
            question.calls.retain(|call| call.id != id);
        }
    }

    /// Takes in that a call has ended without an answer.
    pub(crate) fn given_up(&mut self, id: u64) {
        let calls = self.list.iter_mut().flat_map(|one| &mut one.calls);
        for call in calls.filter(|call| call.id == id) {
            call.is_given_up = true;
        }
    }

    /// Takes out a question that the server has withdrawn.
    pub(crate) fn withdraw(&mut self, id: &RequestId) {
        self.list.retain(|question| question.request.id != *id);
    }

    /// Takes out what is clear, and what has waited for too long.
    pub(crate) fn settle(&mut self, now: Instant, limit: Duration) -> Vec<SettledQuestion> {
        let mut settled = Vec::new();
        let list = std::mem::take(&mut self.list);
        for question in list {
            let call = match question.asker() {
                QuestionAsker::Call(id) => Some(id),
                QuestionAsker::Nobody => None,
                QuestionAsker::Open => {
                    self.list.push(question);
                    continue;
                }
            };
            let request = question.request;
            settled.push(SettledQuestion { request, call });
        }
        if self.deadline(limit).is_some_and(|deadline| deadline <= now) {
            self.refused = Some(now);
            let request = self.list.remove(0).request;
            settled.push(SettledQuestion {
                request,
                call: None,
            });
        }
        settled
    }

    /// Until when the oldest may wait.
    ///
    /// They are refused one at a time: the call whose question is refused may end by that, which
    /// tells who asked the others. If each open call may be waiting for an answer, none of them ends
    /// by itself, and a short wait is enough.
    pub(crate) fn deadline(&self, limit: Duration) -> Option<Instant> {
        let oldest = self.list.first()?;
        let brief = limit / BRIEFLY;
        let open = oldest.calls.iter().filter(|call| !call.is_given_up);
        let are_stuck = open.count() <= self.list.len();
        let own = oldest.since + if are_stuck { brief } else { limit };
        Some(own.max(self.refused.map_or(own, |at| at + brief)))
    }
}

// === impl WaitingQuestion ===

impl WaitingQuestion {
    fn asker(&self) -> QuestionAsker {
        let mut given_up = self.calls.iter().filter(|call| call.is_given_up);
        // Others than the client of a call that was given up can never be told from it.
        let first = given_up.next().map(|call| call.key);
        if given_up.any(|call| Some(call.key) != first) {
            return QuestionAsker::Nobody;
        }
        let may_ask =
            |call: &&PossibleAsker| !call.is_given_up && first.is_none_or(|key| key == call.key);
        let Some(latest) = self.calls.iter().rev().find(may_ask) else {
            return QuestionAsker::Nobody;
        };
        if self.calls.iter().all(|call| call.key == latest.key) {
            QuestionAsker::Call(latest.id)
        } else {
            QuestionAsker::Open
        }
    }
}

#[cfg(test)]
mod tests;
