//! Requests that tools send.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use candor_egress::{CutReason, EgressRequest, ExchangeLimits};
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use serde::Serialize;
use url::Url;

use super::{HttpError, HttpReply, ToolHttpClient, client};

/// The maximum time without data in a response.
const SILENCE: Duration = Duration::from_secs(15);
/// The maximum number of redirects. They never leave the origin.
const REDIRECTS: usize = 5;

/// An unsent request.
#[must_use = "a request is sent by `send`"]
pub struct HttpRequest {
    http: ToolHttpClient,
    /// The request so far, or the first error in it.
    request: Result<EgressRequest, HttpError>,
}

// === impl HttpRequest ===

impl HttpRequest {
    pub(super) fn new(http: ToolHttpClient, method: &str, url: &str) -> Self {
        let request = start(method, url);
        Self { http, request }
    }

    /// Sets a header.
    pub fn header(self, name: impl AsRef<str>, value: impl AsRef<str>) -> Self {
        self.change(|request| {
            let name = name.as_ref();
            let header = HeaderName::try_from(name)
                .ok()
                .zip(HeaderValue::try_from(value.as_ref()).ok());
            let Some((header, value)) = header else {
                let name = name.to_owned();
                return Err(HttpError::Header { name });
            };
            request.headers.insert(header, value);
            Ok(())
        })
    }

    /// Sets a bearer token.
    pub fn bearer(self, token: impl AsRef<str>) -> Self {
        let value = format!("Bearer {}", token.as_ref());
        self.header(AUTHORIZATION, value)
    }

    /// Adds a query parameter.
    pub fn query(self, name: impl AsRef<str>, value: impl AsRef<str>) -> Self {
        self.change(|request| {
            let mut query = request.url.query_pairs_mut();
            query.append_pair(name.as_ref(), value.as_ref());
            Ok(())
        })
    }

    /// Sets a JSON body.
    pub fn json(self, value: &(impl Serialize + ?Sized)) -> Self {
        self.change(|request| {
            let body = serde_json::to_vec(value).map_err(|cause| HttpError::Body { cause })?;
            request.body = body.into();
            let kind = HeaderValue::from_static("application/json");
            request.headers.entry(CONTENT_TYPE).or_insert(kind);
            Ok(())
        })
    }

    /// Sets the body.
    pub fn body(self, body: impl Into<Bytes>) -> Self {
        self.change(|request| {
            request.body = body.into();
            Ok(())
        })
    }

    /// Sends the request, if the tool's definition allows it. A response with an error status is
    /// returned like any other.
    pub async fn send(self) -> Result<HttpReply, HttpError> {
        let request = self.request?;
        let ToolHttpClient {
            context,
            timeout,
            max_body,
        } = self.http;
        let grant = context.grant();
        context.judged(grant.check_request(&request))?;
        let bounds = ExchangeLimits {
            timeout,
            silence: SILENCE,
            max_body,
            redirects: REDIRECTS,
        };
        let client = client(context.may_reach_private())?;
        let reply = client.send(&request, &bounds).await?;
        let host = reply.url.host_str().unwrap_or_default().to_owned();
        match reply.cut.map(|cut| cut.by) {
            None => Ok(HttpReply::new(host, reply)),
            Some(CutReason::Size) => Err(HttpError::TooLarge {
                host,
                limit: max_body,
            }),
            Some(CutReason::Time | CutReason::Silence) => Err(HttpError::Unfinished {
                host,
                limit: timeout,
            }),
        }
    }

    fn change(mut self, change: impl FnOnce(&mut EgressRequest) -> Result<(), HttpError>) -> Self {
        if let Ok(request) = &mut self.request
            && let Err(error) = change(request)
        {
            self.request = Err(error);
        }
        self
    }
}

impl fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpRequest")
            .field("request", &self.request)
            .finish_non_exhaustive()
    }
}

fn start(method: &str, url: &str) -> Result<EgressRequest, HttpError> {
    let url = Url::parse(url).map_err(|cause| HttpError::Url {
        url: url.to_owned(),
        cause,
    })?;
    // Methods are upper case, but lower-case spellings are common.
    let known = Method::from_bytes(method.to_ascii_uppercase().as_bytes());
    let Ok(method) = known else {
        let method = method.to_owned();
        return Err(HttpError::Method { method });
    };
    Ok(EgressRequest {
        method,
        url,
        headers: HeaderMap::new(),
        body: Bytes::new(),
    })
}
