//! Processes a message, independent of the transport.

use std::sync::Arc;

use futures_util::future::join_all;
use http::HeaderMap;

use super::call::ServiceCall;
use super::outlet::{MessageOutlet, OutgoingFrame};
use super::session::ClientSession;
use super::{ScriptedServer, ServiceReply, legacy, modern};
use crate::era::ServerEra;
use crate::rpc::{self, RefusedText, RpcMessage, RpcParams, RpcRequest};

/// Whether a request is of the modern era, for a server that may serve both.
pub(crate) fn is_modern(
    server: &ScriptedServer,
    headers: Option<&HeaderMap>,
    request: &RpcRequest,
) -> bool {
    match server.era {
        ServerEra::Legacy => false,
        ServerEra::Modern => true,
        ServerEra::Both => modern::claims(headers, request),
    }
}

/// Serves one request to its end. The answer, if there is one, is the outlet's last frame.
pub(crate) async fn request(
    server: Arc<ScriptedServer>,
    session: Arc<ClientSession>,
    headers: Option<&HeaderMap>,
    request: RpcRequest,
    outlet: MessageOutlet,
) {
    let admitted = if is_modern(&server, headers, &request) {
        modern::admit(&server, headers, &request)
    } else {
        legacy::admit(&session, &request)
    };
    let client = match admitted {
        Ok(client) => client,
        Err(error) => {
            session.finish(&request.id);
            return outlet.last(error.answer(&request.id), error.status);
        }
    };
    let cancel = session.begin(&request.id);
    let call = ServiceCall {
        request,
        client,
        outlet,
        session,
        server,
        cancel,
    };
    let reply = work(&call).await;
    call.session.finish(call.id());
    deliver(&call, reply);
}

async fn work(call: &ServiceCall) -> ServiceReply {
    let answer = async {
        match call.server.service.intercept(call).await {
            Some(reply) => reply,
            None if call.is_modern() => modern::serve(call).await,
            None => legacy::serve(call).await,
        }
    };
    tokio::pin!(answer);
    loop {
        tokio::select! {
            reply = &mut answer => return reply,
            // A modern client cancels by closing its connection; a legacy one may come back.
            () = call.outlet.closed(), if call.is_modern() && !call.cancel.is_cancelled() => {
                call.cancel.cancel();
            }
            () = call.session.ended.cancelled() => return ServiceReply::Silent,
        }
    }
}

fn deliver(call: &ServiceCall, reply: ServiceReply) {
    let id = call.id();
    match reply {
        ServiceReply::Result(result) if call.is_modern() => {
            let result = modern::complete(call, result);
            call.outlet
                .last(rpc::result_text(id, &result.to_string()), 200);
        }
        ServiceReply::Result(result) => {
            call.outlet
                .last(rpc::result_text(id, &result.to_string()), 200);
        }
        ServiceReply::Verbatim(result) => call.outlet.last(rpc::result_text(id, &result), 200),
        ServiceReply::VerbatimError(error) => call.outlet.last(rpc::error_text(id, &error), 200),
        ServiceReply::Whole(body) => call.outlet.last(body, 200),
        ServiceReply::Error(error) => {
            let status = if call.is_modern() { error.status } else { 200 };
            call.outlet.last(error.answer(id), status);
        }
        ServiceReply::Silent => {}
    }
}

/// Handles a notification.
pub(crate) fn notice(session: &ClientSession, method: &str, params: &RpcParams) {
    if method == "notifications/cancelled"
        && let Some(id) = params.raw_field("requestId")
    {
        session.cancel(&id);
    }
}

/// Serves a batch: messages on the way go out as they come, the answers together at the end.
pub(crate) async fn batch(
    server: Arc<ScriptedServer>,
    session: Arc<ClientSession>,
    members: Vec<Result<RpcMessage, RefusedText>>,
    outlet: MessageOutlet,
) {
    let mut answers = Vec::new();
    let mut work = Vec::new();
    for member in members {
        match member {
            Err(refused) => answers.push(refused.body()),
            Ok(RpcMessage::Notification { method, params }) => notice(&session, &method, &params),
            Ok(RpcMessage::Response { id, outcome }) => session.answer(&id, outcome),
            Ok(RpcMessage::Request(request)) => {
                work.push(member_answer(&server, &session, request, &outlet));
            }
        }
    }
    answers.extend(join_all(work).await.into_iter().flatten());
    if !answers.is_empty() {
        outlet.last(format!("[{}]", answers.join(",")), 200);
    }
}

async fn member_answer(
    server: &Arc<ScriptedServer>,
    session: &Arc<ClientSession>,
    request: RpcRequest,
    outlet: &MessageOutlet,
) -> Option<String> {
    let (own, mut frames) = MessageOutlet::new();
    let (server, session) = (Arc::clone(server), Arc::clone(session));
    let work = self::request(server, session, None, request, own);
    let forward = async {
        let mut last = None;
        while let Some(frame) = frames.recv().await {
            match frame {
                OutgoingFrame::Last { body, .. } => last = Some(body),
                other => outlet.send(other),
            }
        }
        last
    };
    tokio::join!(work, forward).1
}
