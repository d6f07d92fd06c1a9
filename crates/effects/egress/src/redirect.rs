//! Which redirects are followed.
//!
//! Within the origin only: scheme, host and port are the same, so credentials stay with whom they
//! belong to, and there is no way from https down to http. What is sent again is only ever `GET`
//! or `HEAD`; a server that wants another method sent again is left to those who know what the
//! request does.

#[cfg(test)]
mod tests;

use http::header::LOCATION;
use http::{HeaderMap, Method, StatusCode};
use url::Url;

use crate::EgressError;

/// What a response asks to be sent next. `None` where it is the answer, also where it is a
/// redirect that is not followed.
pub(crate) fn next(
    method: &Method,
    url: &Url,
    status: StatusCode,
    headers: &HeaderMap,
) -> Result<Option<(Method, Url)>, EgressError> {
    let reads = matches!(*method, Method::GET | Method::HEAD);
    let method = match status.as_u16() {
        301 | 302 | 303 | 307 | 308 if reads => method.clone(),
        // The request is done, and its result is to be read elsewhere.
        303 => Method::GET,
        _ => return Ok(None),
    };
    let Some(mut target) = location(url, headers) else {
        return Ok(None);
    };
    if target.origin() != url.origin() {
        return Err(EgressError::RedirectElsewhere {
            from: url.origin().ascii_serialization(),
            to: name(&target),
        });
    }
    // Neither can fail for a URL with a host. A server does not choose our credentials.
    let _ = target.set_username("");
    let _ = target.set_password(None);
    target.set_fragment(None);
    Ok(Some((method, target)))
}

/// Where a redirect leads. A place that cannot be understood is none.
fn location(url: &Url, headers: &HeaderMap) -> Option<Url> {
    let text = std::str::from_utf8(headers.get(LOCATION)?.as_bytes()).ok()?;
    url.join(text).ok()
}

/// The origin of a URL, or its scheme where it has none.
fn name(url: &Url) -> String {
    let origin = url.origin();
    if origin.is_tuple() {
        origin.ascii_serialization()
    } else {
        format!("{}:", url.scheme())
    }
}
