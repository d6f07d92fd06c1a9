//! A worker as a child process.

use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use bytes::Bytes;
use serde::de::DeserializeOwned;
use tokio::io::AsyncReadExt as _;
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::{Instant, timeout};

use crate::WorkerExit;
use crate::framing::FrameStream;
use crate::outbox::WorkerOutbox;

/// The product's allocator reserves a gigabyte before `main` begins, which no later limit takes
/// back. With this variable it takes memory as it is needed; other allocators ignore it.
const NO_RESERVE: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "0");
/// How long to wait for a worker that ended or was killed.
const END_TIME: Duration = Duration::from_secs(1);
/// How much of a worker's error output is read.
const LAST_OUTPUT: u64 = 4 * 1024;

/// Practically never, for timeouts beyond the clock's range.
const FAR: Duration = Duration::from_hours(24 * 365);

/// How to start a worker. The command must call the `serve` function of its language, with standard
/// input and output.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program, as an absolute path: a worker starts in the root directory.
    pub program: PathBuf,
    /// The arguments of the program.
    pub args: Vec<String>,
}

/// A child process that does one job at a time. Dropping it kills it.
#[derive(Debug)]
pub struct WorkerProcess {
    child: Child,
    outbox: WorkerOutbox,
    frames: FrameStream<ChildStdout>,
    /// Its total working time.
    pub busy: Duration,
    pub(crate) idle_since: Instant,
}

/// When so much time will have passed.
pub fn deadline(limit: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(limit).unwrap_or_else(|| now + FAR)
}

// === impl WorkerProcess ===

impl WorkerProcess {
    /// Starts a process with an empty environment and nothing open but its three pipes.
    pub fn start(command: &WorkerCommand) -> io::Result<Self> {
        let mut child = Command::new(&command.program)
            .args(&command.args)
            .env_clear()
            .envs([NO_RESERVE])
            .current_dir("/")
            // Signals for the gateway's group, such as Ctrl-C, are not for workers.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        tracing::debug!(worker.pid = child.id(), program = %command.program.display(), "a worker was started");
        Ok(Self {
            child,
            outbox: WorkerOutbox::new(stdin),
            frames: FrameStream::new(stdout),
            busy: Duration::ZERO,
            idle_since: Instant::now(),
        })
    }

    /// The process id, while there is a process.
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Queues bytes for the worker. They are written by [`Self::exchange`].
    pub fn send(&mut self, bytes: Bytes) {
        self.outbox.push(bytes);
    }

    /// Whether everything that was queued is written.
    pub fn is_sent(&self) -> bool {
        self.outbox.is_empty()
    }

    /// Writes a piece of the queue or reads the next frame, whichever is possible first. `None`
    /// means that something was written. Cancel safe.
    ///
    /// After an error the worker must be discarded; [`Self::diagnose`] explains it.
    pub async fn exchange<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
        tokio::select! {
            () = self.outbox.write_some() => Ok(None),
            frame = self.frames.next() => match frame? {
                Some(frame) => Ok(Some(frame)),
                None => Err(io::ErrorKind::UnexpectedEof.into()),
            },
        }
    }

    /// Ends it and waits until it is gone.
    pub async fn kill(&mut self) {
        // Usually succeeds quickly; otherwise dropping the process tries again.
        let _ = timeout(END_TIME, self.child.kill()).await;
    }

    /// Finds out why it did not answer, and ends it if it has not ended.
    pub async fn diagnose(mut self, cause: io::Error) -> WorkerExit {
        if cause.kind() == io::ErrorKind::InvalidData {
            self.kill().await;
            return WorkerExit::Garbled(cause);
        }
        let status = timeout(END_TIME, self.child.wait()).await;
        let status = status.ok().and_then(Result::ok);
        self.kill().await;
        WorkerExit::of(status, &self.last_output().await)
    }

    /// The beginning of what it wrote to its error stream.
    async fn last_output(&mut self) -> String {
        let mut output = Vec::new();
        if let Some(stderr) = self.child.stderr.take() {
            let mut stderr = stderr.take(LAST_OUTPUT);
            // A partial read suffices.
            let _ = timeout(END_TIME, stderr.read_to_end(&mut output)).await;
        }
        String::from_utf8_lossy(&output).into_owned()
    }
}
