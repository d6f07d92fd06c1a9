//! The handle to one source.

use std::fmt;
use std::sync::Arc;

use candor_functions::Toolbox;
use candor_model::{Era, SourceName};
use candor_wire::{envelope, method};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::DropGuard;

use crate::actor::{self, Actor};
use crate::asleep;
use crate::conversation::{Conversation, Talk};
use crate::error::SourceError;
use crate::functions::{self, Functions};
use crate::inventory::Inventory;
use crate::news::News;
use crate::openapi::{self, Consent, ConsentWish, OpenApi};
use crate::pack;
use crate::question::Question;
use crate::shared::{Order, Shared};
use crate::spec::{OriginSpec, SourceSpec};
use crate::state::State;

/// One source, kept alive in the background. Cloning gives another handle to the same source;
/// when the last handle is dropped the source stops.
#[derive(Clone)]
pub struct Source(Arc<Handle>);

struct Handle {
    shared: Arc<Shared>,
    kind: Kind,
    _stop: DropGuard,
}

/// Who answers.
enum Kind {
    /// A server, through its actor.
    Server,
    /// An API that a document describes.
    OpenApi(Arc<OpenApi>),
    /// A program, in its workers.
    Functions(Arc<Functions>),
    /// This program.
    Pack(Toolbox),
    /// Nobody.
    Asleep { from_document: bool },
}

// === impl Source ===

impl Source {
    /// Starts a source in the background. This never blocks and never fails: whatever happens is
    /// told through `news`, which should be read without long pauses. Needs a tokio runtime.
    pub fn start(spec: SourceSpec, news: mpsc::Sender<News>) -> Self {
        let origin = spec.origin.clone();
        let (shared, orders) = Shared::new(spec, news);
        let own = Arc::clone(&shared);
        let kind = match origin {
            OriginSpec::OpenApi(spec) => {
                let api = Arc::new(OpenApi::new(spec));
                shared
                    .tasks
                    .spawn(openapi::run(own, Arc::clone(&api), orders));
                Kind::OpenApi(api)
            }
            OriginSpec::Functions(spec) => {
                let functions = Arc::new(Functions::new(spec));
                shared
                    .tasks
                    .spawn(functions::run(own, Arc::clone(&functions), orders));
                Kind::Functions(functions)
            }
            OriginSpec::Pack(toolbox) => {
                shared.tasks.spawn(pack::run(own, toolbox.clone(), orders));
                Kind::Pack(toolbox)
            }
            OriginSpec::Asleep {
                definitions,
                from_document,
            } => {
                shared.tasks.spawn(asleep::run(own, definitions));
                Kind::Asleep { from_document }
            }
            _ => {
                shared.tasks.spawn(Actor::new(own, orders).run());
                Kind::Server
            }
        };
        let guard = shared.stop.clone().drop_guard();
        Self(Arc::new(Handle {
            shared,
            kind,
            _stop: guard,
        }))
    }

    /// What it is called.
    pub fn name(&self) -> &SourceName {
        self.0.shared.name()
    }

    /// How it is doing at this moment.
    pub fn state(&self) -> State {
        self.0.shared.state.borrow().clone()
    }

    /// How it is doing, now and from now on.
    pub fn watch_state(&self) -> watch::Receiver<State> {
        self.0.shared.state.subscribe()
    }

    /// What it offers now; empty unless it is ready.
    pub fn inventory(&self) -> Arc<Inventory> {
        self.0.shared.inventory()
    }

    /// Whether it is only remembered: what it offers is what it offered before.
    pub fn is_asleep(&self) -> bool {
        matches!(self.0.kind, Kind::Asleep { .. })
    }

    /// Whether its tools are made from a document by Candor, so that what they say about HTTP
    /// (`_meta`) is Candor's own word.
    pub fn is_from_document(&self) -> bool {
        match self.0.kind {
            Kind::OpenApi(_) => true,
            Kind::Asleep { from_document } => from_document,
            Kind::Server | Kind::Functions(_) | Kind::Pack(_) => false,
        }
    }

