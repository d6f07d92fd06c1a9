//! A request that is under way.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::Mutex;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::AbortHandle;
use tokio::time::timeout;

use super::PATIENCE;

/// Messages as they come.
pub(super) type MessageInbox = Arc<Mutex<UnboundedReceiver<Value>>>;

/// A request that is under way. Over HTTP, dropping it breaks its connection.
pub(crate) struct PendingRequest {
    pub(super) inbox: MessageInbox,
    pub(super) id: u64,
    /// Ends the connection.
    pub(super) hang_up: Option<AbortHandle>,
    /// Notifications that came so far.
    pub(super) heard: Vec<Value>,
}

/// A request that was answered.
#[derive(Debug)]
pub(crate) struct AnsweredRequest {
    /// The whole response.
    pub(crate) message: Value,
    /// What was notified on the way.
    pub(crate) heard: Vec<Value>,
}

// === impl PendingRequest ===

impl PendingRequest {
    /// The number of the request.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// The next message, whatever it is.
    pub(crate) async fn next(&mut self) -> Value {
        let mut inbox = self.inbox.lock().await;
        let next = timeout(PATIENCE, inbox.recv()).await;
        next.expect("a message in time")
            .expect("the stream goes on")
    }

    /// Waits until the client is asked something.
    pub(crate) async fn question(&mut self) -> Value {
        loop {
            let message = self.next().await;
            match (message.get("method"), message.get("id")) {
                (Some(_), Some(_)) => return message,
                (Some(_), None) => self.heard.push(message),
                (None, _) => panic!("answered before anybody was asked: {message}"),
            }
        }
    }

    /// Waits for a notification.
    pub(crate) async fn notified(&mut self, method: &str) -> Value {
        loop {
            let message = self.next().await;
            assert!(message.get("id").is_none(), "not yet: {message}");
            self.heard.push(message.clone());
            if message["method"] == method {
                return message;
            }
        }
    }

    /// Waits for the response. The client must not be asked anything on the way.
    pub(crate) async fn done(mut self) -> AnsweredRequest {
        loop {
            let message = self.next().await;
            if message.get("method").is_none() {
                assert_eq!(message["id"], self.id, "{message}");
                let heard = std::mem::take(&mut self.heard);
                return AnsweredRequest { message, heard };
            }
            assert!(message.get("id").is_none(), "asked: {message}");
            self.heard.push(message);
        }
    }
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        if let Some(hang_up) = &self.hang_up {
            hang_up.abort();
        }
    }
}

// === impl AnsweredRequest ===

impl AnsweredRequest {
    /// The result; there must be one.
    pub(crate) fn result(&self) -> &Value {
        let result = self.message.get("result");
        result.unwrap_or_else(|| panic!("no result: {}", self.message))
    }

    /// The sentence of the error; there must be one, of invalid parameters.
    pub(crate) fn error(&self) -> &str {
        let error = &self.message["error"];
        assert_eq!(error["code"], -32602, "{}", self.message);
        error["message"].as_str().expect("a sentence")
    }

    /// The text of a result that went well.
    pub(crate) fn fine(&self) -> &str {
        let result = self.result();
        assert_ne!(result["isError"], true, "{result}");
        self.words()
    }

    /// The text of a result that says that it did not.
    pub(crate) fn refused(&self) -> &str {
        let result = self.result();
        assert_eq!(result["isError"], true, "{result}");
        self.words()
    }

    /// The notifications of this method.
    pub(crate) fn heard(&self, method: &str) -> Vec<&Value> {
        let heard = self.heard.iter();
        heard
            .filter(|message| message["method"] == method)
            .collect()
    }

    fn words(&self) -> &str {
        let words = &self.result()["content"][0]["text"];
        words
            .as_str()
            .unwrap_or_else(|| panic!("no text: {}", self.message))
    }
}
