//! Questions of servers that a client has not answered yet.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use candor_gateway::InputRequest;
use candor_wire::{
    ErrorObject, JsonRpcResponse, RawJson, RawObject, RequestId, code, envelope, method,
};

/// The maximum number of open questions to one client.
const LIMIT: usize = 256;
/// The reason in the cancellation of a question.
const ELSEWHERE: &str = "it was answered elsewhere";

/// The open questions of one session or one process.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenInputRequests(Arc<Mutex<InputRequestTable>>);

#[derive(Debug, Default)]
struct InputRequestTable {
    asked: u64,
    closed: bool,
    waiting: HashMap<RequestId, InputRequest>,
}

/// A pending question. Dropping it closes the question, so that the server that asked is told; a
/// later answer is ignored.
#[derive(Debug)]
pub(crate) struct PendingInput {
    id: RequestId,
    asks: OpenInputRequests,
}

// === impl OpenInputRequests ===

impl OpenInputRequests {
    /// Registers a question and serializes the request for the client. `None` if the client can no
    /// longer be asked: the question is dropped, and its server told.
    pub(crate) fn put(&self, ask: InputRequest) -> Option<(PendingInput, Bytes)> {
        let mut open = self.lock();
        if open.closed || open.waiting.len() >= LIMIT {
            return None;
        }
        open.asked += 1;
        let id = RequestId::from_json(RawJson::string(&format!("candor-{}", open.asked)))?;
        let message = envelope::request(&id, &ask.method, ask.params.as_ref());
        open.waiting.insert(id.clone(), ask);
        drop(open);
        Some((
            PendingInput {
                id,
                asks: self.clone(),
            },
            message,
        ))
    }

    /// Forwards a client's answer. Answers to unknown questions are dropped, since they are late or
    /// invalid. The question is closed before the answer is forwarded, so that the first answer
    /// always counts.
    pub(crate) fn answer(&self, response: JsonRpcResponse) -> impl Future<Output = ()> + use<> {
        let ask = response
            .id
            .as_ref()
            .and_then(|id| self.lock().waiting.remove(id));
        async move {
            let Some(ask) = ask else {
                tracing::debug!(id = ?response.id, "a client answered a question that is not open");
                return;
            };
            let outcome = response.outcome;
            let outcome = outcome.map_err(|error| ErrorObject::from_json(&error));
            ask.answer(outcome).await;
        }
    }

    /// Drops all questions and refuses new ones.
    pub(crate) fn close(&self) {
        let mut open = self.lock();
        open.closed = true;
        let forgotten = std::mem::take(&mut open.waiting);
        drop(open);
        drop(forgotten);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, InputRequestTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl PendingInput ===

impl PendingInput {
    /// Whether the question is still open.
    pub(crate) fn is_open(&self) -> bool {
        self.asks.lock().waiting.contains_key(&self.id)
    }

    /// Closes the question, and returns the message that cancels it at the client; `None` if the
    /// client has answered.
    pub(crate) fn withdraw(self) -> Option<Bytes> {
        let forgotten = self.asks.lock().waiting.remove(&self.id);
        forgotten?;
        let params = RawObject::from_iter([
            ("requestId", self.id.as_json().clone()),
            ("reason", RawJson::string(ELSEWHERE)),
        ]);
        let message = envelope::notification(method::CANCELLED, Some(&params.to_json()));
        Some(message)
    }
}

impl Drop for PendingInput {
    fn drop(&mut self) {
        let forgotten = self.asks.lock().waiting.remove(&self.id);
        drop(forgotten);
    }
}

/// Tells a server that its question could not be asked.
pub(crate) async fn decline(ask: InputRequest, why: &str) {
    ask.answer(Err(ErrorObject::new(code::INTERNAL_ERROR, why)))
        .await;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(asks: &OpenInputRequests) -> (PendingInput, RequestId) {
        let (ask, _) = InputRequest::in_round(method::ELICIT.into(), None);
        let (pending, _) = asks.put(ask).expect("room for a question");
        let id = pending.id.clone();
        (pending, id)
    }

    fn answer(id: RequestId) -> JsonRpcResponse {
        JsonRpcResponse {
            id: Some(id),
            outcome: Ok(RawObject::default().to_json()),
        }
    }

    #[tokio::test]
    async fn only_what_is_still_open_is_taken_back() {
        let asks = OpenInputRequests::default();
        let (first, answered) = question(&asks);
        let (second, open) = question(&asks);
        asks.answer(answer(answered)).await;
        assert_eq!(first.withdraw(), None);
        let message = second.withdraw().expect("a message");
        assert_eq!(
            message,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"candor-2","reason":"it was answered elsewhere"}}"#
        );
        // A late answer is ignored.
        asks.answer(answer(open)).await;
        assert!(asks.lock().waiting.is_empty());
    }

    #[tokio::test]
    async fn an_answer_after_the_withdrawal_reaches_nobody() {
        let asks = OpenInputRequests::default();
        let (ask, mut heard) = InputRequest::in_round(method::ELICIT.into(), None);
        let (pending, _) = asks.put(ask).expect("room for a question");
        let id = pending.id.clone();
        pending.withdraw();
        asks.answer(answer(id)).await;
        let heard = heard.try_recv().expect("the end of the question");
        assert!(heard.is_err(), "nobody answered it: {heard:?}");
    }
}
