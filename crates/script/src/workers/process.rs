//! One worker as a child process.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use candor_model::Secret;
use candor_sandbox::{Verdict, verdict};
use serde::Serialize;
use tokio::io::AsyncReadExt as _;
use tokio::process::{Child, ChildStdout, Command};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout};

use super::Tenant;
use super::outbox::Outbox;
use crate::frame::{Frames, FromWorker, Need, ToWorker, to_bytes};
use crate::modules::Modules;
use crate::ops::Ops;
use crate::scrub::Scrub;
use crate::spec::WorkerCommand;

/// The product's allocator reserves a gigabyte before `main` begins, which no later limit takes
/// back. Told so, it takes memory as it is needed; other allocators do not know the name.
const NO_RESERVE: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "0");
/// How long an ended or killed worker may take to be gone.
const END_TIME: Duration = Duration::from_secs(1);
/// How much of a worker's last words is read, and how much of it is repeated.
const LAST_WORDS: u64 = 4 * 1024;
const LONGEST_QUOTE: usize = 200;

/// A child that runs a program. Dropping it kills it.
pub(crate) struct Worker {
    child: Child,
    outbox: Outbox,
    frames: Frames<ChildStdout>,
    modules: Arc<Modules>,
    /// Nobody's before its first call.
    pub(super) tenant: Option<Tenant>,
    /// How long it has worked in all.
    pub(super) busy: Duration,
    /// Since when it waits.
    pub(super) resting: Instant,
    /// Whether it has said anything since it was last asked something.
    has_spoken: bool,
    /// What its tenant's values are replaced by; made at the first call.
    scrub: Option<Arc<Scrub>>,
}

/// How a worker ended.
#[derive(Debug)]
pub(crate) enum End {
    /// It held too much memory.
    Memory,
    /// It computed too long.
    Processor,
    /// Something else, as a sentence.
    Otherwise(String),
}

// === impl Worker ===

impl Worker {
    /// Starts a process with an empty environment and nothing open.
    pub(super) fn spawn(command: &WorkerCommand, modules: Arc<Modules>) -> io::Result<Self> {
        let mut child = Command::new(&command.program)
            .args(&command.args)
            .env_clear()
            .envs([NO_RESERVE])
            .current_dir("/")
            // What is meant for the gateway's group, such as Ctrl-C, is not for workers.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        tracing::debug!(worker.pid = child.id(), "a script worker was started");
        Ok(Self {
            child,
            outbox: Outbox::new(stdin),
            frames: Frames::new(stdout),
            modules,
            tenant: None,
            busy: Duration::ZERO,
            resting: Instant::now(),
            has_spoken: false,
            scrub: None,
        })
    }

    /// The process id, while there is a process.
    pub(crate) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Whether it has said anything since it was last asked something.
    pub(crate) fn has_spoken(&self) -> bool {
        self.has_spoken
    }

    /// What takes its tenant's values out of what it says.
    pub(crate) fn scrub(
        &mut self,
        variables: &BTreeMap<String, Secret<String>>,
        plain: &BTreeSet<String>,
    ) -> Arc<Scrub> {
        let scrub = self
            .scrub
            .get_or_insert_with(|| Arc::new(Scrub::new(variables, plain)));
        Arc::clone(scrub)
    }

    /// Asks it something; what it says next is the answer.
    pub(crate) fn ask(&mut self, frame: &ToWorker) -> io::Result<()> {
        self.has_spoken = false;
        self.send(frame)
    }

    fn send(&mut self, frame: &impl Serialize) -> io::Result<()> {
        self.outbox.push(to_bytes(frame)?.into());
        Ok(())
    }

    /// The next thing it says that is for whoever asked. Modules that it needs are handed over
    /// and ops that it wants done are done meanwhile.
    ///
    /// After an error it is of no use any more.
    pub(crate) async fn listen(&mut self, ops: &mut Ops) -> io::Result<FromWorker> {
        loop {
            // One reply at a time: those that are ready can wait where they are.
            let is_free = self.outbox.is_empty();
            tokio::select! {
                () = self.outbox.write_some() => {}
                reply = ops.next(), if is_free => {
                    let reply = ToWorker::Reply(reply);
                    self.send(&reply)?;
                }
                frame = self.frames.next::<FromWorker>() => {
                    let frame = frame?.ok_or(io::ErrorKind::UnexpectedEof)?;
                    self.has_spoken = true;
                    match frame {
                        FromWorker::Need(need) => self.hand_over(need).await?,
                        FromWorker::Op(op) => ops.begin(op),
                        frame => return Ok(frame),
                    }
                }
            }
        }
    }

    /// Answers with a module, or why there is none. The worker waits for it.
    async fn hand_over(&mut self, need: Need) -> io::Result<()> {
        let frame = if let Some(frame) = self.modules.known(&need) {
            frame
        } else {
            let modules = Arc::clone(&self.modules);
            let found = spawn_blocking(move || modules.answer(&need)).await;
            found.map_err(io::Error::other)?
        };
        self.outbox.push(frame);
        Ok(())
    }

    /// Ends it and waits for its end.
    pub(crate) async fn kill(&mut self) {
        // Nothing outlives this for long; should it, dropping it tries again.
        let _ = timeout(END_TIME, self.child.kill()).await;
    }

    /// Finds out why it did not answer, and ends it if it has not ended.
    pub(crate) async fn autopsy(mut self, cause: io::Error) -> End {
        let id = self.id();
        if cause.kind() == io::ErrorKind::InvalidData {
            self.kill().await;
            tracing::warn!(worker.pid = id, error = %cause, "a script worker talked nonsense");
            return End::Otherwise("it said what cannot be understood".to_owned());
        }
        let status = timeout(END_TIME, self.child.wait()).await;
        let status = status.ok().and_then(Result::ok);
        self.kill().await;
        let words = self.last_words().await;
        let end = End::of(status, &words);
        tracing::warn!(
            worker.pid = id,
            ?status,
            ?end,
            "a script worker ended in a call"
        );
        end
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

// === impl End ===

impl End {
    /// What the end of a process and its last words say.
    fn of(status: Option<ExitStatus>, words: &str) -> Self {
        let said = |sign: &str| words.contains(sign);
        if said("memory allocation of") || said("capacity overflow") {
            return Self::Memory;
        }
        let Some(status) = status else {
            return Self::Otherwise("it closed its output and lives on".to_owned());
        };
        let how = match verdict(status) {
            Some(Verdict::Processor) => return Self::Processor,
            Some(verdict) => verdict.to_string(),
            None => status.to_string(),
        };
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let words: String = words.chars().take(LONGEST_QUOTE).collect();
        Self::Otherwise(if words.is_empty() {
            how
        } else {
            format!("{how}: {words}")
        })
    }
}
