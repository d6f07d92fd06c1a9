//! What every request passes first and every response last.
//!
//! Whoever asks must address this gateway, come from a page that may, be somebody, and may do
//! what they ask for. Only then is it looked at, whether it exists or not.

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use candor_gateway::Gateway;
use candor_model::{Identity, Role};
use candor_web::HostCheck;
use http::{HeaderValue, header};

use crate::author::Who;
use crate::problem::{Kind, Problem};
use crate::roles::Needed;

/// What the door goes by.
pub(crate) struct Guard {
    pub(crate) hosts: HostCheck,
    pub(crate) gateway: Gateway,
    pub(crate) needed: Needed,
}

/// Lets in whoever may come in, and writes problems out.
pub(crate) async fn door(
    State(guard): State<Arc<Guard>>,
    mut request: Request,
    next: Next,
) -> Response {
    let instance = request.uri().path().to_owned();
    let response = match guard.admit(&request) {
        Ok(identity) => {
            request.extensions_mut().insert(Who(identity));
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    };
    let mut response = finished(response, &instance);
    let headers = response.headers_mut();
    // What is said about a tool may change at any moment.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    response
}

// === impl Guard ===

impl Guard {
    /// Who asks, if they may.
    fn admit(&self, request: &Request) -> Result<Identity, Problem> {
        let headers = request.headers();
        let checked = self.hosts.check(headers, request.uri());
        checked.map_err(|refusal| Problem::new(Kind::Forbidden, refusal))?;
        let identity = candor_web::recognise(&self.gateway, headers)
            .map_err(|refusal| Problem::challenge(refusal, refusal.www_authenticate()))?;
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

fn lacking(identity: &Identity, role: Role) -> Problem {
    let Identity { name, roles, .. } = identity;
    Problem::new(
        Kind::NotAllowed,
        format!(
            "this takes the role `{role}`, and `{name}` has `{roles}`; whoever keeps this gateway \
             can make a token that has it"
        ),
    )
}

fn finished(mut response: Response, instance: &str) -> Response {
    let Some(problem) = response.extensions_mut().remove::<Problem>() else {
        return response;
    };
    let mut written = problem.written(instance);
    if let Some(allow) = response.headers_mut().remove(header::ALLOW) {
        written.headers_mut().insert(header::ALLOW, allow);
    }
    written
}
