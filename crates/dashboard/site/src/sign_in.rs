//! `/sign-in/{code}`: a one-time link that signs a browser in.
//!
//! Anything that fetches a link before the user opens it must not use it up: `HEAD` requests and
//! prefetches are answered without checking the code.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use candor_dashboard_kit::{DashboardState, PageError, PathSegment, local_path, query, see_other};
use http::header::{ALLOW, SET_COOKIE};
use http::{HeaderMap, Method, StatusCode, Uri};

use crate::session_cookie;

/// The headers with which browsers mark prefetches.
const PREFETCH: [&str; 3] = ["sec-purpose", "purpose", "x-moz"];

/// `GET /sign-in/{code}`: signs a browser in with a single-use code.
pub(crate) async fn open(
    State(pages): State<DashboardState>,
    method: Method,
    PathSegment(code): PathSegment,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    if method == Method::HEAD {
        return Ok((StatusCode::OK, [(ALLOW, "GET")]).into_response());
    }
    if is_prefetch(&headers) {
        return Err(PageError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "Sign-in link",
            "The link works once, so it is not loaded in advance. Open it to sign in.",
        ));
    }
    let opened = pages.gateway.page_sessions().open_link(&code).await;
    let identity = opened.map_err(|error| session_cookie::failed(&error))?;
    let cookie = session_cookie::begin(&pages, &headers, &identity).await?;
    let next = query::get(&uri, "next");
    let mut response = see_other(local_path::or_home(next.as_deref()));
    if let Some(cookie) = cookie {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(response)
}

fn is_prefetch(headers: &HeaderMap) -> bool {
    let values = PREFETCH.iter().filter_map(|name| headers.get(*name));
    let mut texts = values.filter_map(|value| value.to_str().ok());
    texts.any(|text| {
        let text = text.to_ascii_lowercase();
        text.contains("prefetch") || text.contains("prerender") || text.contains("preview")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_has_asked_for_is_recognised() {
        let is = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().expect("a value"));
            is_prefetch(&headers)
        };
        assert!(is("sec-purpose", "prefetch"));
        assert!(is("sec-purpose", "prefetch;prerender"));
        assert!(is("purpose", "Prefetch"));
        assert!(is("x-moz", "prefetch"));
        assert!(is("purpose", "preview"));
        assert!(!is("accept", "prefetch"));
        assert!(!is("purpose", ""));
    }
}
