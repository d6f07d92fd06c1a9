//! One client that makes single calls and checks their answers.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use http::Uri;

use crate::args::LoadOperation;
use crate::era::BenchEra;
use crate::load::check::AnswerChecker;
use crate::load::request_plan::RequestPlan;
use crate::load::session::LoadSession;

/// The revision that the SDK of the server in Node speaks, and so all clients here.
pub(super) const ERA: BenchEra = BenchEra::Legacy;

/// A session, what it asks, and how its answers are checked.
#[derive(Debug)]
pub(super) struct SingleCaller {
    session: LoadSession,
    dialogue: RequestPlan,
    checker: AnswerChecker,
}

// === impl SingleCaller ===

impl SingleCaller {
    /// Connects and shakes hands.
    pub(super) async fn open(url: &Uri, operation: LoadOperation, tool: &str) -> Result<Self> {
        let dialogue = RequestPlan::new(url, ERA, operation)?.named(tool);
        Ok(Self {
            session: LoadSession::open(&dialogue).await?,
            dialogue,
            checker: AnswerChecker::new(operation, 0),
        })
    }

    /// Makes a call; how long it took until the answer was there, which must be right.
    pub(super) async fn ask(&mut self, id: u64) -> Result<Duration> {
        let request = self.session.request(&self.dialogue, id);
        let started = Instant::now();
        let parts = self.session.exchange(request).await?;
        let took = started.elapsed();
        let checked = self.checker.check(&parts, self.session.body(), id);
        checked.map_err(|problem| anyhow!(problem))?;
        Ok(took)
    }

    /// Ends the session.
    pub(super) async fn close(self) {
        self.session.close(&self.dialogue).await;
    }
}
