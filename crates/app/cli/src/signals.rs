//! Ctrl-C and SIGTERM.

use std::future::Future;
use std::io;
use std::pin::pin;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::exit::CommandExit;

/// Termination signals. From the first [`ShutdownSignals::listen`] on, they no longer end the
/// process themselves.
pub(crate) struct ShutdownSignals {
    interrupt: Signal,
    terminate: Signal,
}

// === impl ShutdownSignals ===

impl ShutdownSignals {
    /// Begins to listen.
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for the next signal; returns the exit code it implies.
    pub(crate) async fn next(&mut self) -> CommandExit {
        tokio::select! {
            _ = self.interrupt.recv() => CommandExit::Interrupted,
            _ = self.terminate.recv() => CommandExit::Terminated,
        }
    }

    /// Does the work unless a signal comes first. The work is dropped then.
    pub(crate) async fn unless<T>(
        &mut self,
        work: impl Future<Output = T>,
    ) -> Result<T, CommandExit> {
        tokio::select! {
            done = work => Ok(done),
            exit = self.next() => Err(exit),
        }
    }

    /// Runs the work. The first signal requests a stop, the second ends it immediately.
    pub(crate) async fn until_stopped<T>(
        &mut self,
        stop: &CancellationToken,
        work: impl Future<Output = T>,
    ) -> Result<T, CommandExit> {
        let mut work = pin!(work);
        if let Ok(done) = self.unless(work.as_mut()).await {
            return Ok(done);
        }
        tracing::info!("Stopping; a second signal stops at once");
        stop.cancel();
        self.unless(work).await
    }
}
