//! What the confined program of a source is refused, and during which calls.
//!
//! Floods are limited: each distinct attempt is reported once per time window, up to a maximum
//! number. Others are counted, and the count is included in the next report.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use candor_confine::{Observation, ObservedAction, ObservedTarget};
use candor_model::{ProgramInstance, ProgramRefusal, RefusalTiming};
use candor_wire::link::RefusalObserver;

use crate::active_calls::CallsAround;
use crate::events::SourceEventKind;
use crate::shared::SourceShared;
use crate::source::{CallEvent, CallRemark};

/// The maximum number of refusals reported per window.
const TOLD: usize = 30;
/// The length of a window.
const WINDOW: Duration = Duration::from_secs(10);

/// A refusal, with its effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRefusal {
    /// The refusal as it is stored.
    pub refusal: ProgramRefusal,
    /// The effect that was prevented.
    pub effect: RefusedEffect,
}

/// The effect that a refusal prevented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusedEffect {
    /// These files would have been created, changed or removed.
    Write(Vec<PathBuf>),
    /// A connection would have been made: an address with its port, or `unix:` and a path.
    Connect(String),
    /// A program would have been started, or a file read.
    Other,
}

/// The refusals reported in the current window.
#[derive(Debug, Default)]
pub(crate) struct RefusalLimit(Mutex<RefusalWindow>);

#[derive(Debug, Default)]
struct RefusalWindow {
    began: Option<Instant>,
    told: HashSet<RefusalKey>,
    left_out: u64,
}

/// Attempts with the same key look the same to a reader.
type RefusalKey = (ObservedAction, ObservedTarget, Option<Box<str>>);

/// The observer that reports the refusals of a source's program.
pub(crate) fn observer(shared: &Arc<SourceShared>) -> RefusalObserver {
    // Weak, because the source owns the connection that holds the observer.
    let shared = Arc::downgrade(shared);
    RefusalObserver::new(move |at, seen, unseen| {
        if let Some(shared) = shared.upgrade() {
            take_note(&shared, at, seen, unseen);
        }
    })
}

fn take_note(shared: &SourceShared, at: Instant, seen: &Observation, unseen: u64) {
    let around = {
        let session = shared.session.borrow();
        let session = session.as_ref();
        session.map(|session| session.active_calls.around(at))
    };
    let around = around.unwrap_or_default();
    let first = around.calls().next().map(|call| call.name.clone());
    let key = (seen.action, seen.target.clone(), first);
    let Some(left_out) = shared.refusals.admit(key, at, unseen) else {
        return;
    };
    let refusal = record(shared, seen, &around, left_out);
    let sentence = refusal.to_string();
    for call in &around.open {
        // If its mailbox is full, the call has had enough events.
        let remark = CallRemark::Refused(sentence.clone());
        let _ = call.put(CallEvent::Remark(remark));
    }
    let effect = RefusedEffect::of(seen);
    let refusal = Box::new(SourceRefusal { refusal, effect });
    shared.tell_now(SourceEventKind::Refused(refusal));
}

fn record(
    shared: &SourceShared,
    seen: &Observation,
    around: &CallsAround,
    left_out: u64,
) -> ProgramRefusal {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let at_micros = now.map_or(0, |since| i64::try_from(since.as_micros()).unwrap_or(0));
    ProgramRefusal {
        source: shared.name().clone(),
        instance: if shared.spec.instance.is_read_only() {
            ProgramInstance::ReadOnly
        } else {
            ProgramInstance::Ordinary
        },
        action: seen.action.to_string().into(),
        target: target_text(&seen.target).into(),
        program: seen.program.as_str().into(),
        timing: match (&*around.running, &*around.ended) {
            ([], []) => RefusalTiming::Outside,
            ([], _) => RefusalTiming::After,
            (_, _) => RefusalTiming::During,
        },
        calls: around.calls().cloned().collect(),
        left_out,
        at_micros,
    }
}

