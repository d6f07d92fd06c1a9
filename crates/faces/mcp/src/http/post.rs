//! POST: a message, or (2025-03-26) a batch of them.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::Request as HttpRequest;
use axum::response::Response;
use bytes::Bytes;
use candor_gateway::StartupWait;
use candor_model::{McpEra, McpRevision, PrincipalKey};
use candor_wire::{
    EnvelopeError, ErrorObject, HeaderFields, IncomingBody, JsonRpcMessage, JsonRpcNotification,
    JsonRpcRequest, PlainRequest, RawObject, RequestId, header, method,
};
use http::{HeaderValue, StatusCode};

use super::answer::{self, PostReply, PostResponder};
use super::{
    HttpEndpoint, RequestHead, check_legacy_version, header_revision, read_body, session_id,
};
use crate::batch;
use crate::dispatch::VerifiedPeer;
use crate::dispatch::{ClientRequest, legacy, modern};
use crate::headers::{self, AcceptedForms};
use crate::meta::{self, ModernMeta};
use crate::negotiate::{self, InitializeParams};
use crate::refusal::TransportRefusal;
use crate::response::{FinishedResponse, RequestFault};
use crate::session::McpSession;

/// Handles a request whose body has not been read.
pub(super) async fn post(face: &HttpEndpoint, request: HttpRequest) -> Response {
    let (parts, body) = request.into_parts();
    let head = RequestHead::from(&parts);
    let read = async {
        let admitted = admit(face, head)?;
        let body = read_body(body, face.gateway.limits().request_body).await?;
        Ok((admitted, body))
    };
    let reply = match read.await {
        Ok((admitted, body)) => answer(face, head.headers, admitted, body).await,
        Err(refusal) => refuse(&refusal, head.headers),
    };
    reply.into_response()
}

/// Handles a request with a complete body.
pub(super) async fn post_plain(face: &HttpEndpoint, request: PlainRequest) -> PostReply {
    let PlainRequest { head, body } = request;
    let head = RequestHead::from(&head);
    let read = admit(face, head).and_then(|admitted| {
        let limit = face.gateway.limits().request_body;
        if body.len() > limit {
            return Err(TransportRefusal::TooLarge { limit });
        }
        Ok(admitted)
    });
    match read {
        Ok(admitted) => answer(face, head.headers, admitted, body).await,
        Err(refusal) => refuse(&refusal, head.headers),
    }
}

/// The checks before the body is read: the client's identity, and the accepted forms of an answer.
fn admit(
    face: &HttpEndpoint,
    head: RequestHead<'_>,
) -> Result<(VerifiedPeer, AcceptedForms), TransportRefusal> {
    let peer = face.admit(head)?;
    Ok((peer, negotiate_form(head.headers)?))
}

/// Parses the message of an admitted request. New requests are refused during shutdown.
fn open(face: &HttpEndpoint, body: Bytes) -> Result<IncomingBody, TransportRefusal> {
    let incoming = IncomingBody::parse(body)?;
    if !matches!(
        incoming,
        IncomingBody::Single(JsonRpcMessage::Notification(_) | JsonRpcMessage::Response(_))
    ) {
        face.check_open()?;
    }
    Ok(incoming)
}

/// Answers an admitted request.
async fn answer(
    face: &HttpEndpoint,
    headers: HeaderFields<'_>,
    (peer, accept): (VerifiedPeer, AcceptedForms),
    body: Bytes,
) -> PostReply {
    let bytes = body.len();
    let incoming = match open(face, body) {
        Ok(incoming) => incoming,
        Err(refusal) => return refuse(&refusal, headers),
    };
    let visit = PostRequest {
        face,
        headers,
        peer,
        accept,
        bytes,
    };
    match incoming {
        IncomingBody::Single(JsonRpcMessage::Request(request)) => visit.request(request).await,
        IncomingBody::Single(JsonRpcMessage::Notification(notification)) => {
            visit.accepted(visit.notification(&notification).await)
        }
        IncomingBody::Single(JsonRpcMessage::Response(response)) => {
            let taken = match visit.session_unless_modern(TransportRefusal::ModernResponse) {
                Ok(session) => {
                    session.asks().answer(response).await;
                    Ok(())
                }
                Err(refusal) => Err(refusal),
            };
            visit.accepted(taken)
        }
        IncomingBody::Batch(messages) => match Box::pin(visit.batch(messages)).await {
            Ok(reply) => reply,
            Err(refusal) => refuse(&refusal, visit.headers),
        },
    }
}

