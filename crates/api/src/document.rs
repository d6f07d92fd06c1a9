//! The OpenAPI document, made from the routes.

pub(crate) mod refusals;

use utoipa::OpenApi;
use utoipa::openapi::path::{Operation, PathItem};

use crate::problem::ProblemDocument;
use crate::router;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Candor",
        description = "Tools, what is said about them and by whom, and how to correct it.\n\n\
            Every error is a problem document (RFC 9457). Lists come in pages: send `next` as \
            `after` until it is null. What can be changed has an `ETag`; `If-Match` says which \
            state was read.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    components(schemas(ProblemDocument<'_>)),
    tags(
        (name = "index", description = "What there is."),
        (name = "tools", description = "Tools with their effective annotations."),
        (name = "annotations", description = "What people say about tools."),
        (name = "suggestions", description = "What Candor would say if a person agreed."),
        (name = "environments", description = "Named sets of variables and annotations."),
        (name = "toolsets", description = "Named selections of tools, each with an endpoint."),
        (name = "notes", description = "Short texts on tools, for the model to read."),
        (name = "drift", description = "Definitions that are no longer the pinned ones."),
        (name = "sources", description = "Where tools come from."),
        (name = "audit", description = "What was called and what was changed."),
    )
)]
struct Head;

/// The OpenAPI 3.1 document of `/api/v1`, as indented JSON.
pub fn document() -> String {
    text(router::routes().into_openapi())
}

/// The document without its paths.
pub(crate) fn head() -> utoipa::openapi::OpenApi {
    Head::openapi()
}

/// The text of a document.
pub(crate) fn text(mut document: utoipa::openapi::OpenApi) -> String {
    for item in document.paths.paths.values_mut() {
        for operation in operations(item) {
            let responses = &mut operation.responses.responses;
            responses.insert(
                "default".to_owned(),
                refusals::problem("Any other problem."),
            );
        }
    }
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [
        &mut item.get,
        &mut item.put,
        &mut item.post,
        &mut item.patch,
        &mut item.delete,
    ]
    .into_iter()
    .flatten()
}
