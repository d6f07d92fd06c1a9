//! The sources of a reloaded configuration file.
//!
//! A source whose settings have changed is started beside the running one and replaces it once it
//! has started or failed, so that no call is lost in between. A removed source ends when its calls
//! in progress have ended.

use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_model::SourceName;
use candor_sources::SourceState;
use tokio_util::sync::CancellationToken;

use super::CatalogueRefresher;
use crate::catalogue::{ServedSource, SourcePart};
use crate::events::event::{ClientEvent, UiEvent};
use crate::sources::spec::SourceTreatment;
use crate::state::configuration::DeclaredSources;

/// How often a removed source is checked for calls in progress.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// How long a removed source must be idle before it ends, if it is still referenced: a call that
/// has just arrived may be about to use it.
const IDLE_MAX: Duration = Duration::from_secs(30);

impl CatalogueRefresher {
    /// Removes the sources that are no longer in the file.
    pub(super) fn remove_declared(&mut self, removed: &[SourceName]) -> bool {
        for name in removed {
            self.incoming.retain(|server| server.source.name() != name);
            self.let_go(name);
            self.context.metrics.state(name, "stopped");
            self.settle(name);
            tracing::info!(source.name = %name, "Source `{name}` is no longer configured");
        }
        !removed.is_empty()
    }

    /// Starts new and changed sources of the file, and applies the new settings to the others.
    pub(super) fn start_declared(&mut self, sources: DeclaredSources) -> bool {
        let moved = !sources.started.is_empty() || self.order != sources.order;
        let treated = self.treat(&sources.treated);
        for setup in sources.started {
            let server = Arc::new(setup.start(&self.context.news));
            let name = server.source.name().clone();
            self.incoming.retain(|other| *other.source.name() != name);
            let is_ready = self
                .part(&name)
                .is_some_and(|part| part.server.source.state().is_ready());
            if is_ready {
                tracing::info!(source.name = %name, "Source `{name}` is started again, because its settings have changed");
                self.incoming.push(server);
            } else {
                self.replace(server);
            }
        }
        self.order = sources.order;
        moved || treated
    }

    /// Applies new settings to running sources.
    pub(super) fn treat(&mut self, treated: &[(SourceName, SourceTreatment)]) -> bool {
        for (name, treatment) in treated {
            let named = |server: &Arc<ServedSource>| server.source.name() == name;
            for server in self.incoming.iter_mut().filter(|server| named(server)) {
                *server = Arc::new(server.treated(treatment));
            }
            let mut parts = self.parts.iter_mut();
            if let Some(part) = parts.find(|part| named(&part.server)) {
                let server = Arc::new(part.server.treated(treatment));
                *part = SourcePart::recall(server, part.remembered.clone());
            }
        }
        !treated.is_empty()
    }

    /// Lets a source that has started or failed replace the previous one.
    pub(super) fn admit_incoming(&mut self, name: &SourceName) {
        let mut incoming = self.incoming.iter();
        let Some(at) = incoming.position(|server| {
            server.source.name() == name && !matches!(server.source.state(), SourceState::Starting)
        }) else {
            return;
        };
        let server = self.incoming.remove(at);
        self.replace(server);
        self.publish_sources();
    }

    /// Replaces the source of the same name, if there is one.
    fn replace(&mut self, server: Arc<ServedSource>) {
        self.let_go(&server.source.name().clone());
        self.parts.push(SourcePart::prepare(server));
    }

    /// Publishes the list of sources, those of the file first and in its order.
    pub(super) fn publish_sources(&mut self) {
        let order = &self.order;
        let place = |part: &SourcePart| {
            let name = part.server.source.name();
            let found = order.iter().position(|other| other == name);
            found.unwrap_or(usize::MAX)
        };
        self.parts.sort_by_key(place);
        let servers = self.parts.iter().map(|part| Arc::clone(&part.server));
        self.context.live.sources.store(Arc::new(servers.collect()));
        self.context.events.ui.emit(UiEvent::Sources);
        for change in [ClientEvent::Resources, ClientEvent::Prompts] {
            self.tell(true, change);
        }
    }

    /// Removes a source from the catalogue. Cached results of it become stale, and it ends when its
    /// calls have ended.
    fn let_go(&mut self, name: &SourceName) {
        let mut parts = self.parts.iter();
        let Some(at) = parts.position(|part| part.server.source.name() == name) else {
            return;
        };
        let part = self.parts.remove(at);
        self.remembered.forget(name);
        self.context.result_cache.forget(name);
        let stop = self.context.stop.clone();
        self.context.tasks.spawn(retire(part.server, stop));
    }
}

/// Stops a source when nothing references it any more, when it has been idle for a while, or when
/// no call can still be in progress.
async fn retire(server: Arc<ServedSource>, stop: CancellationToken) {
    let latest = Instant::now() + server.times.ceiling;
    let mut busy = Instant::now();
    while Arc::strong_count(&server) > 1 && Instant::now() < latest && busy.elapsed() < IDLE_MAX {
        if server.source.has_open_calls() {
            busy = Instant::now();
        }
        tokio::select! {
            () = stop.cancelled() => break,
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
    }
    server.source.stop().await;
}
