//! `/live`: that something has happened, as it happens.
//!
//! An event says what kind of thing has changed, never what it is now: whoever hears it looks
//! again, at what they may see.

mod bell;
mod feed;

use std::convert::Infallible;

use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use candor_model::Role;
use futures_util::stream::{self, StreamExt};
use http::HeaderValue;
use http::header::{CONTENT_TYPE, HeaderName};

use crate::pages::Pages;
use crate::visitor::Visitor;
use crate::wrong::Wrong;
use feed::Feed;

pub use bell::Bell;

/// Proxies that collect responses would hold back what the browser waits for.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// `GET /live`
pub(crate) async fn live(State(pages): State<Pages>, visitor: Visitor) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, "/")?;
    let feed = Feed::begin(&pages, visitor.identity);
    let news = stream::unfold(feed, async |mut feed| {
        let bytes = feed.next().await?;
        Some((bytes, feed))
    });
    // At once, so that the browser knows that it is heard.
    let hello = stream::iter([candor_wire::sse::comment()]);
    let events = hello.chain(news).map(Ok::<_, Infallible>);
    let mut response = Response::new(Body::from_stream(events));
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("text/event-stream");
    headers.insert(CONTENT_TYPE, kind);
    headers.insert(UNBUFFERED, HeaderValue::from_static("no"));
    Ok(response)
}
