//! Decides when a child's link is over and why, and ends the child.

use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use rustix::process::Signal;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::super::LinkError;
use super::super::demux::ResponseDemux;
use super::process::ProcessGroup;
use super::stderr::StderrTail;

/// How long a child that closed a pipe has to end, so that its exit code can be reported.
const EXIT_TIME: Duration = Duration::from_millis(500);
/// How long reading the remaining output of an ended child may take.
const DRAIN_TIME: Duration = Duration::from_millis(500);

/// The sole owner of a child.
pub(super) struct ChildSupervisor {
    pub(super) child: ProcessGroup,
    pub(super) pipes: ChildPipes,
    pub(super) tail: StderrTail,
    pub(super) demux: Arc<ResponseDemux>,
    /// Requests the end. Also ends the writer, and with it the child's input.
    pub(super) stop: CancellationToken,
    pub(super) grace: Duration,
}

/// The tasks of the child's pipes.
#[derive(Default)]
pub(super) struct ChildPipes {
    pub(super) stdin: ChildPipe,
    pub(super) stdout: ChildPipe,
    pub(super) stderr: ChildPipe,
    /// Ends the tasks if a process that left the group keeps a pipe open.
    pub(super) gone: CancellationToken,
}

/// One task, whose token is cancelled when it is over.
#[derive(Default)]
pub(super) struct ChildPipe(CancellationToken);

/// The first event that ends the link.
enum ChildEnding {
    Asked,
    Exit(Option<ExitStatus>),
    Broken(&'static str),
}

// === impl ChildSupervisor ===

impl ChildSupervisor {
    pub(super) async fn run(mut self) {
        let ending = self.wait().await;
        self.stop.cancel();
        let (status, detail) = match ending {
            ChildEnding::Asked => {
                self.child.end(self.grace).await;
                (None, "it was ended on this side")
            }
            ChildEnding::Exit(status) => (status, "the server is gone"),
            ChildEnding::Broken(detail) => {
                let status = self.child.ended(EXIT_TIME).await;
                if status.is_none() {
                    // The process still runs but can no longer answer: open requests fail now.
                    self.demux.close(&LinkError::closed(detail));
                    self.child.end(self.grace).await;
                }
                (status, detail)
            }
        };
        self.drain().await;
        self.child.sweep();
        let why = match status {
            Some(status) => LinkError::Exited {
                status: status.to_string(),
                stderr_tail: self.tail.text(),
            },
            None => LinkError::closed(detail),
        };
        self.demux.close(&why);
        self.pipes.gone.cancel();
    }

    async fn wait(&mut self) -> ChildEnding {
        // In this order: a stop also ends the writer, and an exit also closes the pipes.
        tokio::select! {
            biased;
            () = self.stop.cancelled() => ChildEnding::Asked,
            status = self.child.leader.wait() => ChildEnding::Exit(status.ok()),
            () = self.pipes.stdout.over() => ChildEnding::Broken("the server closed its standard output"),
            () = self.pipes.stdin.over() => ChildEnding::Broken("the server closed its standard input"),
        }
    }

    /// Reads the remaining output of a child that has ended.
    async fn drain(&mut self) {
        // Descendants would keep the pipes open.
        self.child.signal(Signal::TERM);
        let drained = async {
            self.pipes.stdout.over().await;
            self.pipes.stderr.over().await;
        };
        // If it takes longer, a process that does not end holds the pipes.
        let _ = timeout(DRAIN_TIME, drained).await;
    }
}

// === impl ChildPipe ===

impl ChildPipe {
    /// Wraps the task of a pipe, so that its end is noticed in any case.
    pub(super) fn task(
        &self,
        gone: &CancellationToken,
        work: impl Future<Output = ()> + Send + 'static,
    ) -> impl Future<Output = ()> + Send + 'static {
        let over = self.0.clone().drop_guard();
        let gone = gone.clone();
        async move {
            gone.run_until_cancelled_owned(work).await;
            drop(over);
        }
    }

    async fn over(&self) {
        self.0.cancelled().await;
    }
}
