//! The HTTP client of one link.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::{Bytes, BytesMut};
use candor_model::Secret;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, LOCATION};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use reqwest::redirect::Policy;
use reqwest::{Client, Request, Response};
use url::Url;

use super::super::log::LinkLog;
use super::super::text::{self, SecretRedactor};
use super::super::{HttpSpec, LinkError, LinkLimits};

/// The content type of events.
pub(in super::super) const STREAM: &str = "text/event-stream";
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const EITHER: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
const EVENTS: HeaderValue = HeaderValue::from_static(STREAM);
const MAX_REDIRECTS: usize = 5;

/// A pool of connections to one server, with the headers that every request carries.
pub(in super::super) struct HttpClient {
    client: Client,
    url: Url,
    headers: HeaderMap,
    redactor: SecretRedactor,
    limit: usize,
}

/// A request, so that it can be made once more.
struct RepeatableRequest {
    method: Method,
    accept: HeaderValue,
    message: Option<Bytes>,
    extra: HeaderMap,
}

// === impl HttpClient ===

impl HttpClient {
    /// Checks the spec and prepares the pool.
    pub(in super::super) fn new(spec: &HttpSpec, limits: &LinkLimits) -> Result<Self, LinkError> {
        let mut url = spec.url.clone();
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            let detail = format!("`{}` is not an http or https URL", text::safe_url(&url));
            return Err(LinkError::Invalid { detail });
        }
        let mut headers = given_headers(&spec.headers)?;
        let login = take_login(&mut url);
        if let Some(login) = &login {
            headers
                .entry(AUTHORIZATION)
                .or_insert(sensitive(login.expose())?);
        }
        let query: Vec<_> = url
            .query_pairs()
            .map(|(_, value)| Secret::new(value.into_owned()))
            .collect();
        let secrets = spec
            .headers
            .iter()
            .map(|(_, value)| value)
            .chain(&login)
            .chain(&query);
        let client = Client::builder()
            .user_agent(concat!("candor/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(limits.connect_timeout)
            .redirect(Policy::none())
            .build()
            .map_err(|error| LinkError::Invalid {
                detail: format!("the HTTP client cannot be set up: {}", text::chain(&error)),
            })?;
        let redactor = SecretRedactor::new(secrets);
        Ok(Self {
            client,
            url,
            headers,
            redactor,
            limit: limits.max_message,
        })
    }

    /// Where the server is.
    pub(in super::super) fn url(&self) -> &Url {
        &self.url
    }

    /// The largest message taken.
    pub(in super::super) fn limit(&self) -> usize {
        self.limit
    }

    /// Remarks on the server, without our credentials in them.
    pub(in super::super) fn log(&self, label: &str) -> LinkLog {
        LinkLog::new(label, self.redactor.clone())
    }

    /// What the server says, without our credentials in it.
    pub(in super::super) fn clean(&self, text: String) -> String {
        self.redactor.clean(text)
    }

    pub(super) async fn post(
        &self,
        message: Bytes,
        extra: HeaderMap,
    ) -> Result<Response, LinkError> {
        self.post_to(&self.url, message, extra).await
    }

    /// Posts a message to an address that the server named.
    pub(in super::super) async fn post_to(
        &self,
        url: &Url,
        message: Bytes,
        extra: HeaderMap,
    ) -> Result<Response, LinkError> {
        let asked = RepeatableRequest {
            method: Method::POST,
            accept: EITHER,
            message: Some(message),
            extra,
        };
        self.execute(url, asked).await
    }

    /// Asks for a stream of events.
    pub(in super::super) async fn get(&self, extra: HeaderMap) -> Result<Response, LinkError> {
        let asked = RepeatableRequest {
            method: Method::GET,
            accept: EVENTS,
            message: None,
            extra,
        };
        self.execute(&self.url, asked).await
    }

    pub(super) async fn delete(&self, extra: HeaderMap) -> Result<Response, LinkError> {
        let asked = RepeatableRequest {
            method: Method::DELETE,
            accept: EITHER,
            message: None,
            extra,
        };
        self.execute(&self.url, asked).await
    }

    /// Collects a body up to a limit; `None` where it is larger.
    pub(in super::super) async fn body(
        &self,
        mut response: Response,
        limit: usize,
    ) -> Result<Option<Bytes>, LinkError> {
        if response
            .content_length()
            .is_some_and(|length| length > limit as u64)
        {
            return Ok(None);
        }
        // A body that comes in one piece, as most do, is not copied.
        let mut first = Bytes::new();
        let mut rest = BytesMut::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.broken(error))? {
            if first.len() + rest.len() + chunk.len() > limit {
                return Ok(None);
            }
            if first.is_empty() {
                first = chunk;
            } else {
                rest.extend_from_slice(&chunk);
            }
        }
        if rest.is_empty() {
            return Ok(Some(first));
        }
        let mut whole = BytesMut::with_capacity(first.len() + rest.len());
        whole.extend_from_slice(&first);
        whole.extend_from_slice(&rest);
        Ok(Some(whole.freeze()))
    }

