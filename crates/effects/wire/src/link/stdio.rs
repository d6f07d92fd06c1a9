//! A server as a child process that exchanges lines.
//!
//! Four tasks serve one child: one owns its standard output, one writes what its input did not
//! accept at once, one owns its error stream, and a supervisor owns the process itself. Only the
//! supervisor decides that the link is over, and why; the others end with their pipe.

mod confined;
mod environment;
mod input;
mod process;
mod stderr;
mod supervisor;

use std::sync::Arc;

use bytes::Bytes;
use tokio::process::ChildStdout;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

use super::Exchange;
use super::demux::ResponseDemux;
use super::log::LinkLog;
use super::text::SecretRedactor;
use super::{LinkError, LinkInbox, LinkLimits, StdioSpec};
use crate::line::{LineReader, ReadLine};
use confined::ChildObservations;
use input::{ChildInput, SendTurn};
use supervisor::{ChildPipes, ChildSupervisor};

pub use environment::INHERITED;

/// With more open requests than this, messages are written in batches.
const FEW: usize = 4;

/// The link to one child.
pub(super) struct StdioLink {
    demux: Arc<ResponseDemux>,
    /// `None` if the child has no standard input.
    input: Option<Arc<ChildInput>>,
    stop: CancellationToken,
    tasks: TaskTracker,
    /// The id of the child process.
    process: Option<u32>,
    /// What the child was observed to do, if it is confined.
    observations: Option<Arc<ChildObservations>>,
    /// Ends the child even if the link is dropped without being closed.
    _stop_on_drop: DropGuard,
}

// === impl StdioLink ===

impl StdioLink {
    /// Starts the child.
    pub(super) fn open(
        spec: &StdioSpec,
        limits: &LinkLimits,
    ) -> Result<(Self, LinkInbox), LinkError> {
        let mut child = process::spawn(spec)?;
        let process = child.leader.id();
        let (inbox, mailbox) = LinkInbox::new(limits.max_message);
        let redactor = SecretRedactor::new(spec.env.iter().map(|(_, value)| value));
        let log = LinkLog::new(&spec.label, redactor.clone());
        let demux = Arc::new(ResponseDemux::new(log, limits.max_message, mailbox));
        let stdin = child.leader.stdin.take().map(ChildInput::new).transpose();
        let input = stdin
            .map_err(|error| LinkError::closed(format!("its standard input is no pipe: {error}")))?
            .map(Arc::new);
        let stop = CancellationToken::new();
        let tasks = TaskTracker::new();
        let pipes = ChildPipes::default();
        let tail = stderr::StderrTail::default();

        if let Some(stdout) = child.leader.stdout.take() {
            let lines = LineReader::new(stdout, limits.max_message);
            tasks.spawn(pipes.stdout.task(&pipes.gone, read(lines, demux.clone())));
        }
        if let Some(stderr) = child.leader.stderr.take() {
            let listener = stderr::listen(stderr, spec.label.clone(), redactor, tail.clone());
            tasks.spawn(pipes.stderr.task(&pipes.gone, listener));
        }
        if let Some(input) = input.clone() {
            let stop = stop.clone();
            let rest = async move { input.run(stop).await };
            tasks.spawn(pipes.stdin.task(&pipes.gone, rest));
        }
        let observations = child.observations.take();
        let observations = observations.map(|seen| Arc::new(ChildObservations::new(seen, spec)));
        if let Some(seen) = observations.clone() {
            let gone = pipes.gone.clone();
            tasks.spawn(gone.run_until_cancelled_owned(async move { seen.report().await }));
        }
        let supervisor = ChildSupervisor {
            child,
            pipes,
            tail,
            demux: demux.clone(),
            stop: stop.clone(),
            grace: limits.stop_grace,
        };
        tasks.spawn(supervisor.run());
        tasks.close();
        let guard = stop.clone().drop_guard();
        Ok((
            Self {
                demux,
                input,
                stop,
                tasks,
                process,
                observations,
                _stop_on_drop: guard,
            },
            inbox,
        ))
    }

    pub(super) async fn request(&self, id: u64, message: Bytes) -> Result<Exchange, LinkError> {
        let ticket = self.demux.register(id)?;
        let turn = if ticket.open() > FEW {
            SendTurn::WithOthers
        } else {
            SendTurn::Now
        };
        self.write(message, turn).await?;
        Ok(Exchange::shared(ticket))
    }

    pub(super) async fn send(&self, message: Bytes) -> Result<(), LinkError> {
        self.write(message, SendTurn::Now).await
    }

    async fn write(&self, message: Bytes, turn: SendTurn) -> Result<(), LinkError> {
        if self.stop.is_cancelled() {
            return Err(self.gone());
        }
        match &self.input {
            Some(input) if input.send(&message, turn).await => Ok(()),
            _ => Err(self.gone()),
        }
    }

    /// The id of the child process.
    pub(super) fn process(&self) -> Option<u32> {
        self.process
    }

    /// Reports all refusals so far to the observer.
    pub(super) fn settle_refusals(&self) {
        if let Some(observations) = &self.observations {
            observations.settle();
        }
    }

    /// Ends the child and waits for its end.
    pub(super) async fn close(&self) {
        self.stop.cancel();
        self.tasks.wait().await;
    }

    fn gone(&self) -> LinkError {
        let why = self.demux.why_closed();
        why.unwrap_or_else(|| LinkError::closed("the server no longer takes messages"))
            .not_sent()
    }
}

/// Processes the child's output, until it ends.
async fn read(mut lines: LineReader<ChildStdout>, demux: Arc<ResponseDemux>) {
    loop {
        match lines.next().await {
            Ok(Some(ReadLine::Whole(line))) => demux.accept(&line),
            Ok(Some(ReadLine::Oversize(line))) => demux.accept_oversize(&line),
            Ok(None) | Err(_) => return,
        }
    }
}
