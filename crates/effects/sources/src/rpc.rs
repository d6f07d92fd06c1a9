//! Candor's own requests to a server.

use std::time::Duration;

use bytes::Bytes;
use candor_wire::link::{LinkError, RequestHeaders, ServerLink};
use candor_wire::{
    ErrorObject, JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, RawJson, RawObject, RequestId,
};
use candor_wire::{code, envelope, method};
use serde_json::json;

/// Why one of our requests got no result.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum UpstreamCallError {
    #[error(transparent)]
    Link(#[from] LinkError),
    #[error("the server refused `{method}`: {} ({})", error.message, error.code)]
    Declined {
        method: &'static str,
        error: ErrorObject,
    },
    #[error("the server did not answer `{method}` within {limit:?}")]
    Silent {
        method: &'static str,
        limit: Duration,
    },
    #[error("the server's answer to `{method}` is invalid: {reason}")]
    Malformed {
        method: &'static str,
        reason: String,
    },
}

/// Sends a request and waits for its answer. Notifications before it are passed to `heard`;
/// requests of the server are refused, since there is no client behind the request.
pub(crate) async fn call(
    link: &ServerLink,
    id: u64,
    method: &'static str,
    params: &RawObject,
    headers: &RequestHeaders<'_>,
    mut heard: impl FnMut(JsonRpcNotification),
) -> Result<RawJson, UpstreamCallError> {
    let bytes = envelope::numbered_request(id, method, params.iter());
    // Boxed, since the combined future of all transports is large.
    let mut exchange = link.request(id, bytes, headers).await?;
    loop {
        match exchange.next().await {
            Some(Ok(JsonRpcMessage::Response(response))) => {
                return response
                    .outcome
                    .map_err(|error| UpstreamCallError::Declined {
                        method,
                        error: ErrorObject::from_json(&error),
                    });
            }
            Some(Ok(JsonRpcMessage::Notification(notification))) => heard(notification),
            Some(Ok(JsonRpcMessage::Request(asked))) => {
                let answer = answer_alone(&asked);
                Box::pin(link.send(answer, &RequestHeaders::default())).await?;
            }
            Some(Err(error)) => return Err(error.into()),
            None => return Err(unanswered().into()),
        }
    }
}

/// The error for an exchange that ended without an answer.
pub(crate) fn unanswered() -> LinkError {
    LinkError::Closed {
        detail: "the stream ended before the answer".to_owned(),
    }
}

/// Candor's own answer to a server's request when no client is behind it.
pub(crate) fn answer_alone(asked: &JsonRpcRequest) -> Bytes {
    match &*asked.method {
        method::PING => envelope::response(&asked.id, &RawObject::default().to_json()),
        method::SAMPLING | method::ELICIT | method::ROOTS_LIST => {
            let sentence = format!(
                "`{}` cannot be answered: no client's call is open",
                asked.method
            );
            ErrorObject::new(code::INTERNAL_ERROR, sentence).response(Some(&asked.id))
        }
        other => unknown_method(&asked.id, other),
    }
}

/// The answer to a server's request that no client would understand.
pub(crate) fn unknown_method(id: &RequestId, method: &str) -> Bytes {
    ErrorObject::new(code::METHOD_NOT_FOUND, format!("unknown method `{method}`"))
        .response(Some(id))
}

/// `notifications/cancelled` for one of our requests.
pub(crate) fn cancelled(id: u64, reason: &str) -> Bytes {
    let params = RawJson::from_value(&json!({"requestId": id, "reason": reason}));
    envelope::notification(method::CANCELLED, Some(&params))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ping_is_answered_and_the_rest_refused() {
        for (method, expect) in [
            ("ping", r#""result":{}"#),
            ("elicitation/create", "no client's call is open"),
            ("tasks/list", "-32601"),
        ] {
            let asked = JsonRpcRequest {
                id: RequestId::number(1),
                method: method.into(),
                params: None,
            };
            let answer = String::from_utf8(answer_alone(&asked).to_vec()).expect("text");
            assert!(answer.contains(expect), "{answer}");
        }
    }
}
