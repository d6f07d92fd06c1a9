//! Ctrl-C and SIGTERM.

use std::future::Future;
use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::exit::CommandExit;

/// The signals that ask the process to end. From the first [`ShutdownSignals::listen`] on they no
/// longer
/// end it by themselves.
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

    /// Waits for the next signal; tells how the process ends if it ends by it.
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
}
