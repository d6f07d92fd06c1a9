//! Further processes of a program that asks back in the middle of calls.
//!
//! Over a pipe, a question of the older protocol does not say which call it belongs to. With calls
//! of two clients open, nobody could tell who is to be asked. So once a program has asked
//! anything, calls of different clients that meet are made by different processes, up to a bound.
//! A question that comes while calls of two clients are in one process waits there until it is
//! clear whose it is (`question_watch`).

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

/// How many further processes one program may have.
const MOST: usize = 4;
/// After how long without a call one is ended.
const IDLE: Duration = Duration::from_mins(1);
/// How often that is looked at.
const LOOK: Duration = Duration::from_secs(15);

/// The further processes of a source.
#[derive(Default)]
pub(crate) struct ClientProcesses(Mutex<Vec<ClientProcess>>);

struct ClientProcess {
    source: SourceHandle,
    used: Instant,
}

// === impl ClientProcesses ===

impl ClientProcesses {
    /// Whether calls of different clients have to be kept apart.
    pub(crate) fn are_needed(shared: &SourceShared) -> bool {
        let is_process = matches!(shared.spec.origin, OriginSpec::Stdio(_));
        is_process && shared.asks_back() && shared.era() == Some(McpEra::Legacy)
    }

    /// Makes a call where no other client has one open, as far as there are processes.
    pub(crate) async fn call(
        self: &Arc<Self>,
        shared: &Arc<SourceShared>,
        request: Arc<SourceRequest>,
    ) -> Result<SourceCall, SourceError> {
        let key = request.asker.key;
        // Held until the call is on its way, so that no other client chooses the same process.
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
        // Without a process of its own, a question in this call may find nobody to answer it.
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

    /// Passes on what happens in a process, until nobody needs it or the source ends.
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

    /// Takes a process out that has not been used for a while, or that is gone.
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
