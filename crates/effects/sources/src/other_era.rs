//! A second connection to a server that speaks both eras, for clients of the other era.
//!
//! Differences between the eras cannot be translated: a server that speaks both asks questions and
//! reports events in the era in which it was called. So a call is made in the era of its client if
//! the server speaks it. The connection is opened for the first such call, and closed when it was
//! idle for a while. Only HTTP servers get one: a second process of a program would have separate
//! state.

use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_model::McpEra;
use tokio::sync::{Mutex, mpsc};

use crate::events::SourceEvent;
use crate::extra_connection;
use crate::request::SourceRequest;
use crate::shared::SourceShared;
use crate::source::SourceHandle;
use crate::spec::{OriginSpec, SourceSpec};

/// How long the first call waits for the connection.
const OPENING: Duration = Duration::from_secs(5);
/// The idle time after which it is closed.
const IDLE: Duration = Duration::from_mins(5);
/// How often idle connections are checked.
const LOOK: Duration = Duration::from_mins(1);
/// How long after a failure the other era is tried again.
const AGAIN: Duration = Duration::from_mins(10);

/// The second connection of a source, if it is open.
#[derive(Default)]
pub(crate) struct OtherEraLink(Mutex<LinkState>);

#[derive(Default)]
enum LinkState {
    /// It was not requested yet, or was closed when idle.
    #[default]
    Closed,
    Open {
        source: SourceHandle,
        used: Instant,
    },
    /// The server did not speak the other era.
    Absent {
        since: Instant,
    },
}

// === impl OtherEraLink ===

impl OtherEraLink {
    /// The connection in the client's era, if the source's own has the other one and the server
    /// speaks both.
    pub(crate) async fn suited(
        self: &Arc<Self>,
        shared: &Arc<SourceShared>,
        request: &SourceRequest,
    ) -> Option<SourceHandle> {
        let wanted = request.asker.era;
        if !may_speak_both(&shared.spec) || shared.era().is_none_or(|era| era == wanted) {
            return None;
        }
        // Boxed to keep the future of ordinary calls small.
        Box::pin(self.open_in(shared, wanted)).await
    }

    /// The connection, if it is currently open.
    pub(crate) async fn opened(&self) -> Option<SourceHandle> {
        match &*self.0.lock().await {
            LinkState::Open { source, .. } => Some(source.clone()),
            LinkState::Closed | LinkState::Absent { .. } => None,
        }
    }

    async fn open_in(
        self: &Arc<Self>,
        shared: &Arc<SourceShared>,
        era: McpEra,
    ) -> Option<SourceHandle> {
        // Other calls wait for the first one's attempt.
        let mut state = self.0.lock().await;
        match &mut *state {
            LinkState::Open { source, used } if source.speaks(era) => {
                *used = Instant::now();
                return Some(source.clone());
            }
            LinkState::Absent { since } if since.elapsed() < AGAIN => return None,
            LinkState::Closed | LinkState::Open { .. } | LinkState::Absent { .. } => {}
        }
        let Some((source, events)) = connect(shared, era).await else {
            let since = Instant::now();
            *state = LinkState::Absent { since };
            return None;
        };
        tracing::info!(source.name = %shared.name(), %era, "The server speaks both eras and is called in its clients'");
        *state = LinkState::Open {
            source: source.clone(),
            used: Instant::now(),
        };
        let (link, own) = (Arc::clone(self), Arc::clone(shared));
        shared.tasks.spawn(follow(link, own, events));
        Some(source)
    }

    /// Closes the connection, if it is idle or the source ends. Returns whether it is closed.
    async fn close(&self, ends: bool) -> bool {
        let mut state = self.0.lock().await;
        let LinkState::Open { source, used } = &*state else {
            return true;
        };
        if !ends && (used.elapsed() < IDLE || source.has_open_calls()) {
            return false;
        }
        let source = source.clone();
        *state = LinkState::Closed;
        drop(state);
        source.stop().await;
        true
    }
}

/// Connects in this era, if the server speaks it.
async fn connect(
    shared: &SourceShared,
    era: McpEra,
) -> Option<(SourceHandle, mpsc::Receiver<SourceEvent>)> {
    let spec = SourceSpec {
        era: Some(era),
        remembered: None,
        ..shared.spec.clone()
    };
    extra_connection::open(shared, spec, OPENING).await
}

/// Forwards the events of the connection outside calls, until it is closed.
async fn follow(
    link: Arc<OtherEraLink>,
    shared: Arc<SourceShared>,
    mut events: mpsc::Receiver<SourceEvent>,
) {
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => {
                link.close(true).await;
                return;
            }
            event = events.recv() => match event {
                Some(event) => extra_connection::pass_on(&shared, event).await,
                None => return,
            },
            () = tokio::time::sleep(LOOK) => {
                if link.close(false).await {
                    return;
                }
            }
        }
    }
}

/// Whether a second connection reaches the same server, and the operator has not set the era.
fn may_speak_both(spec: &SourceSpec) -> bool {
    let is_http = matches!(
        spec.origin,
        OriginSpec::Http(_) | OriginSpec::StreamableHttp(_)
    );
    is_http && spec.era.is_none()
}
