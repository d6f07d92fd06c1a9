//! A worker process.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use candor_model::Secret;
use candor_workers::framing::encode;
use candor_workers::{PooledWorker, WorkerCommand, WorkerExit, WorkerProcess};
use tokio::task::spawn_blocking;

use super::WorkerTenant;
use crate::modules::ProgramModules;
use crate::ops::RunningOps;
use crate::protocol::{FromWorker, ModuleRequest, ToWorker};
use crate::scrub::SecretScrubber;

/// A child that runs a program. Dropping it kills it.
pub(crate) struct ScriptWorker {
    pub(super) process: WorkerProcess,
    modules: Arc<ProgramModules>,
    /// The tenant of its first call, and of all that follow.
    pub(super) tenant: Option<WorkerTenant>,
    /// Whether it has sent anything since the last request.
    has_spoken: bool,
    /// Removes the environment's values from its output; created at the first call.
    scrub: Option<Arc<SecretScrubber>>,
}

// === impl ScriptWorker ===

impl ScriptWorker {
    /// Starts a process that has loaded nothing yet.
    pub(super) fn spawn(command: &WorkerCommand, modules: Arc<ProgramModules>) -> io::Result<Self> {
        Ok(Self {
            process: WorkerProcess::start(command)?,
            modules,
            tenant: None,
            has_spoken: false,
            scrub: None,
        })
    }

    /// Whether it has sent anything since the last request.
    pub(crate) fn has_spoken(&self) -> bool {
        self.has_spoken
    }

    /// The scrubber for its environment's values.
    pub(crate) fn scrub(
        &mut self,
        variables: &BTreeMap<String, Secret<String>>,
        plain: &BTreeSet<String>,
    ) -> Arc<SecretScrubber> {
        let scrub = self
            .scrub
            .get_or_insert_with(|| Arc::new(SecretScrubber::new(variables, plain)));
        Arc::clone(scrub)
    }

    /// Sends a request; its next message is the answer.
    pub(crate) fn ask(&mut self, frame: &ToWorker) -> io::Result<()> {
        self.has_spoken = false;
        self.process.send(encode(frame)?);
        Ok(())
    }

    /// The next frame for the caller. Serves requested modules and operations meanwhile.
    ///
    /// After an error the worker must be discarded.
    pub(crate) async fn listen(&mut self, ops: &mut RunningOps) -> io::Result<FromWorker> {
        loop {
            // One reply at a time; finished ones can wait.
            let is_free = self.process.is_sent();
            tokio::select! {
                reply = ops.next(), if is_free => {
                    self.process.send(encode(&ToWorker::Reply(reply))?);
                }
                frame = self.process.exchange::<FromWorker>() => {
                    let Some(frame) = frame? else {
                        continue;
                    };
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
    async fn hand_over(&mut self, need: ModuleRequest) -> io::Result<()> {
        let frame = if let Some(frame) = self.modules.known(&need) {
            frame
        } else {
            let modules = Arc::clone(&self.modules);
            let found = spawn_blocking(move || modules.answer(&need)).await;
            found.map_err(io::Error::other)?
        };
        self.process.send(frame);
        Ok(())
    }

    /// Ends it and waits until it is gone.
    pub(crate) async fn kill(&mut self) {
        self.process.kill().await;
    }

    /// Finds out why it did not answer, and ends it if it has not ended.
    pub(crate) async fn diagnose(self, cause: io::Error) -> WorkerExit {
        let pid = self.process.id();
        let exit = self.process.diagnose(cause).await;
        tracing::warn!(worker.pid = pid, ?exit, "a script worker ended in a call");
        exit
    }
}

impl PooledWorker for ScriptWorker {
    fn process(&self) -> &WorkerProcess {
        &self.process
    }

    fn process_mut(&mut self) -> &mut WorkerProcess {
        &mut self.process
    }
}
