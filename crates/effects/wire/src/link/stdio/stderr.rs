//! Forwards a child's error stream to the log, and keeps its end for error messages.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::process::ChildStderr;

use super::super::text::{self, SecretRedactor};
use super::super::throttle::LogThrottle;
use crate::line::{LineReader, ReadLine};

/// Longer lines are cut.
const LINE: usize = 4 * 1024;
/// The number of bytes kept for error messages.
const TAIL: usize = 2 * 1024;

/// The last lines of the stream.
#[derive(Clone, Debug, Default)]
pub(super) struct StderrTail(Arc<Mutex<String>>);

/// Reads until the stream ends. A flood is read as fast as it arrives, so that the child is never
/// blocked, but only a part of it is logged.
pub(super) async fn listen(
    stderr: ChildStderr,
    source: String,
    redactor: SecretRedactor,
    tail: StderrTail,
) {
    let mut lines = LineReader::keeping(stderr, LINE, LINE);
    let mut throttle = LogThrottle::default();
    while let Ok(Some(line)) = lines.next().await {
        let bytes = match &line {
            ReadLine::Whole(line) => &line[..],
            ReadLine::Oversize(line) => line.head(),
        };
        let line = redactor.clean(text::clip(bytes, LINE));
        tail.push(line.trim_end());
        if let Some(silenced) = throttle.allow() {
            if silenced > 0 {
                tracing::info!(target: "candor::upstream", source, silenced, "more lines on stderr");
            }
            tracing::info!(target: "candor::upstream", source, "{}", line.trim_end());
        }
    }
}

// === impl StderrTail ===

impl StderrTail {
    fn push(&self, line: &str) {
        let mut text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.push_str(line);
        text.push('\n');
        if text.len() > TAIL {
            let cut = text.ceil_char_boundary(text.len() - TAIL);
            text.drain(..cut);
        }
    }

    /// The text so far.
    pub(super) fn text(&self) -> String {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .trim()
            .to_owned()
    }
}
