//! A confined child process, and reports of what it does.

use std::future::poll_fn;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Instant;

use candor_confine::{ConfinedCommand, Observation, Observations};

use super::super::throttle::LogThrottle;
use super::super::{RefusalObserver, StdioConfinement, StdioSpec};
use super::environment;
use super::process::ProcessGroup;

/// The maximum number of observations processed at once; more than can be queued.
const BATCH: usize = 8192;

/// The observations of a child. Only one task reads them at a time, under the lock: whatever it has
/// taken out is reported before another one continues.
#[derive(Debug)]
pub(super) struct ChildObservations(Mutex<ObservationReader>);

#[derive(Debug)]
struct ObservationReader {
    observations: Observations,
    source: String,
    observer: Option<RefusalObserver>,
    throttle: LogThrottle,
    /// The number of lost observations that were reported.
    missed: u64,
}

/// Starts the server of a spec in its confinement.
pub(super) fn spawn(spec: &StdioSpec, confine: &StdioConfinement) -> io::Result<ProcessGroup> {
    let inherited = environment::inherited(spec);
    // Variables that are not UTF-8 cannot be passed on.
    let inherited = inherited
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let given = spec
        .env
        .iter()
        .map(|(name, value)| (name.clone(), value.expose().clone()));
    let command = ConfinedCommand {
        launcher: confine.launcher.clone(),
        program: spec.command.clone(),
        args: spec.args.clone(),
        environment: inherited.chain(given).collect(),
        folder: spec.cwd.clone(),
        permissions: confine.permissions.clone(),
    };
    let child = candor_confine::spawn(&command).map_err(io::Error::other)?;
    for gap in &child.gaps {
        tracing::warn!(
            source = spec.label,
            "the program is not held in every way: {gap}"
        );
    }
    Ok(ProcessGroup::confined(child))
}

// === impl ChildObservations ===

impl ChildObservations {
    pub(super) fn new(observations: Observations, spec: &StdioSpec) -> Self {
        let confine = spec.confine.as_ref();
        Self(Mutex::new(ObservationReader {
            observations,
            source: spec.label.clone(),
            observer: confine.and_then(|confine| confine.observer.clone()),
            throttle: LogThrottle::default(),
            missed: 0,
        }))
    }

    /// Reports what the child does, until it and all its descendants are gone.
    pub(super) async fn report(&self) {
        poll_fn(|context| {
            let mut reader = self.lock();
            loop {
                match reader.observations.poll_next_with_time(context) {
                    Poll::Ready(Some((at, seen))) => reader.tell(at, &seen),
                    Poll::Ready(None) => return Poll::Ready(()),
                    Poll::Pending => return Poll::Pending,
                }
            }
        })
        .await;
    }

    /// Reports everything that the child was observed to do so far.
    pub(super) fn settle(&self) {
        let mut reader = self.lock();
        for _ in 0..BATCH {
            let Some((at, seen)) = reader.observations.try_next_with_time() else {
                return;
            };
            reader.tell(at, &seen);
        }
    }

    fn lock(&self) -> MutexGuard<'_, ObservationReader> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl ObservationReader ===

impl ObservationReader {
    /// Logs what the child was refused, and at `debug` level what it did.
    fn tell(&mut self, at: Instant, seen: &Observation) {
        let (action, target, program) = (seen.action, &seen.target, &seen.program);
        let source = &self.source;
        if seen.allowed {
            tracing::debug!(target: "candor::confine", source, program, "{action} {target}");
            return;
        }
        let missed = self.observations.missed();
        let unseen = missed.saturating_sub(std::mem::replace(&mut self.missed, missed));
        if let Some(observer) = &self.observer {
            observer.tell(at, seen, unseen);
        }
        if let Some(silenced) = self.throttle.allow() {
            let missed = silenced + missed;
            tracing::warn!(target: "candor::confine", source, program, missed, "refused to {action} {target}");
        }
    }
}
