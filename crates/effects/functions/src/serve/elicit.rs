//! Questions to the user of a client.

use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{
    ClientResult, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction,
    ServerRequest,
};
use rmcp::service::{OriginatingRequestId, PeerRequestOptions, RequestContext, ServiceError};
use serde_json::Value;

use crate::{ElicitationAnswer, ElicitationError, ElicitationRequest};

/// How long to wait for an answer.
pub(super) const PATIENCE: Duration = Duration::from_mins(10);

/// Whether a client supports forms.
pub(super) fn can_ask(context: &RequestContext<RoleServer>) -> bool {
    let can = context.client_capabilities();
    let can = can.and_then(|can| can.elicitation);
    // In earlier revisions, the capability implied forms.
    can.is_some_and(|can| can.form.is_some() || can.url.is_none())
}

/// The request in the protocol's format.
pub(super) fn request(question: &ElicitationRequest) -> Result<ElicitRequest, ElicitationError> {
    let requested_schema = serde_json::from_value(question.schema.clone());
    let requested_schema = requested_schema
        .map_err(|error| ElicitationError::Lost(format!("the form cannot be sent: {error}")))?;
    Ok(ElicitRequest::new(
        ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: question.message.clone(),
            requested_schema,
        },
    ))
}

/// Converts the client's answer.
pub(super) fn elicited(result: ElicitResult) -> Result<ElicitationAnswer, ElicitationError> {
    match (result.action, result.content) {
        (ElicitationAction::Accept, Some(Value::Object(content))) => {
            Ok(ElicitationAnswer::Accepted(content))
        }
        (ElicitationAction::Accept, None) => {
            Ok(ElicitationAnswer::Accepted(serde_json::Map::new()))
        }
        (ElicitationAction::Accept, Some(_)) => {
            Err(ElicitationError::Lost("the answer is no object".to_owned()))
        }
        (ElicitationAction::Decline, _) => Ok(ElicitationAnswer::Declined),
        // Unknown actions must not count as consent.
        (_, _) => Ok(ElicitationAnswer::Cancelled),
    }
}

/// Asks a client that supports requests during a call.
pub(super) async fn ask(
    context: &RequestContext<RoleServer>,
    question: &ElicitationRequest,
) -> Result<ElicitationAnswer, ElicitationError> {
    let mut request = request(question)?;
    let origin = OriginatingRequestId(context.id.clone());
    request.extensions.insert(origin);
    let lost = |error: ServiceError| ElicitationError::Lost(error.to_string());
    let options = PeerRequestOptions::with_timeout(PATIENCE);
    let request = ServerRequest::ElicitRequest(request);
    let sent = context.peer.send_request_with_option(request, options);
    let answer = sent.await.map_err(lost)?.await_response();
    match answer.await.map_err(lost)? {
        ClientResult::ElicitResult(result) => elicited(result),
        _ => Err(ElicitationError::Lost("the answer is none".to_owned())),
    }
}
