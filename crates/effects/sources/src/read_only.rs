//! The read-only instance of a source: a second process of the same program, confined so that it
//! can only read.
//!
//! Read-only calls are made only there. They are trusted because the kernel enforces the
//! confinement, so if the instance is not running, the call fails: at the ordinary instance it
//! could do something that was not allowed. Everything else goes to the ordinary instance:
//! resources, prompts, subscriptions, and requests about tasks that were created there.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use candor_confine::ConnectRule;
use candor_wire::link::StdioSpec;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::error::SourceError;
use crate::events::{SourceEvent, SourceEventKind};
use crate::extra_connection;
use crate::request::SourceRequest;
use crate::shared::SourceShared;
use crate::source::SourceHandle;
use crate::spec::{InstanceSpec, OriginSpec, SourceSpec};
use crate::state::SourceState;

/// The capacity of the instance's event channel.
const EVENTS: usize = 64;

/// The read-only instance of a source.
pub(crate) struct ReadOnlyInstance {
    pub(crate) source: SourceHandle,
    /// Why it is no longer used.
    ended: OnceLock<String>,
    /// Whether it has no network access, so that it cannot change anything elsewhere either.
    is_isolated: bool,
}

/// How a source is split into an ordinary and a read-only instance.
#[derive(Clone, Debug)]
pub enum SplitStatus {
    /// It is split; this is the read-only instance's status.
    Split {
        /// The state of the instance.
        state: SourceState,
        /// Its process, while it runs.
        process: Option<ProcessFacts>,
        /// Whether it has no network access.
        is_isolated: bool,
    },
    /// A split was requested, but is not in effect, for this reason.
    NotSplit(String),
}

/// The process behind a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessFacts {
    /// The process id.
    pub id: u32,
    /// The time from its start until its tools were listed.
    pub started_in: Duration,
}

// === impl SplitStatus ===

/// In words: `read-only instance: running (process 7, started in 40 ms)`.
impl fmt::Display for SplitStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSplit(reason) => write!(f, "not split: {reason}"),
            Self::Split {
                state: SourceState::Ready { .. },
                process,
                ..
            } => {
                f.write_str("read-only instance: running")?;
                let Some(process) = process else {
                    return Ok(());
                };
                let started_in = process.started_in.as_millis();
                write!(f, " (process {}, started in {started_in} ms)", process.id)
            }
            Self::Split { state, .. } => write!(f, "read-only instance: {state}"),
        }
    }
}

// === impl ReadOnlyInstance ===

impl ReadOnlyInstance {
    /// Starts the instance beside the ordinary one, with which it ends.
    pub(crate) fn start(shared: &Arc<SourceShared>, program: &StdioSpec) -> Arc<Self> {
        let confine = program.confine.as_ref();
        let is_isolated = confine.is_some_and(|confine| {
            matches!(&confine.permissions.connect, ConnectRule::Only(targets) if targets.is_empty())
        });
        let spec = SourceSpec {
            origin: OriginSpec::Stdio(program.clone()),
            instance: InstanceSpec::ReadOnly,
            ..shared.spec.clone()
        };
        let (news, events) = mpsc::channel(EVENTS);
        let instance = Arc::new(Self {
            source: SourceHandle::start(spec, news),
            ended: OnceLock::new(),
            is_isolated,
        });
        let (own, source) = (Arc::clone(shared), instance.source.clone());
        shared.tasks.spawn(follow(own, source, events));
        instance
    }

    /// Whether read-only calls are made there.
    pub(crate) fn is_used(&self) -> bool {
        self.ended.get().is_none()
    }

    /// Whether a call that is made there cannot change anything, whatever the program does.
    pub(crate) fn enforces(&self) -> bool {
        self.is_used() && self.is_isolated
    }

    /// Stops using the instance, and ends what runs there.
    pub(crate) fn end(&self, reason: String) {
        if self.ended.set(reason).is_ok() {
            self.source.abandon();
        }
    }

    /// The instance, if it can take a read-only call. While it is starting, it is awaited.
    pub(crate) async fn usable(&self, limit: Duration) -> Result<&SourceHandle, SourceError> {
        let not_ready = |sentence: String| SourceError::NotReady {
            name: self.source.name().clone(),
            sentence,
        };
        if let Some(reason) = self.ended.get() {
            let sentence = format!(
                "is no longer split ({reason}); call again, and it goes to the ordinary instance"
            );
            return Err(not_ready(sentence));
        }
        let mut state = self.source.watch_state();
        let decided = state.wait_for(|state| !matches!(state, SourceState::Starting));
        // The result does not matter: the state is checked next.
        let _ = timeout(limit, decided).await;
        match self.source.state() {
            SourceState::Ready { .. } => Ok(&self.source),
            state => Err(not_ready(format!(
                "has a read-only instance that {state}; calls that only read are made there alone"
            ))),
        }
    }

    /// Whether a request is about a task that was created there.
    pub(crate) fn has_task_of(&self, request: &SourceRequest) -> bool {
        let is_about_task = request.method.starts_with("tasks/");
        let task = is_about_task.then(|| request.params.get_string("taskId"));
        task.flatten()
            .is_some_and(|task| self.source.has_made_task(&task))
    }

    pub(crate) fn status(&self) -> SplitStatus {
        match self.ended.get() {
            Some(reason) => SplitStatus::NotSplit(reason.clone()),
            None => SplitStatus::Split {
                state: self.source.state(),
                process: self.source.process(),
                is_isolated: self.is_isolated,
            },
        }
    }
}

/// Forwards the events of the instance, and ends it with the source.
async fn follow(
    shared: Arc<SourceShared>,
    source: SourceHandle,
    mut events: mpsc::Receiver<SourceEvent>,
) {
    loop {
        let event = tokio::select! {
            () = shared.stop.cancelled() => break,
            event = events.recv() => event,
        };
        match event {
            Some(SourceEvent {
                event: SourceEventKind::State(state),
                ..
            }) => tell_state(&shared, &source, &state).await,
            Some(event) => extra_connection::pass_on(&shared, event).await,
            None => break,
        }
    }
    source.stop().await;
}

async fn tell_state(shared: &SourceShared, source: &SourceHandle, state: &SourceState) {
    let name = shared.name();
    match (state, source.process()) {
        (SourceState::Ready { .. }, Some(process)) => tracing::info!(
            source.name = %name,
            "The read-only instance of `{name}` is ready (process {}, started in {} ms)",
            process.id, process.started_in.as_millis()
        ),
        (SourceState::Failing { .. }, _) => {
            tracing::warn!(source.name = %name, "The read-only instance of `{name}` {state}");
        }
        _ => tracing::debug!(source.name = %name, "The read-only instance of `{name}` {state}"),
    }
    shared.tell(SourceEventKind::ReadOnlyInstance).await;
}
