//! A call made from the try-it page.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use candor_dashboard_kit::{DashboardState, TryItNotifier, now_micros};
use candor_gateway::records::{ApprovalFilter, StoreError};
use candor_gateway::{CatalogueTool, ClientContext, Endpoint, Gateway, IncomingCall};
use candor_model::{
    Approval, ApprovalState, CallId, CallKind, CallerIdentity, Digest, McpRevision, QualifiedName,
};
use candor_schema::canonical;
use candor_wire::{RawJson, RawObject, meta};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::result::ResultPanel;

/// The maximum number of approvals searched for that of a call.
const LOOKED: usize = 100;
/// The maximum number of progress messages.
const REMARKS: usize = 50;

/// A submitted call.
pub(crate) struct TryItRequest {
    pub(crate) identity: CallerIdentity,
    pub(crate) tool: Arc<CatalogueTool>,
    pub(crate) endpoint: Endpoint,
    pub(crate) arguments: RawJson,
    /// Whether the arguments were given as JSON.
    pub(crate) as_json: bool,
    /// The id of the form, so that submitting it twice makes one call.
    pub(crate) once: String,
}

/// A call made from the try-it page.
pub(crate) struct TryItCall {
    /// The id in the address of its page.
    pub(crate) id: String,
    /// The user who sees it.
    pub(crate) owner: String,
    pub(crate) tool: QualifiedName,
    pub(crate) endpoint: Endpoint,
    pub(crate) arguments: RawJson,
    pub(crate) as_json: bool,
    pub(crate) begun_micros: i64,
    begun: Instant,
    once: String,
    /// The digests of arguments and definition, which identify its approval.
    bound: (Digest, Digest),
    /// Notified when there is something new to show.
    notifier: TryItNotifier,
    remarks: Mutex<VecDeque<String>>,
    end: OnceLock<(TryItEnd, Instant)>,
    stop: CancellationToken,
    over: CancellationToken,
}

/// The end of a call.
pub(crate) enum TryItEnd {
    Answered(Box<ResultPanel>),
    Cancelled,
}

// === impl TryItRequest ===

impl TryItRequest {
    /// Creates the call and the request to the gateway.
    pub(super) fn begin(self, pages: &DashboardState) -> (Arc<TryItCall>, IncomingCall) {
        let call = TryItCall {
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
            notifier: pages.trials.clone(),
            remarks: Mutex::default(),
            end: OnceLock::new(),
            stop: CancellationToken::new(),
            over: CancellationToken::new(),
        };
        (Arc::new(call), self.arrival(&pages.gateway))
    }

    fn arrival(self, gateway: &Gateway) -> IncomingCall {
        let wants = RawObject::from_iter([
            (meta::PROGRESS_TOKEN, RawJson::string("candor-try-it")),
            (meta::LOG_LEVEL, RawJson::string("info")),
        ]);
        let params = RawObject::from_iter([
            ("name", RawJson::string(self.tool.exposed.as_str())),
            ("arguments", self.arguments),
            ("_meta", wants.to_json()),
        ]);
        let info = json!({"name": "Candor dashboard", "version": env!("CARGO_PKG_VERSION")});
        let client = ClientContext {
            // A revision in which a refused elicitation is answered immediately.
            revision: McpRevision::NEWEST_LEGACY,
            key: gateway.next_client_key(),
            capabilities: RawObject::default().to_json(),
            info: Some(RawJson::from_value(&info)),
            trace: Vec::new(),
            identity: self.identity,
            session: None,
            endpoint: self.endpoint,
        };
        let bytes = params.to_json().len();
        IncomingCall::new(client, CallKind::Tool, params, bytes)
    }
}

/// The digest of the canonical arguments, as the gateway computes it.
fn digest(arguments: &RawJson) -> Digest {
    let value: Value = arguments.decode().unwrap_or_default();
    Digest::of(canonical(&value))
}

// === impl TryItCall ===

impl TryItCall {
    /// Whether this call belongs to an earlier submission of the same form with the same input.
    pub(super) fn is_of(&self, request: &TryItRequest) -> bool {
        self.owner == request.identity.name
            && self.once == request.once
            && self.tool == request.tool.name
            && self.endpoint == request.endpoint
            && self.arguments == request.arguments
    }

    /// How and when it ended, if it has.
    pub(crate) fn end(&self) -> Option<&(TryItEnd, Instant)> {
        self.end.get()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.end.get().is_some()
    }

    /// The duration, so far or in total.
    pub(crate) fn took(&self) -> Duration {
        let until = self.end().map_or_else(Instant::now, |(_, at)| *at);
        until.saturating_duration_since(self.begun)
    }

    /// The progress messages, oldest first.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let remarks = self.remarks.lock();
        let remarks = remarks.unwrap_or_else(PoisonError::into_inner);
        remarks.iter().cloned().collect()
    }

    /// Cancels the call, if it is still running.
    pub(crate) fn cancel(&self) {
        self.stop.cancel();
    }

    /// Waits for the end, with a timeout.
    pub(crate) async fn wait(&self, most: Duration) {
        // The timeout is no error.
        let _ = tokio::time::timeout(most, self.over.cancelled()).await;
    }

    /// The approval that it waits for, if any.
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
        let page = gateway.records().approvals(&filter, None, LOOKED).await?;
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

    /// Adds a progress message, unless it repeats the last one.
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
        self.notifier.notify();
    }

    /// Ends the call.
    pub(super) fn finish(&self, end: TryItEnd) {
        // Only the first end is stored.
        let _ = self.end.set((end, Instant::now()));
        self.over.cancel();
        self.notifier.notify();
    }

    /// A call without a request.
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
            notifier: TryItNotifier::default(),
            remarks: Mutex::default(),
            end: OnceLock::new(),
            stop: CancellationToken::new(),
            over: CancellationToken::new(),
        }
    }

    /// Subscribes to notifications.
    #[cfg(test)]
    pub(super) fn listen(&self) -> tokio::sync::watch::Receiver<()> {
        self.notifier.subscribe()
    }

    #[cfg(test)]
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_cancelled()
    }
}