    /// Whether the variables of an environment are for it.
    pub fn takes_variables(&self) -> bool {
        matches!(self.0.kind, Kind::OpenApi(_) | Kind::Functions(_))
    }

    /// Whether its tools are run by Candor itself, so that what fails was tried to the end.
    pub fn is_own(&self) -> bool {
        matches!(
            self.0.kind,
            Kind::OpenApi(_) | Kind::Functions(_) | Kind::Pack(_)
        )
    }

    /// Asks one thing. An error means that the server has not seen the question; whatever
    /// happens later comes out of the conversation.
    pub async fn ask(&self, question: Question) -> Result<Conversation, SourceError> {
        match &self.0.kind {
            Kind::Server => Talk::begin(&self.0.shared, question).await,
            Kind::OpenApi(api) => api.ask(&self.0.shared, question),
            Kind::Functions(functions) => functions.ask(&self.0.shared, question),
            Kind::Pack(toolbox) => pack::ask(toolbox, &self.0.shared, question),
            Kind::Asleep { .. } => Err(SourceError::NotReady {
                name: self.name().clone(),
                sentence: "was not started".to_owned(),
            }),
        }
    }

    /// Prepares a question for a person: may Candor act for you at this API? The error says what
    /// is missing.
    pub fn consent(&self, wish: &ConsentWish) -> Result<Consent, String> {
        match &self.0.kind {
            Kind::OpenApi(api) if self.state().is_ready() => api.consent(self.name(), wish),
            Kind::OpenApi(_) => Err(self.0.shared.not_ready().sentence()),
            _ => Err(format!("`{}` is not an API with a document", self.name())),
        }
    }

    /// Wants to hear when a resource changes. Counted: the server is told once, and again after
    /// a reconnection.
    pub async fn watch_resource(&self, uri: &str) -> Result<(), SourceError> {
        let shared = &self.0.shared;
        if !shared.state.borrow().is_ready() {
            return Err(shared.not_ready());
        }
        if !shared.inventory().server.can_subscribe() {
            return Err(SourceError::Refused {
                name: shared.name().clone(),
                reason: format!("it does not tell when a resource such as `{uri}` changes"),
            });
        }
        let session = shared.ready()?;
        shared.watches.add(&session, uri).await
    }

    /// Takes one [`Source::watch_resource`] back.
    pub async fn unwatch_resource(&self, uri: &str) {
        let shared = &self.0.shared;
        shared
            .watches
            .remove(shared.ready().ok().as_ref(), uri)
            .await;
    }

    /// Says how much log is wanted. It is told to legacy servers that have logging, again after
    /// a reconnection; modern servers hear it with every question of a legacy client.
    pub async fn set_log_level(&self, level: &str) {
        self.0.shared.set_level(level);
        if let Ok(session) = self.0.shared.ready() {
            actor::set_level(&session, level).await;
        }
    }

    /// Tells a legacy server that a client's roots have changed.
    pub async fn roots_changed(&self) {
        if let Ok(session) = self.0.shared.ready()
            && session.era == Era::Legacy
        {
            session
                .say(envelope::notification(method::ROOTS_CHANGED, None))
                .await;
        }
    }

    /// Connects anew: at once if the source is waiting for its next attempt, and with a new
    /// connection if it is ready.
    pub fn restart(&self) {
        let shared = &self.0.shared;
        let serial = shared
            .session
            .borrow()
            .as_ref()
            .map(|session| session.serial);
        shared.order(Order::Restart(serial));
    }

    /// Stops it for good, and waits until its process has ended. Calls that are open are lost.
    pub async fn stop(&self) {
        let shared = &self.0.shared;
        shared.stop.cancel();
        shared.tasks.close();
        shared.tasks.wait().await;
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", self.name())
            .field("state", &self.state())
            .finish()
    }
}