    /// The error of a connection that was up.
    pub(in super::super) fn broken(&self, error: reqwest::Error) -> LinkError {
        LinkError::closed(self.clean(text::chain(&error.without_url())))
    }

    /// Sends a request, and again where the server sends it on within its own origin. The
    /// library's own way of following costs every request, redirected or not.
    async fn execute(&self, url: &Url, asked: RepeatableRequest) -> Result<Response, LinkError> {
        let response = self.send(self.request(url, &asked)).await?;
        match self.sent_on(&response) {
            None => Ok(response),
            // Rare, so that it is not part of every request's future.
            Some(target) => Box::pin(self.follow(target, asked)).await,
        }
    }

    async fn follow(
        &self,
        mut target: Url,
        asked: RepeatableRequest,
    ) -> Result<Response, LinkError> {
        for _ in 0..MAX_REDIRECTS {
            let response = self.send(self.request(&target, &asked)).await?;
            match self.sent_on(&response) {
                None => return Ok(response),
                Some(next) => target = next,
            }
        }
        Err(LinkError::closed("too many redirects".to_owned()))
    }

    fn request(&self, url: &Url, asked: &RepeatableRequest) -> Request {
        let mut request = Request::new(asked.method.clone(), url.clone());
        let headers = request.headers_mut();
        headers.clone_from(&self.headers);
        // The protocol's own headers cannot be configured away.
        for (name, value) in &asked.extra {
            headers.insert(name, value.clone());
        }
        headers.insert(ACCEPT, asked.accept.clone());
        if let Some(message) = &asked.message {
            headers.insert(CONTENT_TYPE, JSON);
            *request.body_mut() = Some(message.clone().into());
        }
        request
    }

    /// Where a response sends the same request, if that is the same server: our credentials are
    /// for nobody else.
    fn sent_on(&self, response: &Response) -> Option<Url> {
        if !matches!(response.status().as_u16(), 307 | 308) {
            return None;
        }
        let target = response.headers().get(LOCATION)?.to_str().ok()?;
        let target = response.url().join(target).ok()?;
        (target.origin() == self.url.origin()).then_some(target)
    }

    async fn send(&self, request: Request) -> Result<Response, LinkError> {
        self.client.execute(request).await.map_err(|error| {
            if error.is_connect() {
                let url = text::safe_url(&self.url);
                return LinkError::Connect {
                    url,
                    cause: Arc::new(error.without_url()),
                };
            }
            if error.is_builder() {
                let detail = self.clean(text::chain(&error.without_url()));
                return LinkError::Invalid { detail };
            }
            self.broken(error)
        })
    }
}

/// The configured headers.
fn given_headers(given: &[(String, Secret<String>)]) -> Result<HeaderMap, LinkError> {
    let mut headers = HeaderMap::new();
    for (name, value) in given {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| LinkError::Invalid {
            detail: format!("`{}` is not a header name", name.escape_debug()),
        })?;
        let value = sensitive(value.expose()).map_err(|_| LinkError::Invalid {
            detail: format!(
                "the value of the header `{name}` has characters that no header can have"
            ),
        })?;
        headers.append(name, value);
    }
    Ok(headers)
}

fn sensitive(text: &str) -> Result<HeaderValue, LinkError> {
    let mut value = HeaderValue::from_str(text).map_err(|_| LinkError::Invalid {
        detail: "a credential has characters that no header can have".to_owned(),
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// Takes user and password out of a URL, as the header that carries them.
fn take_login(url: &mut Url) -> Option<Secret<String>> {
    if url.username().is_empty() && url.password().is_none() {
        return None;
    }
    let decode = |part: &str| -> String {
        // Userinfo is percent-encoded; a form pair is the decoder that is at hand.
        let escaped = part.replace('+', "%2B");
        let pair = format!("x={escaped}");
        url::form_urlencoded::parse(pair.as_bytes())
            .map(|(_, value)| value.into_owned())
            .collect()
    };
    let login = format!(
        "{}:{}",
        decode(url.username()),
        decode(url.password().unwrap_or(""))
    );
    // Neither can fail: a URL with a user has a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Some(Secret::new(format!("Basic {}", STANDARD.encode(login))))
}
