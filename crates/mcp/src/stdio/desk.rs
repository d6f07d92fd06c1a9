//! The client's counterpart: takes each line and sees to it that it is answered.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use candor_gateway::{Endpoint, Gateway, Patience};
use candor_model::{Era, Identity, SessionId};
use candor_wire::{
    EnvelopeError, ErrorObject, Id, Incoming, Message, Notification, RawObject, Request, code,
    method,
};
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::refused;
use crate::batch;
use crate::calls::Calls;
use crate::dispatch::{Question, legacy, modern};
use crate::meta;
use crate::negotiate::{self, Hello};
use crate::parts::{Part, Parts};
use crate::peer::Peer;
use crate::refusal::Refusal;
use crate::respond::{Answer, Fault};
use crate::session::Session;

/// The state of the conversation. Requests run beside one another; what changes the state is
/// done in the order it came.
pub(super) struct Desk {
    gateway: Gateway,
    peer: Peer,
    out: mpsc::Sender<Bytes>,
    calls: Calls,
    session: Option<Arc<Session>>,
    /// Whether the session's feed has been started.
    fed: bool,
    tasks: TaskTracker,
    closing: CancellationToken,
}

// === impl Desk ===

impl Desk {
    /// Whoever has started this process is at the other end; requests of both eras share the
    /// connection, and with it its session.
    pub(super) fn new(gateway: Gateway, endpoint: Endpoint, out: mpsc::Sender<Bytes>) -> Self {
        let peer = Peer {
            identity: Identity::local(),
            session: Some(SessionId::fresh().as_str().into()),
            endpoint,
        };
        Self {
            gateway,
            peer,
            out,
            calls: Calls::default(),
            session: None,
            fed: false,
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
        }
    }

    /// Writes a line to the client. A client that is gone hears nothing.
    pub(super) async fn say(&self, message: Bytes) {
        let _ = self.out.send(message).await;
    }

    /// Takes a line.
    pub(super) async fn take(&mut self, line: Bytes) {
        let bytes = line.len();
        match Incoming::parse(line) {
            Ok(Incoming::Single(Message::Request(request))) => self.request(request, bytes).await,
            Ok(Incoming::Single(Message::Notification(notification))) => {
                self.notification(notification);
            }
            Ok(Incoming::Single(Message::Response(response))) => {
                if let Some(session) = &self.session {
                    self.tasks.spawn(session.asks().answer(response));
                }
            }
            Ok(Incoming::Batch(messages)) => self.batch(messages).await,
            Err(error) => self.say(refused(&Refusal::Envelope(error))).await,
        }
    }

    /// Finishes what has been begun, within the given times.
    pub(super) async fn close(self, drain: Duration, cancel: Duration) {
        self.closing.cancel();
        if let Some(session) = &self.session {
            // Nobody is left to answer.
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
        // Cancelled calls end at once; a task that still does not is abandoned.
        let _ = tokio::time::timeout(cancel, self.tasks.wait()).await;
        if let Some(session) = &self.session {
            session.end();
            tracing::info!(session = session.client().key, "The session has ended");
        }
    }

    async fn request(&mut self, request: Request, bytes: usize) {
        let mut question = match Question::open(request, bytes) {
            Ok(question) => question,
            Err((id, error)) => return self.fault(&id, error).await,
        };
        let version = match question.meta.version() {
            Ok(version) => version,
            Err(error) => return self.fault(&question.id, error).await,
        };
        question.ticket = Some(self.calls.begin(&question.id));
        match version {
            Some(version) => self.modern(question, &version).await,
            None => self.legacy(question).await,
        }
    }

    async fn modern(&mut self, question: Question, version: &str) {
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

    async fn legacy(&mut self, question: Question) {
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
                let pong = Answer::new(
                    &question.id,
                    &Ok(RawObject::default().to_json()),
                    Era::Legacy,
                );
                self.say(pong.bytes).await;
            }
            (method::DISCOVER | method::LISTEN, None) => {
                self.fault(&question.id, meta::missing()).await;
            }
            (_, None) => {
                let error =
                    ErrorObject::new(code::INVALID_REQUEST, Refusal::NotInitialized.to_string());
                self.fault(&question.id, error).await;
            }
        }
    }

    /// Begins the session at once, so that the next line finds it, and answers when the sources
    /// have settled.
    async fn initialize(&mut self, question: Question) {
        let hello = match Hello::read(&question.params) {
            Ok(hello) => hello,
            Err(error) => return self.fault(&question.id, error).await,
        };
        let revision = hello.revision;
        let session = Arc::new(Session::begin(&self.gateway, hello, self.peer.clone()));
        let client = session.client();
        tracing::info!(
            session = client.key,
            revision = %client.revision,
            client = client.label(),
            "A session has begun"
        );
        self.session = Some(session);
        let (gateway, out) = (self.gateway.clone(), self.out.clone());
        self.tasks.spawn(async move {
            gateway.settled(Patience::Greeting).await;
            let welcome = negotiate::welcome(revision, &gateway.catalogue());
            let answer = Answer::new(&question.id, &Ok(welcome), Era::Legacy);
            let _ = out.send(answer.bytes).await;
        });
    }

    fn notification(&mut self, notification: Notification) {
        if &*notification.method == method::CANCELLED {
            // Requests of both eras can be taken back here.
            self.calls.cancel(notification.params.as_ref());
            return;
        }
        let Some(session) = self.session.clone() else {
            return;
        };
        if &*notification.method == method::INITIALIZED && !self.fed {
            self.fed = true;
            self.tasks
                .spawn(feed(session, self.out.clone(), self.closing.clone()));
            return;
        }
        // Passing it on may take as long as the servers behind take it to listen.
        let gateway = self.gateway.clone();
        self.tasks
            .spawn(async move { legacy::notice(&gateway, &session, &notification).await });
    }

    async fn batch(&mut self, messages: Vec<Result<Message, EnvelopeError>>) {
        let Some(session) = self.session.clone() else {
            return self.say(refused(&Refusal::Batch)).await;
        };
        let (gateway, out, calls) = (self.gateway.clone(), self.out.clone(), self.calls.clone());
        // A cancellation inside or right after the batch must find its requests.
        let begun: Vec<_> = messages
            .iter()
            .filter_map(|message| match message {
                Ok(Message::Request(request)) => Some(calls.begin(&request.id)),
                _ => None,
            })
            .collect();
        self.tasks.spawn(async move {
            let tickets = std::sync::Mutex::new(begun.into_iter());
            let open = |mut question: Question| {
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

    async fn fault(&self, id: &Id, error: ErrorObject) {
        self.say(Answer::new(id, &Err(Fault::Request(error)), Era::Legacy).bytes)
            .await;
    }
}

/// Passes on what comes for one request.
async fn relay(mut parts: Parts, out: mpsc::Sender<Bytes>) {
    while let Some(part) = parts.next().await {
        let (Part::Aside(message) | Part::Answer(Answer { bytes: message, .. })) = part;
        if out.send(message).await.is_err() {
            return;
        }
    }
}

/// Passes on what comes for a batch: the answers together, everything else at once.
async fn relay_batch(mut parts: Parts, out: mpsc::Sender<Bytes>) {
    let mut answers = Vec::new();
    while let Some(part) = parts.next().await {
        match part {
            Part::Answer(answer) => answers.push(answer.bytes),
            Part::Aside(message) => {
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

/// Passes on what belongs to no request.
async fn feed(session: Arc<Session>, out: mpsc::Sender<Bytes>, closing: CancellationToken) {
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
