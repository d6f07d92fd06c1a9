//! An event bus for live pages.
//!
//! A page subscribes only after it was rendered, and would miss changes in between. So the bus
//! remembers when each kind last changed, and late subscribers are told of recent changes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::broadcast;

use crate::events::event::UiEvent;

/// How many events are buffered for a slow listener before it is told that it missed some.
const KEPT: usize = 1_024;

/// An event bus for live pages. Clones share the same bus.
#[derive(Clone, Debug)]
pub(crate) struct UiEvents {
    listeners: broadcast::Sender<UiEvent>,
    /// When each kind last changed. Locked while an event is sent and while a listener subscribes,
    /// so that each listener gets an event exactly once.
    last: Arc<Mutex<[Option<Instant>; UiEvent::ALL.len()]>>,
}

// === impl UiEvents ===

impl Default for UiEvents {
    fn default() -> Self {
        Self {
            listeners: broadcast::channel(KEPT).0,
            last: Arc::default(),
        }
    }
}

impl UiEvents {
    pub(crate) fn emit(&self, event: UiEvent) {
        self.emit_at(Instant::now(), event);
    }

    /// The kinds that changed within this time until now, and a receiver for changes from now on.
    pub(crate) fn subscribe(&self, late: Duration) -> (Vec<UiEvent>, broadcast::Receiver<UiEvent>) {
        self.subscribe_at(Instant::now(), late)
    }

    fn emit_at(&self, now: Instant, event: UiEvent) {
        let mut last = self.lock();
        last[event as usize] = Some(now);
        // There may be no listener.
        let _ = self.listeners.send(event);
    }

    fn subscribe_at(
        &self,
        now: Instant,
        late: Duration,
    ) -> (Vec<UiEvent>, broadcast::Receiver<UiEvent>) {
        let last = self.lock();
        let recent = |event: &UiEvent| {
            last[*event as usize].is_some_and(|at| now.saturating_duration_since(at) <= late)
        };
        let missed = UiEvent::ALL.into_iter().filter(recent).collect();
        (missed, self.listeners.subscribe())
    }

    fn lock(&self) -> MutexGuard<'_, [Option<Instant>; UiEvent::ALL.len()]> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_late_hears_what_has_just_changed_and_then_what_changes() {
        let events = UiEvents::default();
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let listen = |millis| events.subscribe_at(at(millis), Duration::from_secs(1));
        assert_eq!(listen(0).0, []);
        events.emit_at(at(0), UiEvent::Edits);
        events.emit_at(at(600), UiEvent::Sources);
        events.emit_at(at(600), UiEvent::Sources);
        let (missed, mut next) = listen(600);
        assert_eq!(missed, [UiEvent::Sources, UiEvent::Edits]);
        assert!(next.try_recv().is_err(), "what was missed is told once");
        events.emit_at(at(700), UiEvent::Approvals);
        assert_eq!(next.try_recv(), Ok(UiEvent::Approvals));
        assert_eq!(listen(1_200).0, [UiEvent::Approvals, UiEvent::Sources]);
        assert_eq!(listen(1_701).0, []);
    }
}
