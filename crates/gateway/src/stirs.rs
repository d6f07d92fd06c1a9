//! Tells those who look at everything which kind of thing has changed.
//!
//! Whoever draws a page and listens only once it is drawn would miss what happens in between, and
//! show it wrongly until something else happens. So it is remembered when each kind last changed,
//! and those who come late are told.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::broadcast;

use crate::change::Stir;

/// Changes that a slow listener may miss before it is told that it missed some.
const KEPT: usize = 1_024;

/// See the module. Cloning gives another handle to the same one.
#[derive(Clone, Debug)]
pub(crate) struct Stirs {
    listeners: broadcast::Sender<Stir>,
    /// When each kind last changed. Held while a change is told and while somebody begins to
    /// listen, so that nobody hears of one twice or not at all.
    last: Arc<Mutex<[Option<Instant>; Stir::ALL.len()]>>,
}

// === impl Stirs ===

impl Default for Stirs {
    fn default() -> Self {
        Self {
            listeners: broadcast::channel(KEPT).0,
            last: Arc::default(),
        }
    }
}

impl Stirs {
    pub(crate) fn tell(&self, stir: Stir) {
        self.tell_at(Instant::now(), stir);
    }

    /// What has changed for this long until now, and what changes from now on.
    pub(crate) fn listen(&self, late: Duration) -> (Vec<Stir>, broadcast::Receiver<Stir>) {
        self.listen_at(Instant::now(), late)
    }

    fn tell_at(&self, now: Instant, stir: Stir) {
        let mut last = self.lock();
        last[stir as usize] = Some(now);
        // Nobody may be listening.
        let _ = self.listeners.send(stir);
    }

    fn listen_at(&self, now: Instant, late: Duration) -> (Vec<Stir>, broadcast::Receiver<Stir>) {
        let last = self.lock();
        let recent = |stir: &Stir| {
            last[*stir as usize].is_some_and(|at| now.saturating_duration_since(at) <= late)
        };
        let missed = Stir::ALL.into_iter().filter(recent).collect();
        (missed, self.listeners.subscribe())
    }

    fn lock(&self) -> MutexGuard<'_, [Option<Instant>; Stir::ALL.len()]> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_late_hears_what_has_just_changed_and_then_what_changes() {
        let stirs = Stirs::default();
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let listen = |millis| stirs.listen_at(at(millis), Duration::from_secs(1));
        assert_eq!(listen(0).0, []);
        stirs.tell_at(at(0), Stir::Said);
        stirs.tell_at(at(600), Stir::Sources);
        stirs.tell_at(at(600), Stir::Sources);
        let (missed, mut next) = listen(600);
        assert_eq!(missed, [Stir::Sources, Stir::Said]);
        assert!(next.try_recv().is_err(), "what was missed is told once");
        stirs.tell_at(at(700), Stir::Approvals);
        assert_eq!(next.try_recv(), Ok(Stir::Approvals));
        assert_eq!(listen(1_200).0, [Stir::Approvals, Stir::Sources]);
        assert_eq!(listen(1_701).0, []);
    }
}
