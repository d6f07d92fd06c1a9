//! One open connection, after the handshake.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use candor_model::{McpEra, McpRevision};
use candor_wire::link::{LinkInbox, RequestHeaders, ServerLink};
use candor_wire::{RawJson, RawObject};
use tokio::sync::{Notify, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::active_calls::ActiveCalls;
use crate::connect::ConnectedServer;
use crate::identity;
use crate::inventory::ServerFacts;
use crate::list_kinds::{ListKinds, SharedListKinds};
use crate::request::{OutgoingRequest, RequestTarget, SourceRequest};
use crate::router;
use crate::rpc::{self, UpstreamCallError};
use crate::shared::SourceShared;

/// The maximum number of concurrent replies to a server. A server that sends more requests gets no
/// answer to the rest.
const REPLIES: usize = 64;
/// The time limit for sending a message that expects no answer.
const REMARK: Duration = Duration::from_secs(5);

/// One connection: the link and the facts about its server.
pub(crate) struct ServerSession {
    pub(crate) shared: Arc<SourceShared>,
    /// The number of the connection, so that outdated commands can be recognised.
    pub(crate) serial: u64,
    pub(crate) link: ServerLink,
    pub(crate) era: McpEra,
    pub(crate) revision: McpRevision,
    pub(crate) facts: ServerFacts,
    pub(crate) active_calls: ActiveCalls,
    /// Whether the server does not announce changes (modern servers without a listen stream).
    pub(crate) tells_nothing: AtomicBool,
    pub(crate) ended: CancellationToken,
    pub(crate) tasks: TaskTracker,
    pub(crate) born: Instant,
    logs: bool,
    replies: Arc<Semaphore>,
    changed: SharedListKinds,
    bell: Notify,
    heard_at: AtomicU64,
}

// === impl ServerSession ===

impl ServerSession {
    pub(crate) fn new(
        shared: Arc<SourceShared>,
        serial: u64,
        connected: ConnectedServer,
    ) -> (Arc<Self>, LinkInbox) {
        let ConnectedServer {
            link,
            inbox,
            era,
            revision,
            facts,
        } = connected;
        let session = Self {
            shared,
            serial,
            era,
            revision,
            logs: link.kind() != "http" && (era == McpEra::Modern || facts.has_logging()),
            link,
            facts,
            active_calls: ActiveCalls::default(),
            tells_nothing: AtomicBool::new(false),
            ended: CancellationToken::new(),
            tasks: TaskTracker::new(),
            born: Instant::now(),
            replies: Arc::new(Semaphore::new(REPLIES)),
            changed: SharedListKinds::default(),
            bell: Notify::new(),
            heard_at: AtomicU64::new(0),
        };
        (Arc::new(session), inbox)
    }

    /// Whether messages that belong to a call may arrive outside its exchange.
    pub(crate) fn shares_inbox(&self) -> bool {
        !self.closes_to_cancel()
    }

    /// Whether log messages of a call arrive outside its exchange.
    pub(crate) fn logs_to_inbox(&self) -> bool {
        self.logs
    }

    /// Whether a request is cancelled by closing its stream: modern HTTP has no message for it.
    pub(crate) fn closes_to_cancel(&self) -> bool {
        self.era == McpEra::Modern && self.link.kind() == "http"
    }

    /// The headers of a request; only modern HTTP has any in addition to the trace context.
    pub(crate) fn headers<'a>(&self, method: &'a str, name: Option<&'a str>) -> RequestHeaders<'a> {
        if !self.closes_to_cancel() {
            return RequestHeaders::default();
        }
        RequestHeaders {
            protocol_version: Some(self.revision),
            method: Some(method),
            name,
            ..RequestHeaders::default()
        }
    }

    /// The headers of a client's request.
    pub(crate) fn headers_of<'a>(&self, request: &'a SourceRequest) -> RequestHeaders<'a> {
        let headers = self.headers(&request.method, request.subject.as_deref());
        let params = if self.closes_to_cancel() {
            &request.headers[..]
        } else {
            &[]
        };
        RequestHeaders {
            params,
            trace: &request.asker.trace,
            ..headers
        }
    }

    /// Sends one of Candor's own requests, within the source's start timeout.
    pub(crate) async fn call(
        self: &Arc<Self>,
        method: &'static str,
        mut params: RawObject,
    ) -> Result<RawJson, UpstreamCallError> {
        if self.era == McpEra::Modern {
            params.set("_meta", identity::request_meta(self.revision));
        }
        let headers = self.headers(method, None);
        let id = self.link.next_id();
        let asking = rpc::call(&self.link, id, method, &params, &headers, |notification| {
            router::remark(self, notification);
        });
        let limit = self.shared.spec.limits.start_timeout;
        let outcome = tokio::time::timeout(limit, asking)
            .await
            .unwrap_or_else(|_| {
                self.give_up(id, "no answer in time");
                Err(UpstreamCallError::Silent { method, limit })
            });
        if matches!(outcome, Ok(_) | Err(UpstreamCallError::Declined { .. })) {
            self.heard();
        }
        outcome
    }

    /// Sends an answer to a server's request in the background.
    pub(crate) fn reply(self: &Arc<Self>, message: Bytes) {
        let Ok(permit) = Arc::clone(&self.replies).try_acquire_owned() else {
            tracing::warn!(
                source = %self.shared.name(),
                "too many requests of the server at once; one is not answered"
            );
            return;
        };
        self.say_later(message, Some(permit));
    }

    /// Cancels a request at the server, in the background.
    pub(crate) fn give_up(self: &Arc<Self>, id: u64, reason: &str) {
        if !self.closes_to_cancel() {
            self.say_later(rpc::cancelled(id, reason), None);
        }
    }

    /// Sends a request in the background whose answer is ignored.
    pub(crate) fn ask_later(self: &Arc<Self>, request: &SourceRequest) {
        // Also called by drop handlers, which may run while the runtime shuts down.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let id = self.link.next_id();
        let target = RequestTarget {
            revision: self.revision,
            level: None,
        };
        let Ok(outgoing) = OutgoingRequest::write(id, request, &target, &RawObject::default())
        else {
            return;
        };
        let (method, subject) = (request.method.clone(), request.subject.clone());
        let session = Arc::clone(self);
        let asking = async move {
            let headers = session.headers(&method, subject.as_deref());
            if let Ok(mut exchange) = session.link.request(id, outgoing.bytes, &headers).await {
                exchange.next().await;
            }
        };
        let asking = async move { drop(tokio::time::timeout(REMARK, asking).await) };
        self.tasks.spawn_on(asking, &runtime);
    }

    fn say_later(
        self: &Arc<Self>,
        message: Bytes,
        permit: Option<tokio::sync::OwnedSemaphorePermit>,
    ) {
        // Also called by drop handlers, which may run while the runtime shuts down.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let session = Arc::clone(self);
        self.tasks.spawn_on(
            async move {
                session.say(message).await;
                drop(permit);
            },
            &runtime,
        );
    }

    /// Sends a message that expects no answer. A failure is only logged, since it also shows
    /// elsewhere.
    pub(crate) async fn say(&self, message: Bytes) {
        let headers = RequestHeaders {
            protocol_version: self.closes_to_cancel().then_some(self.revision),
            ..RequestHeaders::default()
        };
        match tokio::time::timeout(REMARK, Box::pin(self.link.send(message, &headers))).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::debug!(
                    source = %self.shared.name(), %error,
                    "a message could not be sent"
                );
            }
            Err(_) => {
                tracing::debug!(
                    source = %self.shared.name(),
                    "a message could not be sent in time"
                );
            }
        }
    }

    /// Records that the server is alive.
    pub(crate) fn heard(&self) {
        let at = u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.heard_at.store(at, Ordering::Relaxed);
    }

    /// How long nothing was received.
    pub(crate) fn quiet_for(&self) -> Duration {
        let heard_at = Duration::from_millis(self.heard_at.load(Ordering::Relaxed));
        self.born.elapsed().saturating_sub(heard_at)
    }

    /// Marks lists as changed.
    pub(crate) fn mark_changed(&self, kinds: ListKinds) {
        self.changed.add(kinds);
        self.bell.notify_one();
    }

    /// Waits for changed lists.
    pub(crate) async fn changes(&self) -> ListKinds {
        loop {
            let kinds = self.changed.take();
            if !kinds.is_empty() {
                return kinds;
            }
            self.bell.notified().await;
        }
    }

    /// Ends the connection and everything that runs on it.
    pub(crate) async fn close(&self) {
        self.ended.cancel();
        self.link.close().await;
        self.tasks.close();
        // Remaining tasks send into a closed link and fail by themselves.
        let _ = tokio::time::timeout(REMARK, self.tasks.wait()).await;
    }
}
