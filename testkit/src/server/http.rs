//! Streamable HTTP: one endpoint, both eras.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request as HttpRequest, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use http::{HeaderMap, StatusCode};
use tokio::sync::mpsc::UnboundedReceiver;

use super::outlet::{MessageOutlet, OutgoingFrame};
use super::refusal::{HttpRefusal, accepts, check_media_types, check_origin, json_response};
use super::session::ClientSession;
use super::{ScriptedServer, headers, run, sse_body};
use crate::era::{ProtocolRevision, ServerEra};
use crate::rpc::{self, IncomingText, RefusedText, RpcMessage, RpcRequest};

/// The longest body that is read; tests send megabytes on purpose.
const BODY_LIMIT: usize = 64 * 1024 * 1024;

/// The retry delay for a deliberately broken stream.
const RETRY: Duration = Duration::from_millis(200);

const SESSION: &str = "mcp-session-id";

/// The routes of a Streamable HTTP server.
pub(crate) fn routes(server: Arc<ScriptedServer>) -> Router {
    Router::new()
        .route("/mcp", post(receive).get(open_stream).delete(end_session))
        .with_state(server)
}

/// Reads a body of limited size as text.
pub(crate) async fn text(body: Body) -> Result<String, (StatusCode, String)> {
    let bytes = to_bytes(body, BODY_LIMIT).await.map_err(|_| {
        (
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the body is longer than {BODY_LIMIT} bytes"),
        )
    })?;
    String::from_utf8(bytes.into())
        .map_err(|_| (StatusCode::BAD_REQUEST, "the body is not UTF-8".to_owned()))
}

async fn receive(State(server): State<Arc<ScriptedServer>>, request: HttpRequest) -> Response {
    match answer(&server, request).await {
        Ok(response) => response,
        Err(refusal) => refusal.into_response(),
    }
}

async fn answer(
    server: &Arc<ScriptedServer>,
    request: HttpRequest,
) -> Result<Response, HttpRefusal> {
    let (parts, body) = request.into_parts();
    check_origin(&parts.headers)?;
    check_media_types(&parts.headers)?;
    let body = text(body)
        .await
        .map_err(|(status, why)| HttpRefusal::new(status, why))?;
    server.record.message(Some(&parts.headers), &body);
    match rpc::parse(&body)? {
        IncomingText::One(RpcMessage::Request(request)) => {
            serve(server, parts.headers, request).await
        }
        IncomingText::One(RpcMessage::Notification { method, params }) => {
            if let Some(session) = optional_session(server, &parts.headers)? {
                run::notice(&session, &method, &params);
            }
            Ok(StatusCode::ACCEPTED.into_response())
        }
        IncomingText::One(RpcMessage::Response { id, outcome }) => {
            find_session(server, &parts.headers)?.answer(&id, outcome);
            Ok(StatusCode::ACCEPTED.into_response())
        }
        IncomingText::Batch(members) => batch(server, &parts.headers, members).await,
    }
}

async fn serve(
    server: &Arc<ScriptedServer>,
    headers: HeaderMap,
    request: RpcRequest,
) -> Result<Response, HttpRefusal> {
    let modern = run::is_modern(server, Some(&headers), &request);
    let opening = !modern && request.method == "initialize";
    let session = if modern || opening {
        ClientSession::new()
    } else {
        find_session(server, &headers).map_err(|refusal| refusal.under(&request.id))?
    };
    // Now, since the next message may cancel it.
    session.begin(&request.id);
    let (outlet, frames) = MessageOutlet::new();
    let task = {
        let (server, session) = (Arc::clone(server), Arc::clone(&session));
        // A separate task: a legacy call continues when the client's connection breaks.
        async move { run::request(server, session, Some(&headers), request, outlet).await }
    };
    tokio::spawn(task);
    let mut response = first_frame(&session, frames).await;
    if opening && session.handshake().is_some() {
        server.keep(&session);
        let id = session.id.parse().expect("a UUID is a header value");
        response.headers_mut().insert(SESSION, id);
    }
    Ok(response)
}

/// If the response comes first it is plain JSON; anything else opens a stream.
async fn first_frame(
    session: &ClientSession,
    mut frames: UnboundedReceiver<OutgoingFrame>,
) -> Response {
    match frames.recv().await {
        Some(OutgoingFrame::Last { body, status }) => json_response(status, body),
        Some(OutgoingFrame::Message(body)) => {
            let first = vec![sse_body::event("message", &body)];
            sse_body::response(first, Some(sse_body::FrameSource::Request(frames)))
        }
        Some(OutgoingFrame::Pause) => {
            let event = uuid::Uuid::new_v4().to_string();
            let first = vec![sse_body::priming_event(&event, RETRY)];
            session.pause(event, frames);
            sse_body::response(first, None)
        }
        Some(OutgoingFrame::CloseStdin) | None => sse_body::response(Vec::new(), None),
    }
}

