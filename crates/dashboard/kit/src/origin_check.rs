//! The middleware around all pages: origin checks before, security headers after.
//!
//! A form must come from one of our pages. Its `Origin` is the host it is sent to, or the public
//! URL of the gateway; and `Sec-Fetch-Site`, where a browser sends it, must be `same-origin` or
//! `none`. Another port of the same machine is another origin.
//!
//! `Referrer-Policy` is `same-origin`: approval links are secrets. It is not `no-referrer`, because
//! browsers then send `Origin: null` with our own forms.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use candor_web::{HostCheck, HostError};
use http::uri::Authority;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use url::Url;

use crate::page_error::PageError;

/// The content security policy of all pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

/// The header in which browsers say where a request comes from.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The hosts and origins that are accepted.
#[derive(Debug)]
pub(crate) struct OriginCheck {
    /// The accepted `Host` and `Origin` values.
    pub(crate) hosts: HostCheck,
    /// The public URL of the gateway.
    pub(crate) own: Option<String>,
}

/// Checks the origin of a request and adds the security headers to its response.
pub(crate) async fn check_origin(
    State(origin_check): State<Arc<OriginCheck>>,
    request: Request,
    next: Next,
) -> Response {
    match origin_check.check(request.method(), request.headers(), request.uri()) {
        Ok(()) => with_security_headers(next.run(request).await),
        Err(wrong) => with_security_headers(wrong.into_response()),
    }
}

/// The page for an unknown path.
pub fn not_found_page(path: &str) -> Response {
    let path: String = path.chars().take(200).collect();
    let sentence = format!("There is no page at `{path}`.");
    let wrong = PageError::new(StatusCode::NOT_FOUND, "Page not found", sentence);
    with_security_headers(wrong.link("/", "Overview").into_response())
}

/// Forbids external resources and, unless the response says otherwise, caching.
fn with_security_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Assets may be cached, pages may not.
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

// === impl OriginCheck ===

impl OriginCheck {
    fn check(&self, method: &Method, headers: &HeaderMap, uri: &Uri) -> Result<(), PageError> {
        self.host(headers, uri).map_err(|refusal| {
            let heading = "Request blocked";
            PageError::new(StatusCode::FORBIDDEN, heading, refusal.to_string())
        })?;
        let looks = matches!(*method, Method::GET | Method::HEAD);
        let mut sites = headers.get_all(FETCH_SITE).iter();
        if looks || sites.all(|site| site == "same-origin" || site == "none") {
            return Ok(());
        }
        Err(PageError::new(
            StatusCode::FORBIDDEN,
            "Request blocked",
            "It was sent from a page of another site. Nothing was changed.",
        ))
    }

    /// The check of all interfaces, except that our own origin need not be listed.
    fn host(&self, headers: &HeaderMap, uri: &Uri) -> Result<(), HostError> {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let own = match (origins.next(), origins.next()) {
            (Some(origin), None) => self.is_own(origin, headers, uri),
            _ => false,
        };
        if !own {
            return self.hosts.check(headers, uri);
        }
        let mut headers = headers.clone();
        headers.remove(header::ORIGIN);
        self.hosts.check(&headers, uri)
    }

    fn is_own(&self, origin: &HeaderValue, headers: &HeaderMap, uri: &Uri) -> bool {
        let origin = origin.to_str().unwrap_or_default();
        let Some(("http" | "https", authority)) = origin.split_once("://") else {
            return false;
        };
        let host = headers.get(header::HOST);
        let host = host.and_then(|host| host.to_str().ok());
        let host = host.or(uri.authority().map(Authority::as_str));
        if host.is_some_and(|host| host.eq_ignore_ascii_case(authority)) {
            return true;
        }
        // Behind a proxy, host and origin may differ.
        let known = self.own.as_deref().map(Url::parse);
        known.is_some_and(|known| {
            known.is_ok_and(|known| known.origin().ascii_serialization() == origin)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(method: &Method, pairs: &[(&str, &str)]) -> bool {
        let origin_check = OriginCheck {
            hosts: HostCheck::new(&["gateway.example".into()], &["https://app.example".into()]),
            own: Some("https://candor.example:8443".into()),
        };
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            let name = HeaderName::try_from(*name).expect("a name");
            headers.append(name, value.parse().expect("a value"));
        }
        let uri = Uri::from_static("/approvals");
        origin_check.check(method, &headers, &uri).is_ok()
    }

    #[test]
    fn forms_come_from_pages_of_ours() {
        for (host, origin, site) in [
            ("localhost:7333", "http://localhost:7333", "same-origin"),
            ("gateway.example", "https://gateway.example", "same-origin"),
            ("GATEWAY.example", "https://gateway.example", "none"),
            // A proxy that names another host than the browser did.
            (
                "localhost:7333",
                "https://candor.example:8443",
                "same-origin",
            ),
            ("localhost:7333", "https://app.example", "same-origin"),
        ] {
            let pairs = [("host", host), ("origin", origin), ("sec-fetch-site", site)];
            assert!(check(&Method::POST, &pairs), "{pairs:?}");
        }
        for (host, origin, site) in [
            ("localhost:7333", "http://localhost:5173", "same-site"),
            ("localhost:7333", "http://localhost:7333", "cross-site"),
            ("localhost:7333", "http://evil.example", "same-origin"),
            ("localhost:7333", "null", "same-origin"),
            ("localhost:7333", "file://localhost:7333", "same-origin"),
            (
                "gateway.example",
                "https://gateway.example.evil.example",
                "same-origin",
            ),
            ("evil.example", "http://evil.example", "same-origin"),
            ("localhost:7333", "https://candor.example", "same-origin"),
        ] {
            let pairs = [("host", host), ("origin", origin), ("sec-fetch-site", site)];
            assert!(!check(&Method::POST, &pairs), "{pairs:?}");
        }
    }

    #[test]
    fn missing_headers_are_accepted() {
        let host = ("host", "localhost:7333");
        assert!(check(&Method::POST, &[host]));
        assert!(check(
            &Method::GET,
            &[host, ("sec-fetch-site", "cross-site")]
        ));
        assert!(check(
            &Method::HEAD,
            &[host, ("sec-fetch-site", "same-site")]
        ));
        assert!(!check(
            &Method::PUT,
            &[host, ("sec-fetch-site", "cross-site")]
        ));
        let twice = ("origin", "http://localhost:7333");
        assert!(!check(
            &Method::POST,
            &[host, twice, ("origin", "http://evil.example")]
        ));
        let own = ("sec-fetch-site", "same-origin");
        assert!(!check(
            &Method::POST,
            &[host, own, ("sec-fetch-site", "cross-site")]
        ));
        assert!(!check(&Method::GET, &[]));
    }
}
