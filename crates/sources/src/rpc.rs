//! One request of Candor's own, from the bytes to the answer.

use std::time::Duration;

use bytes::{BufMut as _, Bytes, BytesMut};
use candor_wire::json::put_string;
use candor_wire::link::{Link, LinkError, RequestHeaders};
use candor_wire::{ErrorObject, Id, Message, Notification, RawJson, RawObject, Request};
use candor_wire::{code, envelope, method};
use serde_json::json;

/// Why a request of ours got no result.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum CallError {
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
    #[error("the answer to `{method}` makes no sense: {reason}")]
    Malformed {
        method: &'static str,
        reason: String,
    },
}

/// Sends a request and waits for its answer. Remarks on the way go to `heard`; what the server
/// asks on the way is refused, since there is no client behind a request of ours.
pub(crate) async fn call(
    link: &Link,
    id: u64,
    method: &'static str,
    params: &RawObject,
    headers: &RequestHeaders,
    mut heard: impl FnMut(Notification),
) -> Result<RawJson, CallError> {
    let bytes = request(id, method, params.iter());
    // Boxed, since the futures of all transports in one are large.
    let mut exchange = Box::pin(link.request(id, bytes, headers)).await?;
    loop {
        match exchange.next().await {
            Some(Ok(Message::Response(response))) => {
                return response.outcome.map_err(|error| CallError::Declined {
                    method,
                    error: ErrorObject::from_json(&error),
                });
            }
            Some(Ok(Message::Notification(notification))) => heard(notification),
            Some(Ok(Message::Request(asked))) => {
                let answer = answer_alone(&asked);
                Box::pin(link.send(answer, &RequestHeaders::default())).await?;
            }
            Some(Err(error)) => return Err(error.into()),
            None => return Err(unanswered().into()),
        }
    }
}

/// The end of an exchange that brought no answer.
pub(crate) fn unanswered() -> LinkError {
    LinkError::Closed {
        detail: "the stream ended before the answer".to_owned(),
    }
}

/// What Candor itself answers to a server's request when no client is behind it.
pub(crate) fn answer_alone(asked: &Request) -> Bytes {
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
pub(crate) fn unknown_method(id: &Id, method: &str) -> Bytes {
    ErrorObject::new(code::METHOD_NOT_FOUND, format!("unknown method `{method}`"))
        .response(Some(id))
}

/// `notifications/cancelled` for a request of ours.
pub(crate) fn cancelled(id: u64, reason: &str) -> Bytes {
    let params = RawJson::from_value(&json!({"requestId": id, "reason": reason}));
    envelope::notification(method::CANCELLED, Some(&params))
}

/// Writes a request with the given parameters in one go.
pub(crate) fn request<'a>(
    id: u64,
    method: &str,
    params: impl Iterator<Item = (&'a str, &'a RawJson)>,
) -> Bytes {
    let params: Vec<(&str, &RawJson)> = params.collect();
    let size: usize = params
        .iter()
        .map(|(key, value)| key.len() + value.len() + 4)
        .sum();
    let mut text = BytesMut::with_capacity(size + method.len() + 80);
    text.put_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    text.put_slice(id.to_string().as_bytes());
    text.put_slice(b",\"method\":");
    put_string(&mut text, method);
    text.put_slice(b",\"params\":{");
    for (at, (key, value)) in params.into_iter().enumerate() {
        if at > 0 {
            text.put_u8(b',');
        }
        put_string(&mut text, key);
        text.put_u8(b':');
        text.put_slice(value.as_bytes());
    }
    text.put_slice(b"}}");
    text.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_one_message() {
        let params: RawObject = [("a\"b", RawJson::number(1)), ("c", RawJson::string("d"))]
            .into_iter()
            .collect();
        let bytes = request(7, "tools/call", params.iter());
        let Message::Request(read) = Message::parse(bytes).expect("a message") else {
            panic!("a request")
        };
        assert_eq!(read.id.as_number(), Some(7));
        assert_eq!(read.params, Some(params.to_json()));
    }

    #[test]
    fn a_ping_is_answered_and_the_rest_refused() {
        for (method, expect) in [
            ("ping", r#""result":{}"#),
            ("elicitation/create", "no client's call is open"),
            ("tasks/list", "-32601"),
        ] {
            let asked = Request {
                id: Id::number(1),
                method: method.into(),
                params: None,
            };
            let answer = String::from_utf8(answer_alone(&asked).to_vec()).expect("text");
            assert!(answer.contains(expect), "{answer}");
        }
    }
}
