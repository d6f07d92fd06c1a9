//! The connection to one client over pipes: handles each line.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use candor_gateway::{Endpoint, Gateway, StartupWait};
use candor_model::{CallerIdentity, McpEra, Roles, SessionId};
use candor_wire::{
    EnvelopeError, ErrorObject, IncomingBody, JsonRpcMessage, JsonRpcNotification, JsonRpcRequest,
    RawObject, RequestId, code, method,
};
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::refused;
use crate::batch;
use crate::dispatch::VerifiedPeer;
use crate::dispatch::{ClientRequest, legacy, modern};
use crate::meta;
use crate::negotiate::{self, InitializeParams};
use crate::open_requests::OpenRequests;
use crate::refusal::TransportRefusal;
use crate::response::{FinishedResponse, RequestFault, ResponsePart, ResponseParts};
use crate::session::McpSession;

/// The state of the connection. Requests run concurrently; changes of the state are applied in
/// order of arrival.
pub(super) struct StdioConnection {
    gateway: Gateway,
    peer: VerifiedPeer,
    out: mpsc::Sender<Bytes>,
    calls: OpenRequests,
    session: Option<Arc<McpSession>>,
    /// Whether the session's feed has been started.
    fed: bool,
    /// Cancelled once the answer to `initialize` was sent: no message may come before it.
    greeted: CancellationToken,
    tasks: TaskTracker,
    closing: CancellationToken,
}

// === impl StdioConnection ===

impl StdioConnection {
    /// Creates the connection. The client has started this process; requests of both eras share the
    /// connection, and with it its session.
    pub(super) fn new(gateway: Gateway, endpoint: Endpoint, out: mpsc::Sender<Bytes>) -> Self {
        let peer = VerifiedPeer {
            // A client that starts this process could also use the command line.
            identity: CallerIdentity {
                roles: Roles::ALL,
                ..CallerIdentity::local()
            },
            session: Some(SessionId::fresh().as_str().into()),
            endpoint,
        };
        Self {
            gateway,
            peer,
            out,
            calls: OpenRequests::default(),
            session: None,
            fed: false,
            greeted: CancellationToken::new(),
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
        }
    }

    /// Writes a line to the client. Does nothing if the client is gone.
    pub(super) async fn say(&self, message: Bytes) {
        let _ = self.out.send(message).await;
    }

    /// Handles a line.
    pub(super) async fn take(&mut self, line: Bytes) {
        let bytes = line.len();
        match IncomingBody::parse(line) {
            Ok(IncomingBody::Single(JsonRpcMessage::Request(request))) => {
                self.request(request, bytes).await;
            }
            Ok(IncomingBody::Single(JsonRpcMessage::Notification(notification))) => {
                self.notification(notification);
            }
            Ok(IncomingBody::Single(JsonRpcMessage::Response(response))) => {
                if let Some(session) = &self.session {
                    self.tasks.spawn(session.asks().answer(response));
                }
            }
            Ok(IncomingBody::Batch(messages)) => self.batch(messages).await,
            Err(error) => self.say(refused(&TransportRefusal::Envelope(error))).await,
        }
    }

    /// Finishes open calls, within the given times.
    pub(super) async fn close(self, drain: Duration, cancel: Duration) {
        self.closing.cancel();
        if let Some(session) = &self.session {
            // The client can no longer answer.
            session.asks().close();
        }
        self.tasks.close();
        let finished = async {
            tokio::select! {
                () = self.tasks.wait() => {}
                () = self.out.closed() => {}
                () = tokio::time::sleep(drain) => {
                    tracing::warn!("Calls were still running and have been cancelled");
                }
            }
        };
        finished.await;
        self.calls.cancel_all();
        // Cancelled calls end at once; a task that does not is abandoned.
        let _ = tokio::time::timeout(cancel, self.tasks.wait()).await;
        if let Some(session) = &self.session {
            session.end();
            tracing::info!(session = session.client().key, "The session has ended");
        }
    }

    async fn request(&mut self, request: JsonRpcRequest, bytes: usize) {
        let mut question = match ClientRequest::open(request, bytes) {
            Ok(question) => question,
            Err((id, error)) => return self.fault(&id, error).await,
        };
        let version = match question.meta.version() {
            Ok(version) => version.map(Cow::into_owned),
            Err(error) => return self.fault(&question.id, error).await,
        };
        question.ticket = Some(self.calls.begin(&question.id));
        match version {
            Some(version) => self.modern(question, &version).await,
            None => self.legacy(question).await,
        }
    }

    async fn modern(&mut self, question: Box<ClientRequest>, version: &str) {
        let modern = match question.meta.modern(version) {
            Ok(modern) => modern,
            Err(error) => return self.fault(&question.id, error).await,
        };
        let (gateway, peer) = (self.gateway.clone(), self.peer.clone());
        let (out, closing) = (self.out.clone(), self.closing.clone());
        self.tasks.spawn(async move {
            let reply = modern::dispatch(&gateway, peer, modern, question, &closing).await;
            relay(reply.into_parts(), out).await;
        });
    }

