//! How far the first start of the sources has come, and who waits for it.

use std::time::Duration;

use candor_boxed::boxed;
use candor_model::SourceName;

use super::{Gateway, StartupWait};

/// How long a client waits for sources that start quickly, where what is remembered would do.
const MOMENT: Duration = Duration::from_millis(700);

/// How far the first start of the sources has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StartupState {
    /// A source is starting of which nothing is known.
    #[default]
    Starting,
    /// What every source that is starting offered the last time is listed.
    Listed,
    /// Every source has started or failed once.
    Settled,
}

impl Gateway {
    /// Waits, at the very beginning, until the sources have come as far as the occasion needs, as
    /// long as it allows. Either way what follows is answered from what is there.
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
            // Most sources are there in a moment, and what they say themselves is better.
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

    /// Waits until a source whose tools are listed from memory has started or failed, at most as
    /// long as a start may take. Says whether it has.
    pub(crate) async fn has_answered(&self, source: &SourceName) -> bool {
        let mut startup = self.0.tasks.startup.clone();
        let answered = startup.wait_for(|_| !self.catalogue().remembers(source));
        let waited = tokio::time::timeout(self.0.limits.start, answered).await;
        waited.is_ok()
    }
}
