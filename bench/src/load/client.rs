//! One client: connects, waits for the others, and calls until the time is over.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use tokio::time::{Instant, sleep};

use crate::args::LoadArgs;
use crate::load::request_plan::RequestPlan;
use crate::load::session::LoadSession;
use crate::load::{LoadState, MeasuredWindow};

/// A client gives up after this many errors: the number then says enough.
const MOST_ERRORS: u64 = 50;
/// A pause after an error, so that a dead server is not hammered.
const AFTER_ERROR: Duration = Duration::from_millis(20);
/// The ids of two clients are at least this far apart, so no two calls share one.
const IDS_PER_CLIENT: u64 = 1_000_000_000;

/// What one client saw.
#[derive(Debug, Default)]
pub(crate) struct ClientCounts {
    pub(crate) latencies: Vec<Duration>,
    pub(crate) errors: u64,
    pub(crate) first_error: Option<String>,
}

/// A client that loops.
#[derive(Debug)]
pub(crate) struct LoadClient {
    plan: RequestPlan,
    shared: Arc<LoadState>,
    next_id: u64,
    most_calls: u64,
    tally: ClientCounts,
}

// === impl ClientCounts ===

impl ClientCounts {
    /// Nothing but errors.
    pub(crate) fn failed(errors: u64, first_error: String) -> Self {
        Self {
            latencies: Vec::new(),
            errors,
            first_error: Some(first_error),
        }
    }
}

// === impl LoadClient ===

impl LoadClient {
    /// The client with this index among those of a measurement.
    pub(crate) fn new(
        args: &LoadArgs,
        index: u16,
        plan: RequestPlan,
        shared: Arc<LoadState>,
    ) -> Self {
        Self {
            plan,
            shared,
            next_id: (u64::from(index) + 1) * IDS_PER_CLIENT,
            most_calls: args.max_calls.div_ceil(u64::from(args.clients)),
            tally: ClientCounts::default(),
        }
    }

    /// Connects, waits for the others, and calls until the window closes.
    pub(crate) async fn run(mut self) -> ClientCounts {
        let mut session = self.open().await;
        let Some(window) = self.shared.ready().await else {
            return self.tally;
        };
        while Instant::now() < window.end && !self.shared.is_enough() {
            session = self.step(session, window).await;
            if self.tally.errors >= MOST_ERRORS {
                break;
            }
        }
        if let Some(session) = session {
            session.close().await;
        }
        self.tally
    }

    async fn open(&mut self) -> Option<LoadSession> {
        let session = LoadSession::open(&self.plan).await;
        self.noted(session).await
    }

    /// Counts an error and rests a little.
    async fn noted<T>(&mut self, outcome: Result<T>) -> Option<T> {
        match outcome {
            Ok(value) => Some(value),
            Err(error) => {
                self.tally.errors += 1;
                let first = &mut self.tally.first_error;
                first.get_or_insert_with(|| format!("{error:#}"));
                sleep(AFTER_ERROR).await;
                None
            }
        }
    }

    /// One call, or one attempt to connect again.
    async fn step(
        &mut self,
        session: Option<LoadSession>,
        window: MeasuredWindow,
    ) -> Option<LoadSession> {
        let Some(mut session) = session else {
            return self.open().await;
        };
        let id = self.next_id;
        self.next_id += 1;
        let request = session.request(id);
        let started = Instant::now();
        let answer = session.exchange(request).await;
        let ended = Instant::now();
        let parts = self.noted(answer).await?;
        let checked = session.check(&parts, id);
        let is_right = self.noted(checked).await.is_some();
        if is_right && started >= window.start && ended <= window.end && !self.shared.is_enough() {
            self.tally.latencies.push(ended - started);
            if self.tally.latencies.len() as u64 >= self.most_calls {
                self.shared.enough();
            }
        }
        Some(session)
    }
}
