//! `GET /approvals/events`.

use candor_web::open_event_stream;
use futures_util::stream;
use http::HeaderMap;
use http::header::HeaderName;

use super::feed::ApprovalFeed;
use crate::prelude::*;

/// The last event that a client has received.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Streams approvals as they are requested and decided.
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
    let events = stream::unfold(feed, async |mut feed| {
        let bytes = feed.next().await?;
        Some((bytes, feed))
    });
    Ok(open_event_stream(events))
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
            "the `Last-Event-ID` header is `{}`; it takes the id of the last event, a number; \
             omit it to start from the beginning",
            quoted(text, 40)
        ))
    })
}
