//! Follows what happens at the sources and keeps the catalogue, the store and the clients up to
//! date. It is the only writer of the catalogue.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use arc_swap::ArcSwap;
use candor_model::{Digest, SourceName};
use candor_sources::{Ask, News, NewsEvent, State};
use candor_store::Store;
use candor_wire::{ErrorObject, RawJson, code, method};
use serde_json::json;
use tokio::sync::{broadcast, mpsc, watch};
use tokio_util::sync::CancellationToken;

use crate::catalogue::{self, Catalogue, Part, Server};
use crate::gateway::Change;
use crate::members::Members;
use crate::metrics::Metrics;
use crate::parked::Parked;

/// How often parked calls are looked through.
const SWEEP_EVERY: Duration = Duration::from_secs(5);

/// See the module.
pub(crate) struct Refresher {
    parts: Vec<Part>,
    transparent: bool,
    /// Sources that have neither started nor failed yet.
    unsettled: HashSet<SourceName>,
    settle: watch::Sender<bool>,
    fingerprints: HashMap<SourceName, Digest>,
    roots: HashMap<SourceName, Vec<String>>,
    catalogue: Arc<ArcSwap<Catalogue>>,
    changes: broadcast::Sender<Change>,
    members: Members,
    parked: Arc<Parked>,
    keep: Option<(Store, Arc<Metrics>)>,
}

// === impl Refresher ===

impl Refresher {
    pub(crate) fn new(
        servers: &[Arc<Server>],
        transparent: bool,
        settle: watch::Sender<bool>,
        fingerprints: HashMap<SourceName, Digest>,
        roots: HashMap<SourceName, Vec<String>>,
    ) -> Self {
        Self {
            parts: servers
                .iter()
                .map(|server| Part::prepare(Arc::clone(server)))
                .collect(),
            transparent,
            unsettled: servers
                .iter()
                .map(|server| server.source.name().clone())
                .collect(),
            settle,
            fingerprints,
            roots,
            catalogue: Arc::default(),
            changes: broadcast::channel(1).0,
            members: Members::default(),
            parked: Arc::default(),
            keep: None,
        }
    }

    pub(crate) fn publishing(
        self,
        catalogue: Arc<ArcSwap<Catalogue>>,
        changes: broadcast::Sender<Change>,
    ) -> Self {
        let this = Self {
            catalogue,
            changes,
            ..self
        };
        this.rebuild();
        this
    }

    pub(crate) fn with(self, members: Members, parked: Arc<Parked>) -> Self {
        Self {
            members,
            parked,
            ..self
        }
    }

    pub(crate) fn keeping(self, store: Store, metrics: Arc<Metrics>) -> Self {
        Self {
            keep: Some((store, metrics)),
            ..self
        }
    }

    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<News>, stop: CancellationToken) {
        let mut sweep = tokio::time::interval(SWEEP_EVERY);
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                _ = sweep.tick() => self.parked.sweep(),
                news = inbox.recv() => match news {
                    Some(news) => self.hear(news).await,
                    None => break,
                },
            }
        }
    }

    async fn hear(&mut self, News { source, event }: News) {
        match event {
            NewsEvent::State(state) => self.state(&source, &state),
            NewsEvent::Inventory {
                tools,
                resources,
                prompts,
            } => {
                self.refresh(&source);
                self.tell(tools, Change::Tools);
                self.tell(resources, Change::Resources);
                self.tell(prompts, Change::Prompts);
            }
            NewsEvent::ResourceUpdated { uri, params } => {
                self.tell(true, Change::ResourceUpdated { uri, params });
            }
            NewsEvent::Log { params } => self.tell(true, Change::Log { source, params }),
            NewsEvent::Ask(ask) => self.ask(&source, ask).await,
            NewsEvent::Found {
                era,
                revision,
                server,
            } => {
                let Some(fingerprint) = self.fingerprints.get(&source) else {
                    return;
                };
                let Some((store, _)) = &self.keep else { return };
                let kept = store
                    .remember_source(&source, fingerprint, era, revision, &server, now())
                    .await;
                if let Err(error) = kept {
                    tracing::warn!(source.name = %source, %error, "How the source speaks could not be remembered");
                }
            }
        }
    }

    fn state(&mut self, source: &SourceName, state: &State) {
        let (word, settled) = match state {
            State::Starting => ("starting", false),
            State::Ready { .. } => ("ready", true),
            State::Failing { .. } => ("failing", true),
            State::Stopped => ("stopped", true),
        };
        if word == "failing" {
            tracing::warn!(source.name = %source, "Source `{source}` {state}");
        } else {
            tracing::info!(source.name = %source, "Source `{source}` {state}");
        }
        if let Some((_, metrics)) = &self.keep {
            metrics.state(source, word);
        }
        // What is offered depends on who is still starting.
        self.refresh(source);
        if settled && self.unsettled.remove(source) && self.unsettled.is_empty() {
            self.settle.send_replace(true);
        }
    }

    fn refresh(&mut self, source: &SourceName) {
        if let Some(part) = self
            .parts
            .iter_mut()
            .find(|part| part.server.source.name() == source)
        {
            *part = part.refreshed();
        }
        self.rebuild();
    }

    fn rebuild(&self) {
        self.catalogue
            .store(Arc::new(catalogue::build(&self.parts, self.transparent)));
    }

    fn tell(&self, whether: bool, change: Change) {
        if whether {
            // Nobody may be listening.
            let _ = self.changes.send(change);
        }
    }

    /// A server asks outside any call: the only client that can answer does, and where there is
    /// none or more than one, roots are the configured ones and all else is refused.
    async fn ask(&self, source: &SourceName, ask: Ask) {
        let Err(ask) = self.members.hand(ask) else {
            return;
        };
        let answer = if &*ask.method == method::ROOTS_LIST {
            let roots = self.roots.get(source).map_or(&[][..], Vec::as_slice);
            let roots: Vec<_> = roots.iter().map(|uri| json!({"uri": uri})).collect();
            Ok(RawJson::from_value(&json!({"roots": roots})))
        } else {
            let sentence = "no call is under way, so Candor cannot tell which client to ask";
            Err(ErrorObject::new(code::INVALID_REQUEST, sentence))
        };
        ask.answer(answer).await;
    }
}

fn now() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
}
