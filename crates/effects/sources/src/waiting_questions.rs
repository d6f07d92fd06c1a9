//! Questions of one connection that wait until it is clear which client is meant.
//!
//! A question over a pipe names no call: with open calls of several clients, it can belong to any
//! of them. A server waits for the answer to its question, so a call that it has answered did not
//! cause the question. The question waits until all calls that may have caused it are of one
//! client. A call that was given up without an answer rules nothing out: it may have caused the
//! question, which then must not be shown to any other client.

use std::time::{Duration, Instant};

use candor_wire::{JsonRpcRequest, RequestId};

/// The maximum number of waiting questions.
const MOST: usize = 8;
/// The fraction of the full wait after which a resolution is unlikely.
const BRIEFLY: u32 = 10;

/// The waiting questions, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct WaitingQuestions {
    list: Vec<WaitingQuestion>,
    /// When the last question was refused because it had waited for too long.
    refused: Option<Instant>,
}

/// A question that arrived while calls of several clients were open.
#[derive(Debug)]
struct WaitingQuestion {
    request: JsonRpcRequest,
    /// The calls that may have caused it, the latest last.
    calls: Vec<PossibleAsker>,
    since: Instant,
}

/// A call that may have caused a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PossibleAsker {
    /// The id of its request at the server.
    pub(crate) id: u64,
    /// The key of its client.
    pub(crate) key: u64,
    /// Whether it was given up without an answer.
    pub(crate) is_given_up: bool,
}

/// A question that no longer waits.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SettledQuestion {
    pub(crate) request: JsonRpcRequest,
    /// The call whose client is asked; `None` if the question is refused.
    pub(crate) call: Option<u64>,
}

/// The cause of a question, as far as it is known.
enum QuestionAsker {
    /// The client of this open call.
    Call(u64),
    /// It may still become clear.
    Open,
    /// It cannot become clear, or no possible client is left.
    Nobody,
}

// === impl WaitingQuestions ===

impl WaitingQuestions {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Queues a question. Returns it if too many are waiting.
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

    /// Rules out a call that the server has answered.
    pub(crate) fn answered(&mut self, id: u64) {
        for question in &mut self.list {
            question.calls.retain(|call| call.id != id);
        }
    }

    /// Records that a call has ended without an answer.
    pub(crate) fn given_up(&mut self, id: u64) {
        let calls = self.list.iter_mut().flat_map(|one| &mut one.calls);
        for call in calls.filter(|call| call.id == id) {
            call.is_given_up = true;
        }
    }

    /// Removes a question that the server has cancelled.
    pub(crate) fn withdraw(&mut self, id: &RequestId) {
        self.list.retain(|question| question.request.id != *id);
    }

    /// Takes out questions that are clear or have waited for too long.
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

    /// The deadline of the oldest question.
    ///
    /// Questions are refused one at a time: the refusal may end the call that caused the question,
    /// which shows who caused the others. If each open call may be waiting for an answer, none of
    /// them ends by itself, and a short wait is enough.
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
        // Once a call was given up, only its own client can be identified as the cause.
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
