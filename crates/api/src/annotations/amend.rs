//! `PATCH /annotations/{pattern}`.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::Patience;

use super::change::AnnotationChange;
use super::entry::EntryView;
use crate::author::Who;
use crate::body::JsonBody;
use crate::document::refusals::{BadBody, InTheWay, NotThere, TooLate};
use crate::etag::{self, IfMatch};
use crate::path::PathOf;
use crate::problem::{Kind, Problem};
use crate::query::{PlaceQuery, QueryOf};
use crate::router::Api;

/// Says something about tools, or takes it back.
///
/// Only the fields that are mentioned change, so nothing is lost where two people change
/// different fields at once. With `If-Match`, nothing is changed if anybody has changed anything
/// since.
#[utoipa::path(
    patch,
    path = "/annotations/{pattern}",
    operation_id = "amend_annotation",
    tag = "annotations",
    params(
        ("pattern" = String, Path, description = "`source.tool` or `source.*`, percent-encoded."),
        PlaceQuery,
        ("If-Match" = Option<String>, Header, description = "The `ETag` that you have read."),
    ),
    request_body = AnnotationChange,
    responses(
        (
            status = 200,
            description = "The entry as it is now.",
            body = EntryView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadBody,
        NotThere,
        InTheWay,
        TooLate,
    )
)]
pub(crate) async fn amend(
    State(api): State<Api>,
    who: Who,
    PathOf(pattern): PathOf<String>,
    QueryOf(query): QueryOf<PlaceQuery>,
    read: IfMatch,
    JsonBody(mut change): JsonBody<AnnotationChange>,
) -> Result<Response, Problem> {
    api.gateway.settled(Patience::Request).await;
    let key = super::key(
        &pattern,
        query.environment.as_deref(),
        query.toolset.as_deref(),
    )?;
    let author = who.author(change.why.take());
    let desk = api.gateway.desk();
    let expected = match read {
        IfMatch::Absent => None,
        IfMatch::Version(version) => Some(version),
        IfMatch::Any => {
            if desk.opinion(&key).await?.version == Some(0) {
                return Err(Problem::new(
                    Kind::Changed,
                    format!("nothing is said about `{key}`, so that `If-Match: *` cannot hold"),
                ));
            }
            None
        }
    };
    let amendment = change.amendment();
    let entry = desk.amend(&author, &key, &amendment, expected).await?;
    Ok(etag::tagged(entry.version, Json(EntryView::of(&entry))))
}
