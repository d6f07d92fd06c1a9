//! What is still to be said to a worker.
//!
//! A worker that writes does not read. If the host waited until a long reply is written, both
//! could wait for each other for ever; so it writes a piece at a time and listens in between.

use std::collections::VecDeque;
use std::future;
use std::sync::Arc;

use tokio::io::AsyncWriteExt as _;
use tokio::process::ChildStdin;

/// Frames on their way to a worker.
#[derive(Debug)]
pub(super) struct Outbox {
    /// Nothing once it does not listen any more.
    stdin: Option<ChildStdin>,
    queue: VecDeque<Arc<[u8]>>,
    /// How much of the first frame has been written.
    written: usize,
}

// === impl Outbox ===

impl Outbox {
    pub(super) fn new(stdin: ChildStdin) -> Self {
        Self {
            stdin: Some(stdin),
            queue: VecDeque::new(),
            written: 0,
        }
    }

    /// Adds a frame.
    pub(super) fn push(&mut self, frame: Arc<[u8]>) {
        if self.stdin.is_some() {
            self.queue.push_back(frame);
        }
    }

    /// Whether everything is written.
    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Writes as much as the worker takes at once; waits for ever if there is nothing to write.
    /// Dropping the future loses nothing.
    pub(super) async fn write_some(&mut self) {
        let (Some(stdin), Some(frame)) = (&mut self.stdin, self.queue.front()) else {
            return future::pending().await;
        };
        match stdin.write(&frame[self.written..]).await {
            Ok(count) if count > 0 => {
                self.written += count;
                if self.written == frame.len() {
                    self.queue.pop_front();
                    self.written = 0;
                }
            }
            // One that reads no more may have said why, which tells more than a broken pipe.
            _ => {
                self.stdin = None;
                self.queue.clear();
            }
        }
    }
}
