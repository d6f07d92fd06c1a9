//! A log that is kept in memory, by which a test knows how far things are.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tracing::subscriber::DefaultGuard;
use tracing_subscriber::fmt::MakeWriter;

use crate::fixture::with_timeout;

/// See the module.
#[derive(Clone, Default)]
pub(crate) struct CapturedLog(Arc<Mutex<Vec<u8>>>);

// === impl CapturedLog ===

impl CapturedLog {
    /// Keeps everything that this thread logs, as long as the guard lives.
    pub(crate) fn begin() -> (Self, DefaultGuard) {
        let log = Self::default();
        let lines = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::TRACE)
            .with_ansi(false)
            .with_writer(log.clone())
            .finish();
        (log, tracing::subscriber::set_default(lines))
    }

    /// What was logged so far.
    pub(crate) fn text(&self) -> String {
        let bytes = self.0.lock().expect("no panic").clone();
        String::from_utf8(bytes).expect("text")
    }

    /// Waits until something was logged so many times.
    pub(crate) async fn until(&self, part: &str, times: usize) {
        with_timeout(async {
            while self.text().matches(part).count() < times {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        })
        .await;
    }
}

impl io::Write for CapturedLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for CapturedLog {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
