//! `/live`: server-sent events that tell open pages what to reload.
//!
//! An event names the topic that changed, never its contents: the browser reloads what its user may
//! see.

mod feed;
mod notifier;
mod reader;

use axum::extract::State;
use axum::response::Response;
use candor_model::Role;
use candor_web::open_event_stream;
use futures_util::stream;
use http::HeaderMap;

use crate::current_user::CurrentUser;
use crate::page_error::PageError;
use crate::state::DashboardState;
use feed::LiveFeed;
use reader::LiveReader;

pub use notifier::TryItNotifier;

/// `GET /live`: streams what has changed, so that open pages fetch themselves again.
pub(crate) async fn live(
    State(pages): State<DashboardState>,
    user: CurrentUser,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    user.needs(Role::Viewer, "/")?;
    let feed = LiveFeed::begin(&pages, LiveReader::of(user, &headers));
    let events = stream::unfold(feed, async |mut feed| {
        let bytes = feed.next().await?;
        Some((bytes, feed))
    });
    Ok(open_event_stream(events))
}
