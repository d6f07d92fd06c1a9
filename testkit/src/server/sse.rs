//! HTTP+SSE, the transport of 2024-11-05: one stream for all server messages, and a URL to post to.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Query, Request as HttpRequest, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use http::{HeaderMap, StatusCode};

use super::session::ClientSession;
use super::{ScriptedServer, http as streamable, origin, run, sse_body};
use crate::era::ProtocolRevision;
use crate::rpc::{self, IncomingText, RpcMessage};

/// The routes of an HTTP+SSE server.
pub(crate) fn routes(server: Arc<ScriptedServer>) -> Router {
    Router::new()
        .route("/sse", get(open))
        .route("/messages", post(receive))
        .with_state(server)
}

async fn open(State(server): State<Arc<ScriptedServer>>, headers: HeaderMap) -> Response {
    if let Some(why) = origin::refusal(&headers) {
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let session = ClientSession::new();
    server.keep(&session);
    let address = format!("/messages?sessionId={}", session.id);
    let first = vec![sse_body::event("endpoint", &address)];
    let token = session.replace_stream();
    let inbox = Arc::clone(&session.inbox).lock_owned().await;
    forget_when_gone(server, &session);
    sse_body::response(first, Some(sse_body::FrameSource::Session(inbox, token)))
}

/// The session lives as long as its stream: the inbox is free again once the stream is dropped.
fn forget_when_gone(server: Arc<ScriptedServer>, session: &Arc<ClientSession>) {
    let (id, inbox) = (session.id.clone(), Arc::clone(&session.inbox));
    tokio::spawn(async move {
        drop(inbox.lock().await);
        server.end(&id);
    });
}

async fn receive(
    State(server): State<Arc<ScriptedServer>>,
    Query(query): Query<HashMap<String, String>>,
    request: HttpRequest,
) -> Response {
    let (parts, body) = request.into_parts();
    if let Some(why) = origin::refusal(&parts.headers) {
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let id = query
        .get("sessionId")
        .map(String::as_str)
        .unwrap_or_default();
    let Some(session) = server.session(id) else {
        return (StatusCode::NOT_FOUND, format!("there is no session `{id}`")).into_response();
    };
    let body = match streamable::text(body).await {
        Ok(body) => body,
        Err(refusal) => return refusal.into_response(),
    };
    server.record.message(Some(&parts.headers), &body);
    match rpc::parse(&body) {
        Err(refused) => return (StatusCode::BAD_REQUEST, refused.body()).into_response(),
        Ok(incoming) => deal(&server, &session, incoming),
    }
    (StatusCode::ACCEPTED, "Accepted").into_response()
}

/// Deals with a text on a transport where one outlet carries everything.
pub(crate) fn deal(
    server: &Arc<ScriptedServer>,
    session: &Arc<ClientSession>,
    incoming: IncomingText,
) {
    let (server, session) = (Arc::clone(server), Arc::clone(session));
    let outlet = session.outlet.clone();
    match incoming {
        IncomingText::One(RpcMessage::Request(request)) => {
            // Now, since the next message may cancel it.
            session.begin(&request.id);
            let work = session.work.clone();
            work.spawn(async move { run::request(server, session, None, request, outlet).await });
        }
        IncomingText::One(RpcMessage::Notification { method, params }) => {
            run::notice(&session, &method, &params);
        }
        IncomingText::One(RpcMessage::Response { id, outcome }) => session.answer(&id, outcome),
        IncomingText::Batch(members) => {
            let revision = session.handshake().map(|handshake| handshake.revision);
            if revision == Some(ProtocolRevision::V2025_03_26) {
                let work = session.work.clone();
                work.spawn(run::batch(server, session, members, outlet));
            } else {
                let error =
                    rpc::RpcError::new(rpc::INVALID_REQUEST, "batches exist only in 2025-03-26");
                outlet.message(error.answer(&rpc::null()));
            }
        }
    }
}
