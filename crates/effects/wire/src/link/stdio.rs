//! A server as a child process that speaks lines.
//!
//! Four tasks serve one child: one owns its standard output, one its input, one its error
//! stream, and a supervisor owns the process itself. The supervisor alone decides that the link
//! is over, and why; the others end with their pipe.

mod confined;
mod environment;
mod process;
mod stderr;
mod supervisor;

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use tokio::io::AsyncWriteExt;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::mpsc;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

use super::Exchange;
use super::demux::ResponseDemux;
use super::log::LinkLog;
use super::text::SecretRedactor;
use super::{LinkError, LinkInbox, LinkLimits, StdioSpec};
use crate::line::{self, LineReader, ReadLine};
use confined::ChildObservations;
use supervisor::{ChildPipes, ChildSupervisor};

pub use environment::INHERITED;

/// How many messages wait for a child that does not read before the senders wait too.
const OUTBOX: usize = 64;
/// How much is gathered into one write.
const BATCH_BYTES: usize = 256 * 1024;

/// The link to one child.
pub(super) struct StdioLink {
    demux: Arc<ResponseDemux>,
    outbox: mpsc::Sender<Bytes>,
    stop: CancellationToken,
    tasks: TaskTracker,
    /// The number of the process that was started.
    process: Option<u32>,
    /// What it is seen to do, if it is confined.
    observations: Option<Arc<ChildObservations>>,
    /// A link that is dropped unclosed still ends its child.
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
        let (outbox, messages) = mpsc::channel(OUTBOX);
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
        if let Some(stdin) = child.leader.stdin.take() {
            tasks.spawn(
                pipes
                    .stdin
                    .task(&pipes.gone, write(stdin, messages, stop.clone())),
            );
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
                outbox,
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
        self.send(message).await?;
        Ok(Exchange::shared(ticket))
    }

    pub(super) async fn send(&self, message: Bytes) -> Result<(), LinkError> {
        if self.stop.is_cancelled() {
            return Err(self.gone());
        }
        self.outbox.send(message).await.map_err(|_| self.gone())
    }

    /// The number of the process that was started.
    pub(super) fn process(&self) -> Option<u32> {
        self.process
    }

    /// Tells every refusal so far to whoever observes them.
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

/// Takes in what the child writes, until it ends.
async fn read(mut lines: LineReader<ChildStdout>, demux: Arc<ResponseDemux>) {
    loop {
        match lines.next().await {
            Ok(Some(ReadLine::Whole(line))) => demux.accept(&line),
            Ok(Some(ReadLine::Oversize(line))) => demux.accept_oversize(&line),
            Ok(None) | Err(_) => return,
        }
    }
}

/// Gives the child what is sent to it. Ends, and with it the child's input, when a write fails
/// or when all that was sent before the stop is written.
async fn write(
    mut stdin: ChildStdin,
    mut messages: mpsc::Receiver<Bytes>,
    stop: CancellationToken,
) {
    let mut batch = BytesMut::new();
    loop {
        let message = tokio::select! {
            message = messages.recv() => message,
            () = stop.cancelled(), if !messages.is_closed() => {
                messages.close();
                continue;
            }
        };
        let Some(message) = message else { return };
        line::append(&mut batch, &message);
        while batch.len() < BATCH_BYTES
            && let Ok(message) = messages.try_recv()
        {
            line::append(&mut batch, &message);
        }
        if stdin.write_all(&batch).await.is_err() {
            return;
        }
        // A single large message must not hold its memory for the life of the link.
        if batch.capacity() > BATCH_BYTES {
            batch = BytesMut::new();
        }
        batch.clear();
    }
}
