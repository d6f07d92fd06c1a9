//! One call that somebody makes from a page.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use candor_frame::{Bell, Pages, now_micros};
use candor_gateway::{Arrival, Client, Endpoint, Gateway, Tool};
use candor_model::{
    Approval, ApprovalState, CallId, CallKind, Digest, Identity, QualifiedName, Revision,
};
use candor_schema::canonical;
use candor_store::{ApprovalFilter, StoreError};
use candor_wire::{RawJson, RawObject, meta};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::answer::Answer;

/// The most questions that are looked through for the one about a call.
const LOOKED: usize = 100;
/// How many remarks of a call are kept.
const REMARKS: usize = 50;

/// A call that somebody wants to make.
pub(crate) struct Wish {
    pub(crate) identity: Identity,
    pub(crate) tool: Arc<Tool>,
    pub(crate) endpoint: Endpoint,
    pub(crate) arguments: RawJson,
    /// Whether the arguments were written as JSON.
    pub(crate) as_json: bool,
    /// What the form is told by, so that sending it twice makes one call.
    pub(crate) once: String,
}

/// See the module.
pub(crate) struct Trial {
    /// As its page is called.
    pub(crate) id: String,
    /// Who sees it.
    pub(crate) owner: String,
    pub(crate) tool: QualifiedName,
    pub(crate) endpoint: Endpoint,
    pub(crate) arguments: RawJson,
    pub(crate) as_json: bool,
    pub(crate) begun_micros: i64,
    begun: Instant,
    once: String,
    /// By which a question about it is recognised: the digests of arguments and definition.
    bound: (Digest, Digest),
    /// Told when there is something new to show.
    bell: Bell,
    remarks: Mutex<VecDeque<String>>,
    end: OnceLock<(End, Instant)>,
    stop: CancellationToken,
    over: CancellationToken,
}

/// How it ended.
pub(crate) enum End {
    Answered(Answer),
    /// Whoever made it took it back.
    Cancelled,
}

// === impl Wish ===

impl Wish {
    /// The call, to be followed and to be made.
    pub(super) fn begin(self, pages: &Pages) -> (Arc<Trial>, Arrival) {
        let trial = Trial {
            id: CallId::fresh().to_string(),
            owner: self.identity.name.clone(),
            tool: self.tool.name.clone(),
            endpoint: self.endpoint.clone(),
            arguments: self.arguments.clone(),
            as_json: self.as_json,
            begun_micros: now_micros(),
            begun: Instant::now(),
            once: self.once.clone(),
            bound: (digest(&self.arguments), self.tool.hash),
            bell: pages.trials.clone(),
            remarks: Mutex::default(),
            end: OnceLock::new(),
            stop: CancellationToken::new(),
            over: CancellationToken::new(),
        };
        (Arc::new(trial), self.arrival(&pages.gateway))
    }

    fn arrival(self, gateway: &Gateway) -> Arrival {
        let wants = RawObject::from_iter([
            (meta::PROGRESS_TOKEN, RawJson::string("candor-trial")),
            (meta::LOG_LEVEL, RawJson::string("info")),
        ]);
        let params = RawObject::from_iter([
            ("name", RawJson::string(self.tool.exposed.as_str())),
            ("arguments", self.arguments),
            ("_meta", wants.to_json()),
        ]);
        let info = json!({"name": "Candor dashboard", "version": env!("CARGO_PKG_VERSION")});
        let client = Client {
            // One that can be asked while it waits, so that its no reaches the source at once.
            revision: Revision::NEWEST_LEGACY,
            key: gateway.fresh_key(),
            capabilities: RawObject::default().to_json(),
            info: Some(RawJson::from_value(&info)),
            trace: Vec::new(),
            identity: self.identity,
            session: None,
            endpoint: self.endpoint,
        };
        let bytes = params.to_json().len();
        Arrival::new(client, CallKind::Tool, params, bytes)
    }
}

/// As the gateway takes it: of the arguments in their canonical form.
fn digest(arguments: &RawJson) -> Digest {
    let value: Value = arguments.decode().unwrap_or_default();
    Digest::of(canonical(&value))
}

