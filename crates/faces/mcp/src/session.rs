//! One legacy client's session: its handshake, and its open requests and streams.

use std::collections::HashMap;
use std::future::poll_fn;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use bytes::Bytes;
use candor_gateway::{
    ClientContext, ClientEvent, Gateway, ResourceWatch, SessionGuard, UsageGuard,
};
use candor_model::{McpLogLevel, McpRevision, SessionId};
use candor_wire::{ErrorObject, RawJson};
use tokio_util::sync::CancellationToken;

use crate::dispatch::VerifiedPeer;
use crate::feed::SessionFeed;
use crate::input_requests::OpenInputRequests;
use crate::level;
use crate::negotiate::InitializeParams;
use crate::open_requests::OpenRequests;
use crate::resumable_stream::ResumableStreams;
use crate::seen_content::SeenContent;

/// The maximum number of resource subscriptions per session.
const WATCH_LIMIT: usize = 1_000;

/// A session. It ends by [`Self::end`], or when the last handle to it is dropped.
pub(crate) struct McpSession {
    id: SessionId,
    client: Arc<ClientContext>,
    content: Mutex<SeenContent>,
    asks: OpenInputRequests,
    calls: OpenRequests,
    level: Mutex<Option<McpLogLevel>>,
    watches: Mutex<HashMap<String, (ResourceWatch, UsageGuard)>>,
    feed: Mutex<SessionFeed>,
    resumable: ResumableStreams,
    streams: AtomicUsize,
    began: Instant,
    used_ms: AtomicU64,
    ended: CancellationToken,
    /// Leaves the gateway's open sessions on drop.
    _membership: SessionGuard,
}

/// An open stream; the session is not idle while it exists.
pub(crate) struct SessionStream {
    session: Arc<McpSession>,
    reader: u64,
}

// === impl McpSession ===

impl McpSession {
    /// Starts a session for a client that has sent `initialize`. It gets a new id unless the
    /// connection has one.
    pub(crate) fn begin(gateway: &Gateway, hello: InitializeParams, peer: VerifiedPeer) -> Self {
        let own = || SessionId::fresh().as_str().into();
        let id: Arc<str> = peer.session.unwrap_or_else(own);
        let client = Arc::new(ClientContext {
            revision: hello.revision,
            key: gateway.next_client_key(),
            capabilities: hello.capabilities,
            info: hello.info,
            trace: Vec::new(),
            identity: peer.identity,
            session: Some(Arc::clone(&id)),
            endpoint: peer.endpoint,
        });
        let (feed, asks) = SessionFeed::new(gateway);
        let membership = gateway.join(Arc::clone(&client), asks);
        Self {
            id: SessionId::presented(&id),
            content: Mutex::new(SeenContent::new(gateway, &client.endpoint)),
            client,
            asks: OpenInputRequests::default(),
            calls: OpenRequests::default(),
            level: Mutex::default(),
            watches: Mutex::default(),
            feed: Mutex::new(feed),
            resumable: ResumableStreams::default(),
            streams: AtomicUsize::new(0),
            began: Instant::now(),
            used_ms: AtomicU64::new(0),
            ended: CancellationToken::new(),
            _membership: membership,
        }
    }

    /// The id that the client presents with its requests.
    pub(crate) fn id(&self) -> &SessionId {
        &self.id
    }

    /// The client of the session.
    pub(crate) fn client(&self) -> &Arc<ClientContext> {
        &self.client
    }

    /// The questions that the client has not answered.
    pub(crate) fn asks(&self) -> &OpenInputRequests {
        &self.asks
    }

    /// The client's open requests.
    pub(crate) fn calls(&self) -> &OpenRequests {
        &self.calls
    }

    /// The streams of its calls, for a client that comes back to them.
    pub(crate) fn resumable(&self) -> &ResumableStreams {
        &self.resumable
    }

    /// Whether the client comes back to a stream that ends before the answer. Older clients may
    /// resume a stream that broke, but do not understand an event without data.
    pub(crate) fn comes_back(&self) -> bool {
        self.client.revision >= McpRevision::V2025_11_25
    }

    /// Ends the session and everything that is open in it.
    pub(crate) fn end(&self) {
        self.ended.cancel();
        self.calls.cancel_all();
        self.asks.close();
        lock(&self.watches).clear();
    }

