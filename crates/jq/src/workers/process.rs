//! One worker as a child process.

use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::{Instant, timeout};

use super::{JobLimits, WorkerCommand};
use crate::SelectError;
use crate::brief::clip;
use crate::frame::{Greeting, JobHead, Reply, ReplyHead, invalid};

/// The product's allocator reserves a gigabyte before `main` begins, which no later limit takes
/// back. Told so, it takes memory as it is needed; other allocators do not know the name.
const NO_RESERVE: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "0");

/// How many times the longest job a worker may work in all. Its processor time is limited for
/// its whole life, and no job may be the one that happens to meet that limit.
const LONGEST_JOBS: u32 = 10;

/// The longest answer that is no output.
const LONGEST_MESSAGE: usize = 64 * 1024;
/// How much of a worker's last words is read, and how much of it is repeated.
const LAST_WORDS: u64 = 4 * 1024;
const LONGEST_QUOTE: usize = 200;
/// How long an ended or killed worker may take to be gone.
const END_TIME: Duration = Duration::from_secs(1);

/// The signal for too much processor time.
const SIGXCPU: i32 = 24;

/// A child that answers one job at a time. Dropping it kills it.
#[derive(Debug)]
pub(super) struct Worker {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    /// Not sent yet: it goes out with the first job.
    greeting: Option<Greeting>,
    longest_output: usize,
    /// How long it has worked in all.
    busy: Duration,
    /// Since when it waits.
    resting: Instant,
}

// === impl Worker ===

impl Worker {
    /// Starts a worker with an empty environment and nothing open.
    pub(super) fn start(command: &WorkerCommand, limits: &JobLimits) -> Result<Self, SelectError> {
        let failed = |cause| SelectError::NotStarted {
            program: command.program.clone(),
            cause,
        };
        let mut child = Command::new(&command.program)
            .args(&command.args)
            .env_clear()
            .envs([NO_RESERVE])
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or_else(|| failed(io::ErrorKind::BrokenPipe.into()))?;
        tracing::debug!(worker.pid = child.id(), "a jq worker was started");
        Ok(Self {
            child,
            stdin,
            stdout,
            greeting: Some(greeting(limits)),
            longest_output: limits.max_output,
            busy: Duration::ZERO,
            resting: Instant::now(),
        })
    }

    /// The process id, while there is a process.
    pub(super) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Whether it has had a job before.
    pub(super) fn is_used(&self) -> bool {
        self.greeting.is_none()
    }

    /// Whether it has worked so long that the next job could meet its limit.
    pub(super) fn is_worn(&self, limits: &JobLimits) -> bool {
        self.busy >= limits.time.saturating_mul(LONGEST_JOBS)
    }

    /// Begins to wait.
    pub(super) fn rest(&mut self) {
        self.resting = Instant::now();
    }

    /// How long it has been waiting.
    pub(super) fn rested(&self) -> Duration {
        self.resting.elapsed()
    }

    /// Gives it a job and waits for the answer. After an error it is of no use any more.
    pub(super) async fn ask(
        &mut self,
        head: JobHead,
        filter: &str,
        json: &[u8],
    ) -> io::Result<Reply> {
        let start = Instant::now();
        // One that reads no more may have said why, which tells more than a broken pipe.
        let _ = self.send(head, filter, json).await;
        let reply = self.receive().await;
        self.busy += start.elapsed();
        reply
    }

    async fn send(&mut self, head: JobHead, filter: &str, json: &[u8]) -> io::Result<()> {
        let mut start = Vec::new();
        if let Some(greeting) = self.greeting.take() {
            start.extend(greeting.to_bytes());
        }
        start.extend(head.to_bytes());
        start.extend(filter.as_bytes());
        self.stdin.write_all(&start).await?;
        self.stdin.write_all(json).await?;
        self.stdin.flush().await
    }

    async fn receive(&mut self) -> io::Result<Reply> {
        let mut head = [0; ReplyHead::SIZE];
        self.stdout.read_exact(&mut head).await?;
        let head = ReplyHead::from_bytes(&head);
        let longest = self.longest_output.max(LONGEST_MESSAGE);
        let length = usize::try_from(head.text)
            .ok()
            .filter(|length| *length <= longest)
            .ok_or_else(|| invalid(format!("an answer of `{}` bytes", head.text)))?;
        let mut text = vec![0; length];
        self.stdout.read_exact(&mut text).await?;
        let text = String::from_utf8(text).map_err(|error| invalid(error.to_string()))?;
        Reply::from_parts(head, text)
    }

