//! Additional processes of a program that asks its client in the middle of calls.
//!
//! Over a pipe, a question of the legacy protocol does not say which call it belongs to. With open
//! calls of two clients it would be unclear which one to ask. So once a program has asked a
//! question, concurrent calls of different clients are made by different processes, up to a limit.
//! A question that arrives while one process has calls of two clients waits until its owner is
//! clear (`question_watch`).

use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_model::McpEra;
use tokio::sync::{Mutex, mpsc};

use crate::error::SourceError;
use crate::events::SourceEvent;
use crate::extra_connection;
use crate::request::SourceRequest;
use crate::shared::SourceShared;
use crate::source::server_call::ServerCall;
use crate::source::{SourceCall, SourceHandle};
use crate::spec::{OriginSpec, SourceSpec};

/// The maximum number of additional processes per program.
const MOST: usize = 4;
/// The idle time after which one is ended.
const IDLE: Duration = Duration::from_mins(1);
/// How often idle processes are checked.
const LOOK: Duration = Duration::from_secs(15);

/// The additional processes of a source.
#[derive(Default)]
pub(crate) struct ClientProcesses(Mutex<Vec<ClientProcess>>);

struct ClientProcess {
    source: SourceHandle,
    used: Instant,
}

// === impl ClientProcesses ===

impl ClientProcesses {
    /// Whether calls of different clients must be kept apart.
    pub(crate) fn are_needed(shared: &SourceShared) -> bool {
        let is_process = matches!(shared.spec.origin, OriginSpec::Stdio(_));
        is_process && shared.asks_back() && shared.era() == Some(McpEra::Legacy)
    }

    /// Makes a call in a process without open calls of other clients, if one is available.
    pub(crate) async fn call(
        self: &Arc<Self>,
        shared: &Arc<SourceShared>,
        request: Arc<SourceRequest>,
    ) -> Result<SourceCall, SourceError> {
        let key = request.asker.key;
        // Held until the call is sent, so that no other client chooses the same process.
        let mut processes = self.0.lock().await;
        if shared.is_free_for(key) {
            return ServerCall::begin(shared, request).await;
        }
        let free = processes.iter_mut().find(|it| it.source.is_free_for(key));
        if let Some(free) = free {
            free.used = Instant::now();
            return free.source.begin_call(request).await;
        }
        if processes.len() < MOST
            && let Some(source) = Box::pin(self.start(shared)).await
        {
            let used = Instant::now();
            processes.push(ClientProcess {
                source: source.clone(),
                used,
            });
            return source.begin_call(request).await;
        }
        // Without a separate process, a question in this call may remain unanswered.
        drop(processes);
        ServerCall::begin(shared, request).await
    }

    async fn start(self: &Arc<Self>, shared: &Arc<SourceShared>) -> Option<SourceHandle> {
        let limit = shared.spec.limits.start_timeout;
        let spec = SourceSpec {
            instance: shared.spec.instance.of_further_process(),
            ..shared.spec.clone()
        };
        let opened = extra_connection::open(shared, spec, limit).await;
        let (source, events) = opened?;
        tracing::info!(source.name = %shared.name(), "The program asks its clients, and runs once more for another one");
        let (own, all, process) = (Arc::clone(shared), Arc::clone(self), source.clone());
        shared.tasks.spawn(all.follow(own, process, events));
        Some(source)
    }

    /// Forwards the events of a process, until it is no longer needed or the source ends.
    async fn follow(
        self: Arc<Self>,
        shared: Arc<SourceShared>,
        source: SourceHandle,
        mut events: mpsc::Receiver<SourceEvent>,
    ) {
        loop {
            tokio::select! {
                () = shared.stop.cancelled() => break,
                event = events.recv() => match event {
                    Some(event) => extra_connection::pass_on(&shared, event).await,
                    None => break,
                },
                () = tokio::time::sleep(LOOK) => {
                    if self.release(&source).await {
                        break;
                    }
                }
            }
        }
        self.0.lock().await.retain(|it| !it.source.is(&source));
        source.stop().await;
    }

    /// Removes a process that is idle or gone. Returns whether it was removed.
    async fn release(&self, source: &SourceHandle) -> bool {
        let mut processes = self.0.lock().await;
        let Some(at) = processes.iter().position(|it| it.source.is(source)) else {
            return true;
        };
        let process = &processes[at];
        let is_idle = process.used.elapsed() >= IDLE && !source.has_open_calls();
        if is_idle || !source.state().is_ready() {
            processes.remove(at);
            return true;
        }
        false
    }
}
