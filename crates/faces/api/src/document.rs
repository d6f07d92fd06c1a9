//! The OpenAPI document, generated from the routes.

pub(crate) mod refusals;

use http::Method;
use utoipa::OpenApi;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};

use crate::problem::ProblemDocument;
use crate::router::PREFIX;
use crate::{roles, router};

/// The name of the token scheme.
const TOKEN: &str = "token";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Candor",
        description = "Tools, their hints and where these come from, and how to correct them.\n\n\
            Every error is a problem document (RFC 9457). Lists come in pages: send `next` as \
            `after` until it is null. What can be changed has an `ETag`; `If-Match` says which \
            state was read.\n\nEvery operation names the role that it takes. Where the gateway \
            wants no tokens, every caller that reaches it has the roles `viewer` and `caller`; the owner's \
            secret, presented as a token, has every role.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    components(schemas(ProblemDocument<'_>)),
    tags(
        (name = "index", description = "What there is."),
        (name = "tools", description = "Tools with their effective annotations."),
        (name = "annotations", description = "Overrides that people set for tools."),
        (name = "suggestions", description = "Hints that Candor suggests, for a person to accept."),
        (name = "environments", description = "Named sets of variables and annotations."),
        (name = "toolsets", description = "Named selections of tools, each with an endpoint."),
        (name = "notes", description = "Short texts on tools, for the model to read."),
        (name = "drift", description = "Definitions that are no longer the pinned ones."),
        (name = "verifications", description = "What was observed when tools were verified."),
        (name = "approvals", description = "Calls that wait for approval."),
        (name = "policy", description = "How it is decided which calls are asked about."),
        (name = "tokens", description = "The access tokens and their roles."),
        (name = "sign-in-links", description = "Signing browsers in to the dashboard."),
        (name = "sources", description = "Where tools come from."),
        (name = "catalogue", description = "Servers of registries that could be added."),
        (name = "audit", description = "What was called and what was changed."),
    )
)]
struct DocumentRoot;

/// The OpenAPI 3.1 document of `/api/v1`, as indented JSON.
pub fn document() -> String {
    text(router::routes().into_openapi())
}

/// The document without its paths.
pub(crate) fn head() -> utoipa::openapi::OpenApi {
    DocumentRoot::openapi()
}

/// The text of a document.
pub(crate) fn text(mut document: utoipa::openapi::OpenApi) -> String {
    for (method, path, operation) in operations(&mut document) {
        operation.tags = Some(vec![tag(path).to_owned()]);
        let role = roles::role(&method, path);
        operation.security = Some(vec![
            SecurityRequirement::new(TOKEN, [role.as_str()]),
            SecurityRequirement::default(),
        ]);
        let responses = &mut operation.responses.responses;
        responses.insert(
            "default".to_owned(),
            refusals::problem("Any other problem."),
        );
    }
    let components = document.components.get_or_insert_default();
    components.add_security_scheme(TOKEN, token());
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// The tag of a path: usually its first segment.
fn tag(path: &str) -> &str {
    let path = path.strip_prefix(PREFIX).unwrap_or(path);
    match path.split('/').nth(1) {
        None | Some("openapi.json") => "index",
        Some("equipped") => "toolsets",
        Some("toolsets") if path.contains("/notes") => "notes",
        Some(first) => first,
    }
}

/// Every operation with its method and its path.
pub(crate) fn operations(
    document: &mut utoipa::openapi::OpenApi,
) -> impl Iterator<Item = (Method, &str, &mut Operation)> {
    let items = document.paths.paths.iter_mut();
    items.flat_map(|(path, item)| {
        let path = path.as_str();
        of_item(item).map(move |(method, operation)| (method, path, operation))
    })
}

fn of_item(item: &mut PathItem) -> impl Iterator<Item = (Method, &mut Operation)> {
    [
        (Method::GET, &mut item.get),
        (Method::PUT, &mut item.put),
        (Method::POST, &mut item.post),
        (Method::PATCH, &mut item.patch),
        (Method::DELETE, &mut item.delete),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

fn token() -> SecurityScheme {
    let mut scheme = Http::new(HttpAuthScheme::Bearer);
    scheme.description = Some(
        "A token that `candor token create` or `POST /api/v1/tokens` gives out, or the owner's \
         secret, which is in the file `owner.secret` of the data directory. With each \
         operation stands the role that it takes: `viewer`, `caller`, `approver` (a viewer too), \
         `editor` (a viewer too) or `admin` (everything)."
            .to_owned(),
    );
    SecurityScheme::Http(scheme)
}
