//! Starts a child process, and ends it with all of its descendants.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use candor_confine::{ConfinedChild, ConfinementGuard, Observations};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::super::{LinkError, StdioSpec};
use super::{confined, environment};

/// A child that leads its own process group. Dropping it kills the whole group.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    /// The process that was started.
    pub(super) leader: Child,
    id: Option<Pid>,
    /// The observations, if it is confined; taken by the task that reports them.
    pub(super) observations: Option<Observations>,
    /// Ends processes that have left the group, if it is confined.
    guard: Option<ConfinementGuard>,
}

/// Starts the server of a spec, without a shell.
pub(super) fn spawn(spec: &StdioSpec) -> Result<ProcessGroup, LinkError> {
    let failed = |cause: io::Error| LinkError::Spawn {
        command: spec.command.clone(),
        cause: Arc::new(cause),
    };
    if let Some(confine) = &spec.confine {
        return confined::spawn(spec, confine).map_err(failed);
    }
    let mut command = Command::new(&spec.command);
    command
        .args(&spec.args)
        .env_clear()
        .envs(environment::inherited(spec))
        .envs(spec.env.iter().map(|(name, value)| (name, value.expose())))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true);
    if let Some(cwd) = &spec.cwd {
        // The system reports a missing directory as if the program were missing.
        if !cwd.is_dir() {
            let text = format!("the working directory `{}` does not exist", cwd.display());
            return Err(failed(io::Error::new(io::ErrorKind::NotFound, text)));
        }
        command.current_dir(cwd);
    }
    Ok(ProcessGroup::new(command.spawn().map_err(failed)?))
}

// === impl ProcessGroup ===

impl ProcessGroup {
    /// The group of a child that leads one.
    pub(super) fn new(leader: Child) -> Self {
        let id = leader
            .id()
            .and_then(|id| Pid::from_raw(id.try_into().ok()?));
        Self {
            leader,
            id,
            observations: None,
            guard: None,
        }
    }

    /// The group of a confined child.
    pub(super) fn confined(child: ConfinedChild) -> Self {
        let mut group = Self::new(child.child);
        group.observations = Some(child.observations);
        group.guard = Some(child.guard);
        group
    }

    /// Waits for the end of the leader, up to a time limit.
    pub(super) async fn ended(&mut self, limit: Duration) -> Option<ExitStatus> {
        timeout(limit, self.leader.wait()).await.ok()?.ok()
    }

    /// Ends the group: first by waiting, then with SIGTERM, then with SIGKILL.
    pub(super) async fn end(&mut self, grace: Duration) -> Option<ExitStatus> {
        if let Some(status) = self.ended(grace).await {
            return Some(status);
        }
        self.signal(Signal::TERM);
        if let Some(status) = self.ended(grace).await {
            return Some(status);
        }
        self.signal(Signal::KILL);
        // No process survives SIGKILL for long, except in an uninterruptible wait in the kernel.
        self.ended(grace.max(Duration::from_secs(1))).await
    }

    /// Sends a signal to every process of the group.
    pub(super) fn signal(&self, signal: Signal) {
        if let Some(id) = self.id {
            // It only fails if no process is left, which is the goal.
            let _ = kill_process_group(id, signal);
        }
    }

    /// Kills all remaining processes. The group is then forgotten, because its id may be reused.
    pub(super) fn sweep(&mut self) {
        self.signal(Signal::KILL);
        self.id = None;
        self.guard = None;
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
    }
}
