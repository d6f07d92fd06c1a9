//! The progress of the first start of the sources, and waiting for it.

use std::time::Duration;

use candor_boxed::boxed;
use candor_model::SourceName;

use super::{Gateway, StartupWait};

/// How long to wait for sources that start quickly, if cached lists would be good enough.
const MOMENT: Duration = Duration::from_millis(700);

/// The progress of the first start of the sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StartupState {
    /// A source is starting and nothing is cached for it.
    #[default]
    Starting,
    /// Every source that is still starting is listed from the cache.
    Listed,
    /// Every source has started or failed once.
    Settled,
}

impl Gateway {
    /// Waits, right after startup, until the sources have made the required progress, but no longer
    /// than allowed. Afterwards, requests are answered from what is available.
    #[boxed]
    pub async fn settled(&self, patience: StartupWait) {
        if self.is_settled() {
            return;
        }
        let (enough, limit) = match patience {
            StartupWait::Greeting => (StartupState::Listed, Duration::from_secs(2)),
            StartupWait::Tools => (StartupState::Listed, Duration::from_secs(10)),
            StartupWait::Request => (StartupState::Settled, Duration::from_secs(10)),
            StartupWait::Command => (StartupState::Settled, self.0.limits.start),
        };
        let mut startup = self.0.tasks.startup.clone();
        if patience == StartupWait::Tools {
            // Most sources start quickly, and their own lists are better than cached ones.
            let settled = startup.wait_for(|state| *state == StartupState::Settled);
            let _ = tokio::time::timeout(MOMENT, settled).await;
        }
        if *startup.borrow() >= enough {
            return;
        }
        let far_enough = startup.wait_for(|state| *state >= enough);
        let _ = tokio::time::timeout(limit, far_enough).await;
    }

    /// Whether every source has started or failed once.
    pub(crate) fn is_settled(&self) -> bool {
        *self.0.tasks.startup.borrow() == StartupState::Settled
    }

    /// Waits until a source that is listed from the cache has started or failed, at most as long as
    /// a start may take. Returns whether it has.
    pub(crate) async fn has_answered(&self, source: &SourceName) -> bool {
        let mut startup = self.0.tasks.startup.clone();
        let answered = startup.wait_for(|_| !self.catalogue().remembers(source));
        let waited = tokio::time::timeout(self.0.limits.start, answered).await;
        waited.is_ok()
    }
}
