//! What is sent.

#[cfg(test)]
mod tests;

use std::fmt;

use bytes::Bytes;
use http::header::{
    ACCEPT, ACCEPT_ENCODING, CONNECTION, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH,
    CONTENT_LOCATION, CONTENT_TYPE, EXPECT, HOST, PROXY_AUTHORIZATION, RANGE, TE, TRAILER,
    TRANSFER_ENCODING, UPGRADE, USER_AGENT,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use http_body_util::Full;
use url::{Position, Url};

use crate::EgressError;
use crate::error;

/// A request to be sent.
///
/// Headers that belong to the connection rather than to the request are left out: `host`,
/// `content-length`, `transfer-encoding`, `connection` and their like, and `accept-encoding`.
/// They are set from the URL, the body and what can be unpacked.
#[derive(Clone)]
pub struct EgressRequest {
    /// The method; anything but `CONNECT`.
    pub method: Method,
    /// Where to: http or https, without a user. A fragment is not sent.
    pub url: Url,
    /// The headers to be sent.
    pub headers: HeaderMap,
    /// The body; empty for none.
    pub body: Bytes,
}

/// Headers that only the connection may set.
const OURS: [HeaderName; 13] = [
    HOST,
    CONTENT_LENGTH,
    TRANSFER_ENCODING,
    CONNECTION,
    UPGRADE,
    TE,
    TRAILER,
    // A proxy is never used, and no other host should see it.
    PROXY_AUTHORIZATION,
    // Waiting for leave to send a body is a conversation of its own.
    EXPECT,
    ACCEPT_ENCODING,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    HeaderName::from_static("http2-settings"),
];

/// Headers that speak of a body.
const OF_BODY: [HeaderName; 4] = [
    CONTENT_TYPE,
    CONTENT_ENCODING,
    CONTENT_LANGUAGE,
    CONTENT_LOCATION,
];

const PACKED: HeaderValue = HeaderValue::from_static("gzip, deflate");
const ANYTHING: HeaderValue = HeaderValue::from_static("*/*");

// === impl EgressRequest ===

impl EgressRequest {
    /// Whether it can be sent at all.
    pub(crate) fn check(&self) -> Result<(), EgressError> {
        let url = &self.url;
        if !matches!(url.scheme(), "http" | "https") {
            let scheme = url.scheme().to_owned();
            return Err(EgressError::Scheme { scheme });
        }
        if !url.username().is_empty() || url.password().is_some() {
            let host = error::host(url);
            return Err(EgressError::Login { host });
        }
        if self.method == Method::CONNECT {
            let method = self.method.to_string();
            return Err(EgressError::Method { method });
        }
        Ok(())
    }

    /// The request as it goes onto the connection.
    pub(crate) fn prepare(
        &self,
        user_agent: &HeaderValue,
    ) -> Result<http::Request<Full<Bytes>>, EgressError> {
        let text = &self.url[..Position::AfterQuery];
        let uri = Uri::try_from(text).map_err(|cause| EgressError::Unsendable {
            host: error::host(&self.url),
            length: text.len(),
            cause: cause.into(),
        })?;
        let mut request = http::Request::new(Full::new(self.body.clone()));
        *request.method_mut() = self.method.clone();
        *request.uri_mut() = uri;
        *request.headers_mut() = self.outgoing(user_agent);
        Ok(request)
    }

    fn outgoing(&self, user_agent: &HeaderValue) -> HeaderMap {
        let mut headers = self.headers.clone();
        for name in &OURS {
            headers.remove(name);
        }
        headers
            .entry(USER_AGENT)
            .or_insert_with(|| user_agent.clone());
        headers.entry(ACCEPT).or_insert(ANYTHING);
        // A part of something packed cannot be unpacked.
        if !headers.contains_key(RANGE) {
            headers.insert(ACCEPT_ENCODING, PACKED);
        }
        // The library names the length of a body, but not that there is none where one is
        // expected, and some servers insist.
        let expected = matches!(self.method, Method::POST | Method::PUT | Method::PATCH);
        if expected && self.body.is_empty() {
            headers.insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
        }
        headers
    }

    /// The request that a redirect asks for instead.
    pub(crate) fn redirected(mut self, method: Method, url: Url) -> Self {
        if method != self.method {
            self.body = Bytes::new();
            for name in &OF_BODY {
                self.headers.remove(name);
            }
        }
        self.method = method;
        self.url = url;
        self
    }
}

impl fmt::Debug for EgressRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // URL, headers and body may hold credentials.
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("host", &error::host(&self.url))
            .field("body", &self.body.len())
            .finish_non_exhaustive()
    }
}

/// A method, address or header of a request that could not be sent, for an error: short, on one
/// line, and without a query, which may hold a credential.
pub fn shown_without_query(text: &str) -> String {
    let plain = text.split(['?', '#']).next().unwrap_or(text);
    let short: String = plain.chars().take(100).collect();
    short.escape_debug().to_string()
}
