//! The index of the API.

use http::header::CONTENT_TYPE;

use crate::prelude::*;

/// The resources of this API, and their paths.
#[derive(Serialize, ToSchema)]
#[schema(as = Index)]
pub(crate) struct ApiIndex {
    /// The name of the program: always `candor`.
    name: &'static str,
    /// The version of the program.
    version: &'static str,
    /// Where to go on.
    links: IndexLinks,
}

/// Where to go on.
#[derive(Serialize, ToSchema)]
#[schema(as = Links)]
struct IndexLinks {
    /// The list of tools.
    tools: &'static str,
    /// Overrides that people set for tools.
    annotations: &'static str,
    /// Hints that Candor suggests, for a person to accept.
    suggestions: &'static str,
    /// The list of environments.
    environments: &'static str,
    /// The list of toolsets.
    toolsets: &'static str,
    /// The toolset that the plain endpoint serves.
    equipped: &'static str,
    /// Notes that count in every toolset.
    notes: &'static str,
    /// Definitions that have changed.
    drift: &'static str,
    /// What was observed when tools were verified.
    verifications: &'static str,
    /// Calls that need an approval.
    approvals: &'static str,
    /// Approvals that go on counting.
    standing: &'static str,
    /// How it is decided which calls are asked about.
    policy: &'static str,
    /// Tokens, for an admin.
    tokens: &'static str,
    /// Where tools come from.
    sources: &'static str,
    /// Servers that could be added.
    catalogue: &'static str,
    /// Calls, newest first.
    calls: &'static str,
    /// Changes, newest first.
    changes: &'static str,
    /// The description of this interface.
    openapi: &'static str,
}

/// Lists the resources of this API.
#[utoipa::path(
    get,
    path = "/",
    responses((status = 200, description = "The resources of this API, and their paths.", body = ApiIndex))
)]
pub(crate) async fn index() -> Json<ApiIndex> {
    Json(ApiIndex {
        name: "candor",
        version: env!("CARGO_PKG_VERSION"),
        links: IndexLinks {
            tools: "/api/v1/tools",
            annotations: "/api/v1/annotations",
            suggestions: "/api/v1/suggestions",
            environments: "/api/v1/environments",
            toolsets: "/api/v1/toolsets",
            equipped: "/api/v1/equipped",
            notes: "/api/v1/notes",
            drift: "/api/v1/drift",
            verifications: "/api/v1/verifications",
            approvals: "/api/v1/approvals",
            standing: "/api/v1/approvals/standing",
            policy: "/api/v1/policy",
            tokens: "/api/v1/tokens",
            sources: "/api/v1/sources",
            catalogue: "/api/v1/catalogue",
            calls: "/api/v1/audit/calls",
            changes: "/api/v1/audit/changes",
            openapi: "/api/v1/openapi.json",
        },
    })
}

/// Shows the OpenAPI document of this API.
#[utoipa::path(
    get,
    path = "/openapi.json",
    responses((status = 200, description = "The OpenAPI 3.1 document.", body = serde_json::Value))
)]
pub(crate) async fn openapi(State(api): State<ApiState>) -> Response {
    let kind = [(CONTENT_TYPE, "application/json")];
    (kind, api.document.to_string()).into_response()
}