async fn batch(
    server: &Arc<ScriptedServer>,
    headers: &HeaderMap,
    members: Vec<Result<RpcMessage, RefusedText>>,
) -> Result<Response, HttpRefusal> {
    let session = find_session(server, headers)?;
    let revision = session.handshake().map(|handshake| handshake.revision);
    if revision != Some(ProtocolRevision::V2025_03_26) {
        return Err(HttpRefusal::new(
            StatusCode::BAD_REQUEST,
            "batches exist only in 2025-03-26",
        ));
    }
    let wants_answer = members.iter().any(|m| {
        !matches!(
            m,
            Ok(RpcMessage::Notification { .. } | RpcMessage::Response { .. })
        )
    });
    let (outlet, frames) = MessageOutlet::new();
    tokio::spawn(run::batch(
        Arc::clone(server),
        Arc::clone(&session),
        members,
        outlet,
    ));
    if !wants_answer {
        return Ok(StatusCode::ACCEPTED.into_response());
    }
    Ok(first_frame(&session, frames).await)
}

async fn open_stream(State(server): State<Arc<ScriptedServer>>, headers: HeaderMap) -> Response {
    match stream(&server, &headers).await {
        Ok(response) => response,
        Err(refusal) => refusal.into_response(),
    }
}

async fn stream(
    server: &Arc<ScriptedServer>,
    headers: &HeaderMap,
) -> Result<Response, HttpRefusal> {
    check_origin(headers)?;
    refuse_modern(server, headers)?;
    if !accepts(headers, "text/event-stream") {
        let why = "`Accept` must allow text/event-stream";
        return Err(HttpRefusal::new(StatusCode::NOT_ACCEPTABLE, why));
    }
    let session = find_session(server, headers)?;
    if let Some(event) = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok())
        && let Some(rest) = session.resume(event)
    {
        return Ok(sse_body::response(
            Vec::new(),
            Some(sse_body::FrameSource::Request(rest)),
        ));
    }
    let token = session.replace_stream();
    let inbox = Arc::clone(&session.inbox).lock_owned().await;
    // The comment flushes the headers, so that the client knows that the stream is open.
    let first = vec![": listening\n\n".to_owned()];
    Ok(sse_body::response(
        first,
        Some(sse_body::FrameSource::Session(inbox, token)),
    ))
}

async fn end_session(State(server): State<Arc<ScriptedServer>>, headers: HeaderMap) -> Response {
    let outcome = check_origin(&headers)
        .and_then(|()| refuse_modern(&server, &headers))
        .and_then(|()| find_session(&server, &headers));
    match outcome {
        Err(refusal) => refusal.into_response(),
        Ok(session) => {
            server.end(&session.id);
            StatusCode::NO_CONTENT.into_response()
        }
    }
}

/// Modern requests know neither streams of their own nor sessions to end.
fn refuse_modern(server: &ScriptedServer, headers: &HeaderMap) -> Result<(), HttpRefusal> {
    let version = headers::version(headers).and_then(ProtocolRevision::parse);
    if server.era == ServerEra::Modern || version.is_some_and(ProtocolRevision::is_modern) {
        return Err(HttpRefusal::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "only POST is allowed",
        ));
    }
    Ok(())
}

fn find_session(
    server: &ScriptedServer,
    headers: &HeaderMap,
) -> Result<Arc<ClientSession>, HttpRefusal> {
    optional_session(server, headers)?.ok_or_else(|| {
        HttpRefusal::new(
            StatusCode::BAD_REQUEST,
            "the header `Mcp-Session-Id` is missing",
        )
    })
}

fn optional_session(
    server: &ScriptedServer,
    headers: &HeaderMap,
) -> Result<Option<Arc<ClientSession>>, HttpRefusal> {
    let version = headers::version(headers);
    if let Some(version) = version.filter(|version| ProtocolRevision::parse(version).is_none()) {
        let why = format!("unsupported `MCP-Protocol-Version`: `{version}`");
        return Err(HttpRefusal::new(StatusCode::BAD_REQUEST, why));
    }
    let Some(id) = headers.get(SESSION) else {
        return Ok(None);
    };
    let id = String::from_utf8_lossy(id.as_bytes());
    match server.session(&id) {
        Some(session) => Ok(Some(session)),
        None => Err(HttpRefusal::new(
            StatusCode::NOT_FOUND,
            format!("there is no session `{id}`"),
        )),
    }
}