/// One POST, read and admitted.
struct PostRequest<'a> {
    face: &'a HttpEndpoint,
    headers: HeaderFields<'a>,
    peer: VerifiedPeer,
    accept: AcceptedForms,
    bytes: usize,
}

// === impl PostRequest ===

impl PostRequest<'_> {
    async fn request(self, request: JsonRpcRequest) -> PostReply {
        let id = request.id.clone();
        let question = match ClientRequest::open(request, self.bytes) {
            Ok(question) => question,
            Err((_, error)) => return self.fault(&id, error),
        };
        let version = question.meta.version();
        let modern = version.map(|it| it.map(|version| self.check_modern(&question, &version)));
        match modern {
            Err(error) => self.fault(&id, error),
            Ok(Some(modern)) => self.modern(question, modern).await,
            Ok(None) if self.header_era() == McpEra::Modern => self.fault(&id, meta::missing()),
            Ok(None) => match self.legacy(question).await {
                Ok(reply) => reply,
                Err(refusal) => refusal.response(Some(&id)).into(),
            },
        }
    }

    /// Checks the context of a modern request, and that its headers agree with it.
    fn check_modern(
        &self,
        question: &ClientRequest,
        version: &str,
    ) -> Result<ModernMeta, ErrorObject> {
        headers::check_version(self.headers, version)?;
        let modern = question.meta.modern(version)?;
        self.check_headers(question)?;
        Ok(modern)
    }

    /// Handles a modern request, which carries all of its context.
    async fn modern(
        self,
        mut question: Box<ClientRequest>,
        checked: Result<ModernMeta, ErrorObject>,
    ) -> PostReply {
        let modern = match checked {
            Ok(modern) => modern,
            Err(error) => {
                let fault = Err(error.into());
                return FinishedResponse::new(&question.id, &fault, McpEra::Modern).into();
            }
        };
        if &*question.method == method::LISTEN && !self.accept.sse {
            return TransportRefusal::StreamNotAcceptable
                .response(Some(&question.id))
                .into();
        }
        question.trace = headers::trace(self.headers);
        let answering = self.answering(None);
        let Self { face, peer, .. } = self;
        let reply = modern::dispatch(&face.gateway, peer, modern, question, &face.shutdown).await;
        answering.reply(reply).await
    }

    fn check_headers(&self, question: &ClientRequest) -> Result<(), ErrorObject> {
        headers::check_subject(self.headers, &question.method, &question.params)?;
        if &*question.method != method::TOOLS_CALL {
            return Ok(());
        }
        let catalogue = self.face.gateway.catalogue();
        let tool = question.params.get_str("name").unwrap_or_default();
        let declared = catalogue.tool_headers(&tool).unwrap_or_default();
        headers::check_params(self.headers, declared, question.params.get("arguments"))
    }

    /// Handles a request that starts a session or belongs to one.
    async fn legacy(self, question: Box<ClientRequest>) -> Result<PostReply, TransportRefusal> {
        check_legacy_version(self.headers)?;
        if &*question.method == method::INITIALIZE {
            // Boxed to keep the future small; this is rare.
            return Box::pin(self.initialize(question)).await;
        }
        let session = self.session()?;
        let question = self.prepared(question, &session);
        let reply = legacy::dispatch(&self.face.gateway, &session, question).await;
        Ok(self.answering(Some(session)).reply(reply).await)
    }

    async fn initialize(self, question: Box<ClientRequest>) -> Result<PostReply, TransportRefusal> {
        let answering = self.answering(None);
        let hello = match InitializeParams::read(&question.params) {
            Ok(hello) => hello,
            Err(error) => return Ok(self.fault(&question.id, error)),
        };
        let revision = hello.revision;
        let Self { face, peer, .. } = self;
        let gateway = &face.gateway;
        let caller = PrincipalKey::of(&peer.identity);
        let begin = || McpSession::begin(gateway, hello, peer);
        let entered = face.sessions.enter(Instant::now(), caller, begin);
        let session = entered.inspect_err(|refusal| {
            if let TransportRefusal::CallerSessions(reached) = refusal {
                gateway.count_limit(reached.limit);
            }
        })?;
        gateway.settled(StartupWait::Greeting).await;
        let endpoint = &session.client().endpoint;
        let welcome = negotiate::welcome(revision, &gateway.catalogue(), endpoint);
        let answer = FinishedResponse::new(&question.id, &Ok(welcome), McpEra::Legacy);
        let mut response = answering.ready(answer).into_response();
        if let Ok(id) = HeaderValue::from_str(session.id().as_str()) {
            response.headers_mut().insert(header::SESSION_ID, id);
        }
        Ok(response.into())
    }

    /// Handles a notification. Modern clients have none over HTTP: they cancel by closing the
    /// connection.
    async fn notification(
        &self,
        notification: &JsonRpcNotification,
    ) -> Result<(), TransportRefusal> {
        if self.header_era() == McpEra::Modern || is_modern(notification) {
            return Ok(());
        }
        check_legacy_version(self.headers)?;
        legacy::notice(&self.face.gateway, &*self.session()?, notification).await;
        Ok(())
    }

    async fn batch(
        &self,
        messages: Vec<Result<JsonRpcMessage, EnvelopeError>>,
    ) -> Result<PostReply, TransportRefusal> {
        if session_id(self.headers).is_none() {
            return Err(TransportRefusal::Batch);
        }
        let session = self.session_unless_modern(TransportRefusal::Batch)?;
        let open = |question| self.prepared(question, &session);
        let parts = batch::serve(&self.face.gateway, &session, messages, open).await?;
        Ok(match parts {
            Some(parts) => {
                let answering = PostResponder {
                    batch: true,
                    ..self.answering(None)
                };
                answering.coming(parts).await
            }
            None => answer::empty(StatusCode::ACCEPTED).into(),
        })
    }

    /// The session, or the given refusal for a modern request.
    fn session_unless_modern(
        &self,
        otherwise: TransportRefusal,
    ) -> Result<Arc<McpSession>, TransportRefusal> {
        if self.header_era() == McpEra::Modern {
            return Err(otherwise);
        }
        check_legacy_version(self.headers)?;
        self.session()
    }

    fn session(&self) -> Result<Arc<McpSession>, TransportRefusal> {
        let id = session_id(self.headers).ok_or(TransportRefusal::NoSession)?;
        self.face.find_session(id, &self.peer)
    }

    fn prepared(
        &self,
        mut question: Box<ClientRequest>,
        session: &McpSession,
    ) -> Box<ClientRequest> {
        question.ticket = Some(session.calls().begin(&question.id));
        question.trace = headers::trace(self.headers);
        question.hears = self.accept.sse;
        question
    }

    fn answering(&self, session: Option<Arc<McpSession>>) -> PostResponder {
        PostResponder {
            accept: self.accept,
            batch: false,
            keep_alive: self.face.keep_alive,
            patience: self.face.patience,
            return_window: self.face.return_window,
            session,
        }
    }

    /// The error for a request whose era cannot be determined with certainty.
    fn fault(&self, id: &RequestId, error: ErrorObject) -> PostReply {
        FinishedResponse::new(id, &Err(RequestFault::Request(error)), self.header_era()).into()
    }

    /// The era according to the version header; legacy if there is none.
    fn header_era(&self) -> McpEra {
        header_revision(self.headers).map_or(McpEra::Legacy, McpRevision::era)
    }

    fn accepted(&self, taken: Result<(), TransportRefusal>) -> PostReply {
        match taken {
            Ok(()) => answer::empty(StatusCode::ACCEPTED).into(),
            Err(refusal) => refuse(&refusal, self.headers),
        }
    }
}

fn negotiate_form(headers: HeaderFields<'_>) -> Result<AcceptedForms, TransportRefusal> {
    if !headers::is_json(headers) {
        return Err(TransportRefusal::NotJson);
    }
    let accept = AcceptedForms::of(headers);
    if accept.json || accept.sse {
        Ok(accept)
    } else {
        Err(TransportRefusal::NotAcceptable)
    }
}

fn is_modern(notification: &JsonRpcNotification) -> bool {
    notification
        .params
        .as_ref()
        .and_then(|params| RawObject::parse(params).ok())
        .and_then(|params| meta::RequestMeta::of(&params).ok())
        .is_some_and(|meta| meta.version().is_ok_and(|version| version.is_some()))
}

fn refuse(refusal: &TransportRefusal, headers: HeaderFields<'_>) -> PostReply {
    let session = session_id(headers).is_some();
    tracing::debug!(session, error = %refusal, "A request was refused");
    refusal.response(None).into()
}
