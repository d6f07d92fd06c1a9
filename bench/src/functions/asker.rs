//! One client that makes single calls and checks their answers.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use http::Uri;

use crate::args::Operation;
use crate::era::Era;
use crate::load::check::Checker;
use crate::load::dialogue::Dialogue;
use crate::load::session::Session;

/// The revision that the SDK of the server in Node speaks, and so everybody here.
pub(super) const ERA: Era = Era::Legacy;

/// See the module.
#[derive(Debug)]
pub(super) struct Asker {
    session: Session,
    dialogue: Dialogue,
    checker: Checker,
}

// === impl Asker ===

impl Asker {
    /// Connects and shakes hands.
    pub(super) async fn open(url: &Uri, operation: Operation, tool: &str) -> Result<Self> {
        let dialogue = Dialogue::new(url, ERA, operation)?.named(tool);
        Ok(Self {
            session: Session::open(&dialogue).await?,
            dialogue,
            checker: Checker::new(operation, 0),
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

    /// Says goodbye.
    pub(super) async fn close(self) {
        self.session.close(&self.dialogue).await;
    }
}