// === impl Trial ===

impl Trial {
    /// Whether this is what came of a form when it was sent the first time. Whoever goes back
    /// and changes something makes another call.
    pub(super) fn is_of(&self, wish: &Wish) -> bool {
        self.owner == wish.identity.name
            && self.once == wish.once
            && self.tool == wish.tool.name
            && self.endpoint == wish.endpoint
            && self.arguments == wish.arguments
    }

    /// How it ended and when, if it has.
    pub(crate) fn end(&self) -> Option<&(End, Instant)> {
        self.end.get()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.end.get().is_some()
    }

    /// How long it has taken, so far or in the end.
    pub(crate) fn took(&self) -> Duration {
        let until = self.end().map_or_else(Instant::now, |(_, at)| *at);
        until.saturating_duration_since(self.begun)
    }

    /// What was remarked on the way, the oldest first.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let remarks = self.remarks.lock();
        let remarks = remarks.unwrap_or_else(PoisonError::into_inner);
        remarks.iter().cloned().collect()
    }

    /// Takes it back, if it is still under way.
    pub(crate) fn cancel(&self) {
        self.stop.cancel();
    }

    /// Waits until it is over, but no longer than this.
    pub(crate) async fn wait(&self, most: Duration) {
        // It goes on either way.
        let _ = tokio::time::timeout(most, self.over.cancelled()).await;
    }

    /// The question to a person that it waits for, if it waits for one.
    pub(crate) async fn question(&self, gateway: &Gateway) -> Result<Option<Approval>, StoreError> {
        if self.is_over() {
            return Ok(None);
        }
        let filter = ApprovalFilter {
            states: vec![ApprovalState::Pending],
            tool: Some(self.tool.clone()),
            principal: Some(self.owner.clone()),
            ..ApprovalFilter::default()
        };
        let page = gateway.store().approvals(&filter, None, LOOKED).await?;
        let now = now_micros();
        let about = |approval: &Approval| {
            let binding = &approval.binding;
            approval.state_at(now) == ApprovalState::Pending
                && binding.environment == self.endpoint.environment
                && (binding.arguments, binding.definition) == self.bound
        };
        Ok(page.approvals.into_iter().find(about))
    }

    pub(super) async fn stopped(&self) {
        self.stop.cancelled().await;
    }

    /// Writes down a remark, unless it is what was said last.
    pub(super) fn remark(&self, text: String) {
        let remarks = self.remarks.lock();
        let mut remarks = remarks.unwrap_or_else(PoisonError::into_inner);
        if remarks.back() == Some(&text) {
            return;
        }
        if remarks.len() == REMARKS {
            remarks.pop_front();
        }
        remarks.push_back(text);
        self.bell.ring();
    }

    /// It is over.
    pub(super) fn finish(&self, end: End) {
        // The first end is the one that counts.
        let _ = self.end.set((end, Instant::now()));
        self.over.cancel();
        self.bell.ring();
    }

    /// One that calls nothing.
    #[cfg(test)]
    pub(super) fn blank(owner: &str) -> Self {
        let source = candor_model::SourceName::parse("shop").expect("a name");
        Self {
            id: CallId::fresh().to_string(),
            owner: owner.to_owned(),
            tool: QualifiedName::new(source, "sell"),
            endpoint: Endpoint::default(),
            arguments: RawObject::default().to_json(),
            as_json: false,
            begun_micros: now_micros(),
            begun: Instant::now(),
            once: String::new(),
            bound: (Digest::of(""), Digest::of("")),
            bell: Bell::default(),
            remarks: Mutex::default(),
            end: OnceLock::new(),
            stop: CancellationToken::new(),
            over: CancellationToken::new(),
        }
    }

    /// Hears when there is something new to show.
    #[cfg(test)]
    pub(super) fn listen(&self) -> tokio::sync::watch::Receiver<()> {
        self.bell.listen()
    }

    #[cfg(test)]
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_cancelled()
    }
}
