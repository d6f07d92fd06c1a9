//! Checks before every request, and headers on every response.
//!
//! A request must address this gateway, come from an allowed page, have a known identity, and have
//! the role for its operation. Only then is it handled, whether its subject exists or not.

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use candor_gateway::Gateway;
use candor_model::{CallerIdentity, Role};
use candor_web::HostCheck;
use http::{HeaderValue, header};

use crate::problem::{ApiProblem, ProblemKind};
use crate::requester::Requester;
use crate::roles::RouteRoles;

/// What requests are checked against.
pub(crate) struct RequestGuard {
    pub(crate) hosts: HostCheck,
    pub(crate) gateway: Gateway,
    pub(crate) needed: RouteRoles,
}

/// Admits authorised requests, and writes problems out.
pub(crate) async fn check_request(
    State(guard): State<Arc<RequestGuard>>,
    mut request: Request,
    next: Next,
) -> Response {
    let instance = request.uri().path().to_owned();
    let response = match guard.admit(&request) {
        Ok(identity) => {
            request.extensions_mut().insert(Requester(identity));
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    };
    let mut response = finished(response, &instance);
    let headers = response.headers_mut();
    // Annotations may change at any moment.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    response
}

// === impl RequestGuard ===

impl RequestGuard {
    /// The caller, if they may make the request.
    fn admit(&self, request: &Request) -> Result<CallerIdentity, ApiProblem> {
        let headers = request.headers();
        let checked = self.hosts.check(headers, request.uri());
        checked.map_err(|refusal| ApiProblem::new(ProblemKind::Forbidden, refusal))?;
        let identity = candor_web::authenticate(&self.gateway, headers)
            .map_err(|refusal| ApiProblem::challenge(refusal, refusal.www_authenticate()))?;
        let route = request.extensions().get::<MatchedPath>();
        let role = self
            .needed
            .role(request.method(), route.map(MatchedPath::as_str));
        if identity.may(role) {
            return Ok(identity);
        }
        Err(lacking(&identity, role))
    }
}

fn lacking(identity: &CallerIdentity, role: Role) -> ApiProblem {
    let CallerIdentity { name, roles, .. } = identity;
    if identity.is_local() {
        return ApiProblem::new(
            ProblemKind::NotAllowed,
            format!(
                "this requires the role `{role}`; requests without a token have `{roles}`; send \
                 `Authorization: Bearer TOKEN` with a token, or with the text of the file \
                 `owner.secret` in the gateway's data directory; `candor open` signs a browser in"
            ),
        );
    }
    ApiProblem::new(
        ProblemKind::NotAllowed,
        format!(
            "this requires the role `{role}`; `{name}` has `{roles}`; ask an administrator of this \
             gateway for a token that has it"
        ),
    )
}

fn finished(mut response: Response, instance: &str) -> Response {
    let Some(problem) = response.extensions_mut().remove::<ApiProblem>() else {
        return response;
    };
    let mut written = problem.written(instance);
    if let Some(allow) = response.headers_mut().remove(header::ALLOW) {
        written.headers_mut().insert(header::ALLOW, allow);
    }
    written
}