    /// Sets the minimum level of log messages.
    pub(crate) fn set_level(&self, level: McpLogLevel) {
        *lock(&self.level) = Some(level);
    }

    /// Whether the client wants this log message. All messages are wanted if it set no level.
    pub(crate) fn wants_log(&self, params: Option<&RawJson>) -> bool {
        lock(&self.level).is_none_or(|least| level::of_message(params) >= least)
    }

    /// Subscribes to a resource. This is idempotent; a client that may no longer read the resource
    /// loses its subscription.
    pub(crate) async fn watch(&self, gateway: &Gateway, uri: String) -> Result<(), ErrorObject> {
        if !self.watches(&uri) && lock(&self.watches).len() >= WATCH_LIMIT {
            let sentence = format!("a session can follow {WATCH_LIMIT} resources, and no more");
            return Err(ErrorObject::new(
                candor_wire::code::INVALID_PARAMS,
                sentence,
            ));
        }
        let held = gateway
            .hold_watch(&self.client.identity, &uri)
            .map_err(|reached| {
                ErrorObject::new(candor_wire::code::INVALID_PARAMS, reached.to_string())
            })?;
        match gateway.watch_resource(&self.client, &uri).await {
            Ok(watch) => {
                // Bound first, so that the value is dropped outside the lock.
                let before = lock(&self.watches).insert(uri, (watch, held));
                drop(before);
                Ok(())
            }
            Err(error) => {
                self.unwatch(&uri);
                Err(error)
            }
        }
    }

    /// Ends the subscription to a resource.
    pub(crate) fn unwatch(&self, uri: &str) {
        // Bound first, so that the value is dropped outside the lock.
        let unwatched = lock(&self.watches).remove(uri);
        drop(unwatched);
    }

    /// Whether the session has subscribed to a resource.
    pub(crate) fn watches(&self, uri: &str) -> bool {
        lock(&self.watches).contains_key(uri)
    }

    /// Whether a change concerns what the session's endpoint serves.
    pub(crate) fn is_concerned(&self, gateway: &Gateway, change: &ClientEvent) -> bool {
        lock(&self.content).is_concerned(gateway, change)
    }

    /// Opens the stream for messages outside requests. There is one at a time: a message must not
    /// be sent twice, and a client that opens a second one has most likely lost the first.
    pub(crate) fn stream(self: &Arc<Self>) -> SessionStream {
        let reader = lock(&self.feed).open();
        self.streams.fetch_add(1, Ordering::Relaxed);
        SessionStream {
            session: Arc::clone(self),
            reader,
        }
    }

    /// Records activity of the client.
    pub(crate) fn touch(&self, when: Instant) {
        let ms = when.saturating_duration_since(self.began).as_millis();
        self.used_ms
            .fetch_max(u64::try_from(ms).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// How long the client was inactive, in milliseconds; 0 while a request or stream is open.
    pub(crate) fn silent_ms(&self, now: Instant) -> u64 {
        if self.streams.load(Ordering::Relaxed) > 0 {
            return 0;
        }
        if let Some(open) = self.calls.last_open(now) {
            self.touch(open);
        }
        let ms = now.saturating_duration_since(self.began).as_millis();
        u64::try_from(ms)
            .unwrap_or(u64::MAX)
            .saturating_sub(self.used_ms.load(Ordering::Relaxed))
    }
}

impl Drop for McpSession {
    fn drop(&mut self) {
        self.end();
    }
}

impl std::fmt::Debug for McpSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Session({}, {})", self.client.key, self.client.revision)
    }
}

// === impl SessionStream ===

impl SessionStream {
    /// The client of the session.
    pub(crate) fn client(&self) -> &ClientContext {
        self.session.client()
    }

    /// The next message for the client. `None`: the stream is over, because it was replaced, the
    /// session has ended or the gateway has.
    pub(crate) async fn next(&mut self) -> Option<Bytes> {
        let session = &self.session;
        let message = poll_fn(|cx| lock(&session.feed).poll(cx, self.reader, session));
        tokio::select! {
            biased;
            () = session.ended.cancelled() => None,
            message = message => message,
        }
    }
}

impl Drop for SessionStream {
    fn drop(&mut self) {
        lock(&self.session.feed).close(self.reader);
        self.session.touch(Instant::now());
        self.session.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