fn target_text(target: &ObservedTarget) -> String {
    match target {
        ObservedTarget::Path(path) => path.display().to_string(),
        ObservedTarget::Paths { from, to } => format!("{} to {}", from.display(), to.display()),
        ObservedTarget::Address(address) => address.clone(),
        ObservedTarget::Unknown => "something that could not be read".to_owned(),
    }
}

// === impl RefusedEffect ===

impl RefusedEffect {
    fn of(seen: &Observation) -> Self {
        match (&seen.target, seen.action) {
            (ObservedTarget::Address(address), ObservedAction::Connect | ObservedAction::Send) => {
                Self::Connect(address.clone())
            }
            (ObservedTarget::Path(path), action) if action.changes_files() => {
                Self::Write(vec![path.clone()])
            }
            // A rename changes both places, a link only the new one.
            (ObservedTarget::Paths { from, to }, ObservedAction::Rename) => {
                Self::Write(vec![from.clone(), to.clone()])
            }
            (ObservedTarget::Paths { to, .. }, _) => Self::Write(vec![to.clone()]),
            _ => Self::Other,
        }
    }
}

// === impl RefusalLimit ===

impl RefusalLimit {
    /// Whether a refusal is reported; if so, how many were left out since the last one.
    fn admit(&self, key: RefusalKey, at: Instant, unseen: u64) -> Option<u64> {
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = |began: Instant| at.saturating_duration_since(began) >= WINDOW;
        if window.began.is_none_or(is_over) {
            window.began = Some(at);
            window.told.clear();
        }
        window.left_out += unseen;
        if window.told.len() >= TOLD || !window.told.insert(key) {
            window.left_out += 1;
            return None;
        }
        Some(std::mem::take(&mut window.left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(path: &str) -> RefusalKey {
        let target = ObservedTarget::Path(path.into());
        (ObservedAction::Create, target, Some("read".into()))
    }

    #[test]
    fn a_flood_is_bounded_and_counted() {
        let limit = RefusalLimit::default();
        let now = Instant::now();
        let told = (0..100).filter(|at| limit.admit(key(&format!("/{at}")), now, 0).is_some());
        assert_eq!(told.count(), TOLD);
        let later = now + WINDOW;
        assert_eq!(limit.admit(key("/again"), later, 5), Some(75));
        assert_eq!(limit.admit(key("/more"), later, 0), Some(0));
    }

    #[test]
    fn the_same_attempt_is_told_once_in_a_window() {
        let limit = RefusalLimit::default();
        let now = Instant::now();
        assert_eq!(limit.admit(key("/x"), now, 0), Some(0));
        for _ in 0..3 {
            assert_eq!(limit.admit(key("/x"), now, 0), None);
        }
        // It leaves room for another attempt.
        assert_eq!(limit.admit(key("/y"), now, 0), Some(3));
        assert_eq!(limit.admit(key("/x"), now + WINDOW, 0), Some(0));
    }

    #[test]
    fn an_effect_has_its_places() {
        let seen = |action, target| {
            RefusedEffect::of(&Observation {
                action,
                target,
                process: 1,
                program: "sh".to_owned(),
                allowed: false,
            })
        };
        let paths = |action| {
            seen(
                action,
                ObservedTarget::Paths {
                    from: "/a".into(),
                    to: "/b".into(),
                },
            )
        };
        let both = RefusedEffect::Write(vec!["/a".into(), "/b".into()]);
        assert_eq!(paths(ObservedAction::Rename), both);
        let new = RefusedEffect::Write(vec!["/b".into()]);
        assert_eq!(paths(ObservedAction::Link), new);
        let address = ObservedTarget::Address("192.0.2.1:80".to_owned());
        let reached = RefusedEffect::Connect("192.0.2.1:80".to_owned());
        assert_eq!(seen(ObservedAction::Connect, address), reached);
        let program = ObservedTarget::Path("/bin/sh".into());
        assert_eq!(seen(ObservedAction::Run, program), RefusedEffect::Other);
    }
}
