//! Reads the HTTP response to one message.

use bytes::Bytes;

use super::super::LinkError;
use super::super::text;
use super::client::HttpClient;
use super::response::{HttpResponse, media_type};
use crate::envelope::{IncomingBody, JsonRpcMessage};

/// The maximum number of bytes read of an error page.
const ERROR_BODY: usize = 1024 * 1024;
/// The maximum number of characters shown of one.
const SHOWN: usize = 500;

/// The contents of a response.
#[derive(Debug)]
pub(super) enum PostAnswer {
    /// The messages of a body: those before the answer, and the answer.
    Messages(Vec<JsonRpcMessage>, JsonRpcMessage),
    /// A stream of messages.
    Stream(HttpResponse),
}

/// Reads the response to the request `id`.
pub(super) async fn read(
    response: HttpResponse,
    id: u64,
    client: &HttpClient,
) -> Result<PostAnswer, LinkError> {
    let status = response.status();
    if !status.is_success() {
        // Boxed to keep the future of every request small.
        let answer = Box::pin(error_answer(response, id, client)).await;
        return answer.map(|message| PostAnswer::Messages(Vec::new(), message));
    }
    if response.is_event_stream() {
        return Ok(PostAnswer::Stream(response));
    }
    // Taken now, because it is gone once the body is read; rarely needed.
    let kind = response.content_type();
    let limit = client.limit();
    let Some(body) = client.body(response, limit).await? else {
        return Err(LinkError::TooLarge { limit });
    };
    if body.trim_ascii().is_empty() {
        return Err(LinkError::garbage(format_args!(
            "an empty body with HTTP status {status}"
        )));
    }
    // Some servers omit the content type, so the body decides.
    let incoming = IncomingBody::parse(body.clone()).map_err(|error| {
        let kind = media_type(kind.as_ref()).to_ascii_lowercase();
        let start = client.clean(text::clip(&body, 200));
        LinkError::garbage(format_args!("{error} (`{kind}`, begins `{start}`)"))
    })?;
    let (before, answer) = choose(incoming, id)?;
    Ok(PostAnswer::Messages(before, answer))
}

/// The error for a response that refuses a message.
pub(in super::super) async fn refusal(response: HttpResponse, client: &HttpClient) -> LinkError {
    let status = response.status().as_u16();
    if let Some(location) = response.location()
        && (300..400).contains(&status)
    {
        let target = String::from_utf8_lossy(location.as_bytes());
        let target = client
            .url()
            .join(&target)
            .map_or_else(|_| "?".to_owned(), |it| text::safe_url(&it));
        let body = format!("a redirect to `{target}`, which is another server");
        return LinkError::Status { status, body };
    }
    let body = client
        .body(response, ERROR_BODY)
        .await
        .ok()
        .flatten()
        .unwrap_or_default();
    status_error(status, &body, client)
}

/// The JSON-RPC error in the body of a refusal. It belongs to this request even if the server could
/// not read the id.
pub(in super::super) async fn error_answer(
    response: HttpResponse,
    id: u64,
    client: &HttpClient,
) -> Result<JsonRpcMessage, LinkError> {
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return Err(refusal(response, client).await);
    }
    let limit = ERROR_BODY.min(client.limit());
    let body: Bytes = client
        .body(response, limit)
        .await
        .ok()
        .flatten()
        .unwrap_or_default();
    match JsonRpcMessage::parse(body.clone()) {
        Ok(JsonRpcMessage::Response(answer))
            if answer.outcome.is_err()
                && answer
                    .id
                    .as_ref()
                    .is_none_or(|it| it.as_number() == Some(id)) =>
        {
            Ok(JsonRpcMessage::Response(answer))
        }
        _ => Err(status_error(status.as_u16(), &body, client)),
    }
}

fn status_error(status: u16, body: &[u8], client: &HttpClient) -> LinkError {
    // Redacted before it is cut, so that no part of a credential is left at the end.
    let body = client.clean(text::clip(body, 4 * SHOWN));
    LinkError::Status {
        status,
        body: body.chars().take(SHOWN).collect(),
    }
}

/// The messages of a body that belong to a request: the answer, and the ones before it.
fn choose(
    incoming: IncomingBody,
    id: u64,
) -> Result<(Vec<JsonRpcMessage>, JsonRpcMessage), LinkError> {
    let all = match incoming {
        IncomingBody::Single(message) if answers_to(&message, id) => {
            return Ok((Vec::new(), message));
        }
        IncomingBody::Single(message) => vec![message],
        IncomingBody::Batch(messages) => messages.into_iter().filter_map(Result::ok).collect(),
    };
    let (answers, messages): (Vec<_>, Vec<_>) = all
        .into_iter()
        .partition(|message| matches!(message, JsonRpcMessage::Response(_)));
    let answer = answers.into_iter().find(|answer| answers_to(answer, id));
    let answer = answer.ok_or_else(|| {
        LinkError::garbage(format_args!("no answer to the request `{id}` in the body"))
    })?;
    Ok((messages, answer))
}

/// Whether a message answers the single request of its stream or body.
pub(super) fn answers_to(message: &JsonRpcMessage, id: u64) -> bool {
    match message {
        JsonRpcMessage::Response(answer) => match &answer.id {
            Some(answered) => answered.as_number() == Some(id),
            None => answer.outcome.is_err(),
        },
        _ => false,
    }
}
