//! Records of received requests and calls.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

use http::HeaderMap;

use super::lock;

/// The maximum number of stored messages, and of their bytes; older ones are dropped.
const KEPT: usize = 4096;
const KEPT_BYTES: usize = 64 * 1024 * 1024;

/// One received message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenMessage {
    /// The HTTP headers, lower-case names, in the order of arrival. Empty on stdio.
    pub headers: Vec<(String, String)>,
    /// The text, byte for byte.
    pub body: String,
}

/// Everything a server has received since it started.
#[derive(Debug, Default)]
pub(crate) struct MessageRecord {
    messages: Mutex<RecordedMessages>,
    calls: Mutex<HashMap<String, u64>>,
}

#[derive(Debug, Default)]
struct RecordedMessages {
    kept: VecDeque<SeenMessage>,
    bytes: usize,
}

// === impl SeenMessage ===

impl SeenMessage {
    /// The first value of a header; the name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self
            .headers
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

// === impl MessageRecord ===

impl MessageRecord {
    pub(crate) fn message(&self, headers: Option<&HeaderMap>, body: &str) {
        let headers = headers.into_iter().flatten().map(|(name, value)| {
            (
                name.as_str().to_owned(),
                String::from_utf8_lossy(value.as_bytes()).into_owned(),
            )
        });
        let seen = SeenMessage {
            headers: headers.collect(),
            body: body.to_owned(),
        };
        lock(&self.messages).push(seen);
    }

    pub(crate) fn messages(&self) -> Vec<SeenMessage> {
        lock(&self.messages).kept.iter().cloned().collect()
    }

    /// Counts a call and returns how many there have been, this one included.
    pub(crate) fn count(&self, tool: &str) -> u64 {
        let mut calls = lock(&self.calls);
        let count = calls.entry(tool.to_owned()).or_default();
        *count += 1;
        *count
    }

    pub(crate) fn calls(&self, tool: &str) -> u64 {
        lock(&self.calls).get(tool).copied().unwrap_or_default()
    }
}

// === impl RecordedMessages ===

impl RecordedMessages {
    fn push(&mut self, seen: SeenMessage) {
        self.bytes += seen.body.len();
        self.kept.push_back(seen);
        while self.kept.len() > KEPT || self.bytes > KEPT_BYTES {
            let Some(oldest) = self.kept.pop_front() else {
                return;
            };
            self.bytes -= oldest.body.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_messages_are_kept() {
        let record = MessageRecord::default();
        for number in 0..KEPT + 3 {
            record.message(None, &number.to_string());
        }
        let messages = record.messages();
        assert_eq!(messages.len(), KEPT);
        assert_eq!(messages[0].body, "3");
        record.message(None, &"x".repeat(KEPT_BYTES));
        assert_eq!(record.messages().len(), 1);
    }
}
