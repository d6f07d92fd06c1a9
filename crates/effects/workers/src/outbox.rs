//! The send queue of a worker.
//!
//! A worker does not read while it writes. If the host waited until a long frame is written, both
//! could deadlock; so it writes in pieces and reads in between.

use std::collections::VecDeque;
use std::future;

use bytes::{Buf as _, Bytes};
use tokio::io::AsyncWriteExt as _;
use tokio::process::ChildStdin;

/// Frames on their way to a worker.
#[derive(Debug)]
pub(crate) struct WorkerOutbox {
    /// `None` once the worker has stopped reading.
    stdin: Option<ChildStdin>,
    queue: VecDeque<Bytes>,
}

// === impl WorkerOutbox ===

impl WorkerOutbox {
    pub(crate) fn new(stdin: ChildStdin) -> Self {
        Self {
            stdin: Some(stdin),
            queue: VecDeque::new(),
        }
    }

    /// Adds bytes; a frame may come in several pieces.
    pub(crate) fn push(&mut self, bytes: Bytes) {
        if self.stdin.is_some() && !bytes.is_empty() {
            self.queue.push_back(bytes);
        }
    }

    /// Whether everything is written.
    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Writes as much as the worker accepts; never resolves if the queue is empty. Cancel safe.
    pub(crate) async fn write_some(&mut self) {
        let (Some(stdin), Some(bytes)) = (&mut self.stdin, self.queue.front_mut()) else {
            return future::pending().await;
        };
        match stdin.write(bytes).await {
            Ok(count) if count > 0 => {
                bytes.advance(count);
                if bytes.is_empty() {
                    self.queue.pop_front();
                }
            }
            // A worker that stopped reading may have sent the reason, which is more useful than a
            // broken pipe error.
            _ => {
                self.stdin = None;
                self.queue.clear();
            }
        }
    }
}
