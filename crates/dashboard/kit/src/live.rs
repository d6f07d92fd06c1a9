//! `/live`: server-sent events that tell open pages what to reload.
//!
//! An event names the topic that changed, never its contents: the browser reloads what its user may
//! see.

mod feed;
mod notifier;
mod reader;

use std::convert::Infallible;

use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use candor_model::Role;
use futures_util::stream::{self, StreamExt};
use http::header::{CONTENT_TYPE, HeaderName};
use http::{HeaderMap, HeaderValue};

use crate::current_user::CurrentUser;
use crate::page_error::PageError;
use crate::state::DashboardState;
use feed::LiveFeed;
use reader::LiveReader;

pub use notifier::TryItNotifier;

/// Tells proxies not to buffer the stream.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// `GET /live`: streams what has changed, so that open pages fetch themselves again.
pub(crate) async fn live(
    State(pages): State<DashboardState>,
    user: CurrentUser,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    user.needs(Role::Viewer, "/")?;
    let feed = LiveFeed::begin(&pages, LiveReader::of(user, &headers));
    let news = stream::unfold(feed, async |mut feed| {
        let bytes = feed.next().await?;
        Some((bytes, feed))
    });
    // Sent at once, so that the browser knows the connection is open.
    let hello = stream::iter([candor_wire::sse::comment()]);
    let events = hello.chain(news).map(Ok::<_, Infallible>);
    let mut response = Response::new(Body::from_stream(events));
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("text/event-stream");
    headers.insert(CONTENT_TYPE, kind);
    headers.insert(UNBUFFERED, HeaderValue::from_static("no"));
    Ok(response)
}