    /// Ends it and waits for its end.
    pub(super) async fn kill(&mut self) {
        // Nothing outlives this for long; should it, dropping it tries again.
        let _ = timeout(END_TIME, self.child.kill()).await;
    }

    /// Finds out why it did not answer, and ends it if it has not ended.
    pub(super) async fn autopsy(mut self, cause: io::Error, limits: &JobLimits) -> SelectError {
        if cause.kind() == io::ErrorKind::InvalidData {
            self.kill().await;
            return SelectError::Garbled(cause);
        }
        let id = self.id();
        let status = timeout(END_TIME, self.child.wait()).await;
        let status = status.ok().and_then(Result::ok);
        self.kill().await;
        let words = self.last_words().await;
        let error = diagnose(status, &words, limits);
        if error.is_ours() {
            tracing::warn!(worker.pid = id, %error, "a jq worker ended in a job");
        }
        error
    }

    /// What it wrote to its error stream, as far as it matters.
    async fn last_words(&mut self) -> String {
        let mut words = Vec::new();
        if let Some(stderr) = self.child.stderr.take() {
            let mut stderr = stderr.take(LAST_WORDS);
            // What was read until then is enough to go by.
            let _ = timeout(END_TIME, stderr.read_to_end(&mut words)).await;
        }
        String::from_utf8_lossy(&words).into_owned()
    }
}

/// The limits that a worker shall put on itself.
fn greeting(limits: &JobLimits) -> Greeting {
    let cpu = limits.time.saturating_mul(LONGEST_JOBS + 1);
    Greeting {
        memory: limits.memory,
        // Rounded up, and a second for its start.
        cpu_seconds: cpu.as_secs().saturating_add(2),
    }
}

/// What the end of a worker says about its job.
fn diagnose(status: Option<ExitStatus>, words: &str, limits: &JobLimits) -> SelectError {
    let said = |sign: &str| words.contains(sign);
    if said("memory allocation of") || said("capacity overflow") {
        return SelectError::OutOfMemory {
            limit: limits.memory,
        };
    }
    if said("overflowed its stack") {
        return SelectError::Recursion;
    }
    let Some(status) = status else {
        return SelectError::Crashed {
            detail: "it closed its output and lives on".to_owned(),
        };
    };
    if status.signal() == Some(SIGXCPU) {
        return SelectError::TimedOut { limit: limits.time };
    }
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = clip(&words, LONGEST_QUOTE);
    let detail = if words.is_empty() {
        status.to_string()
    } else {
        format!("{status}: {words}")
    };
    SelectError::Crashed { detail }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: JobLimits = JobLimits {
        time: Duration::from_millis(1_500),
        memory: 7,
        max_output: 1,
        max_input: 1,
        workers: 1,
    };

    #[test]
    fn the_end_of_a_worker_tells_why() {
        let killed = Some(ExitStatus::from_raw(9));
        let aborted = Some(ExitStatus::from_raw(6));
        for (status, words, expect) in [
            (
                aborted,
                "memory allocation of 3 bytes failed",
                "OutOfMemory { limit: 7 }",
            ),
            (
                aborted,
                "panicked at x:1:2:\ncapacity overflow",
                "OutOfMemory { limit: 7 }",
            ),
            (aborted, "thread 'jq' has overflowed its stack", "Recursion"),
            (
                Some(ExitStatus::from_raw(SIGXCPU)),
                "",
                "TimedOut { limit: 1.5s }",
            ),
            (killed, "", "Crashed { detail: \"signal: 9 (SIGKILL)\" }"),
            (
                Some(ExitStatus::from_raw(256)),
                "a\n b",
                "Crashed { detail: \"exit status: 1: a b\" }",
            ),
            (
                None,
                "",
                "Crashed { detail: \"it closed its output and lives on\" }",
            ),
        ] {
            let error = diagnose(status, words, &LIMITS);
            assert_eq!(format!("{error:?}"), expect, "{words}");
        }
    }

    /// However long a worker has worked, the next job has its whole time left.
    #[tokio::test]
    async fn a_worn_worker_is_not_used_again() {
        let command = WorkerCommand {
            program: "/bin/cat".into(),
            args: Vec::new(),
        };
        let mut worker = Worker::start(&command, &LIMITS).unwrap();
        worker.busy = Duration::from_millis(14_999);
        assert!(!worker.is_worn(&LIMITS));
        let allowed = Duration::from_secs(greeting(&LIMITS).cpu_seconds);
        assert!(allowed > worker.busy + LIMITS.time);
        worker.busy = Duration::from_secs(15);
        assert!(worker.is_worn(&LIMITS));
    }
}
