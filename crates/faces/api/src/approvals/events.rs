//! `GET /approvals/events`.

use std::convert::Infallible;

use axum::body::Body;
use futures_util::stream::{self, StreamExt};
use http::header::{CONTENT_TYPE, HeaderName};
use http::{HeaderMap, HeaderValue};

use super::feed::ApprovalFeed;
use crate::prelude::*;

/// The last event that a client has seen.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Proxies that collect responses would hold back what the client waits for.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Tells what becomes of questions to people, as it happens.
///
/// A stream of server-sent events. Each is an `approval`, with the same JSON as in the list, and
/// its version as the id. It begins with those that wait; a client that comes back with
/// `Last-Event-ID` is told everything that has changed since, each approval as it is now.
#[utoipa::path(
    get,
    path = "/approvals/events",
    params(
        (
            "Last-Event-ID" = Option<u64>,
            Header,
            description = "The id of the last event that you have seen."
        ),
    ),
    responses(
        (
            status = 200,
            description = "A stream that ends when the gateway does, or when the token stops \
                           working.",
            body = String,
            content_type = "text/event-stream"
        ),
        BadQuery,
    )
)]
pub(crate) async fn follow_approvals(
    State(api): State<ApiState>,
    who: Requester,
    headers: HeaderMap,
) -> Result<Response, ApiProblem> {
    let feed = ApprovalFeed::begin(&api, who.0, last_event(&headers)?).await?;
    let news = stream::unfold(feed, async |mut feed| {
        let bytes = feed.next().await?;
        Some((bytes, feed))
    });
    // At once, so that the client knows that it is heard.
    let hello = stream::iter([candor_wire::sse::comment()]);
    let events = hello.chain(news).map(Ok::<_, Infallible>);
    let mut response = Response::new(Body::from_stream(events));
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("text/event-stream");
    headers.insert(CONTENT_TYPE, kind);
    headers.insert(UNBUFFERED, HeaderValue::from_static("no"));
    Ok(response)
}

fn last_event(headers: &HeaderMap) -> Result<Option<u64>, ApiProblem> {
    let mut values = headers.get_all(LAST_EVENT_ID).iter();
    let (first, second) = (values.next(), values.next());
    let Some(value) = first else {
        return Ok(None);
    };
    let text = value.to_str().unwrap_or("…").trim();
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits && second.is_none());
    number.map(Some).ok_or_else(|| {
        ApiProblem::malformed(format!(
            "the `Last-Event-ID` header is `{}`; it takes the id of the last event, a number, or \
             leave it out to begin anew",
            quoted(text, 40)
        ))
    })
}