    async fn legacy(&mut self, question: Box<ClientRequest>) {
        match (&*question.method, &self.session) {
            (method::INITIALIZE, None) => self.initialize(question).await,
            (_, Some(session)) => {
                let (gateway, session, out) =
                    (self.gateway.clone(), Arc::clone(session), self.out.clone());
                self.tasks.spawn(async move {
                    let reply = legacy::dispatch(&gateway, &session, question).await;
                    relay(reply.into_parts(), out).await;
                });
            }
            (method::PING, None) => {
                let pong = FinishedResponse::new(
                    &question.id,
                    &Ok(RawObject::default().to_json()),
                    McpEra::Legacy,
                );
                self.say(pong.into_bytes()).await;
            }
            (method::DISCOVER | method::LISTEN, None) => {
                self.fault(&question.id, meta::missing()).await;
            }
            (_, None) => {
                let error = ErrorObject::new(
                    code::INVALID_REQUEST,
                    TransportRefusal::NotInitialized.to_string(),
                );
                self.fault(&question.id, error).await;
            }
        }
    }

    /// Starts the session at once, so that the next line finds it, and answers when the sources are
    /// ready or the wait is over.
    async fn initialize(&mut self, question: Box<ClientRequest>) {
        let hello = match InitializeParams::read(&question.params) {
            Ok(hello) => hello,
            Err(error) => return self.fault(&question.id, error).await,
        };
        let revision = hello.revision;
        let session = Arc::new(McpSession::begin(&self.gateway, hello, self.peer.clone()));
        let client = session.client();
        tracing::info!(
            session = client.key,
            revision = %client.revision,
            client = client.label(),
            "A session has begun"
        );
        let endpoint = client.endpoint.clone();
        self.session = Some(session);
        let (gateway, out) = (self.gateway.clone(), self.out.clone());
        let greeted = self.greeted.clone();
        self.tasks.spawn(async move {
            gateway.settled(StartupWait::Greeting).await;
            let welcome = negotiate::welcome(revision, &gateway.catalogue(), &endpoint);
            let answer = FinishedResponse::new(&question.id, &Ok(welcome), McpEra::Legacy);
            let _ = out.send(answer.into_bytes()).await;
            greeted.cancel();
        });
    }

    fn notification(&mut self, notification: JsonRpcNotification) {
        if &*notification.method == method::CANCELLED {
            // Requests of both eras can be cancelled here.
            self.calls.cancel(notification.params.as_ref());
            return;
        }
        let Some(session) = self.session.clone() else {
            return;
        };
        if &*notification.method == method::INITIALIZED && !self.fed {
            self.fed = true;
            let feed = feed(session, self.out.clone(), self.closing.clone());
            let (greeted, closing) = (self.greeted.clone(), self.closing.clone());
            self.tasks.spawn(async move {
                if closing
                    .run_until_cancelled(greeted.cancelled())
                    .await
                    .is_some()
                {
                    feed.await;
                }
            });
            return;
        }
        // Spawned, because it may have to wait for the servers.
        let gateway = self.gateway.clone();
        self.tasks
            .spawn(async move { legacy::notice(&gateway, &session, &notification).await });
    }

    async fn batch(&mut self, messages: Vec<Result<JsonRpcMessage, EnvelopeError>>) {
        let Some(session) = self.session.clone() else {
            return self.say(refused(&TransportRefusal::Batch)).await;
        };
        let (gateway, out, calls) = (self.gateway.clone(), self.out.clone(), self.calls.clone());
        // Registered first, so that a cancellation in or after the batch finds its requests.
        let begun: Vec<_> = messages
            .iter()
            .filter_map(|message| match message {
                Ok(JsonRpcMessage::Request(request)) => Some(calls.begin(&request.id)),
                _ => None,
            })
            .collect();
        self.tasks.spawn(async move {
            let tickets = std::sync::Mutex::new(begun.into_iter());
            let open = |mut question: Box<ClientRequest>| {
                let mut tickets = tickets
                    .lock()
                    .unwrap_or_else(std::sync::PoisonError::into_inner);
                question.ticket = tickets.next();
                question
            };
            match batch::serve(&gateway, &session, messages, open).await {
                Ok(Some(parts)) => relay_batch(parts, out).await,
                Ok(None) => {}
                Err(refusal) => {
                    let _ = out.send(refused(&refusal)).await;
                }
            }
        });
    }

    async fn fault(&self, id: &RequestId, error: ErrorObject) {
        self.say(
            FinishedResponse::new(id, &Err(RequestFault::Request(error)), McpEra::Legacy)
                .into_bytes(),
        )
        .await;
    }
}

/// Forwards the messages of one request.
async fn relay(mut parts: ResponseParts, out: mpsc::Sender<Bytes>) {
    while let Some(part) = parts.next().await {
        let message = match part {
            ResponsePart::Aside(message) => message,
            ResponsePart::Answer(answer) => answer.into_bytes(),
            ResponsePart::Paused(_) => continue,
        };
        if out.send(message).await.is_err() {
            return;
        }
    }
}

/// Forwards the messages of a batch: the answers together, everything else at once.
async fn relay_batch(mut parts: ResponseParts, out: mpsc::Sender<Bytes>) {
    let mut answers = Vec::new();
    while let Some(part) = parts.next().await {
        match part {
            ResponsePart::Answer(answer) => answers.push(answer.into_bytes()),
            ResponsePart::Paused(_) => {}
            ResponsePart::Aside(message) => {
                if out.send(message).await.is_err() {
                    return;
                }
            }
        }
    }
    if !answers.is_empty() {
        let _ = out.send(batch::array(&answers)).await;
    }
}

/// Forwards messages outside requests.
async fn feed(session: Arc<McpSession>, out: mpsc::Sender<Bytes>, closing: CancellationToken) {
    let mut streaming = session.stream();
    loop {
        let message = tokio::select! {
            biased;
            () = closing.cancelled() => return,
            message = streaming.next() => message,
        };
        let Some(message) = message else { return };
        if out.send(message).await.is_err() {
            return;
        }
    }
}
