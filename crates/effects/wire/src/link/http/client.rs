//! The HTTP client of one link.

use std::sync::Arc;

use bytes::Bytes;
use candor_model::Secret;
use http::{Method, Request};
use http_body_util::Full;
use url::Url;

use super::super::log::LinkLog;
use super::super::text::{self, SecretRedactor};
use super::super::{HttpSpec, LinkError, LinkLimits};
use super::connect::ServerConnector;
use super::connection::{Http2Sender, HttpConnection, SendFailure};
use super::failure::HttpFailure;
use super::headers::{self, AGENT, ExtraHeaders, LinkHeaders};
use super::pool::ConnectionPool;
use super::proxy::HttpProxy;
use super::response::HttpResponse;
use super::target::HttpTarget;
use crate::collected_body::CollectedBody;

const MAX_REDIRECTS: usize = 5;

/// A pool of connections to one server, with the headers of every request.
pub(in super::super) struct HttpClient {
    pool: Arc<ConnectionPool>,
    server: HttpTarget,
    headers: LinkHeaders,
    /// Whether a proxy reads the requests, which must then contain the whole URL.
    forwarded: bool,
    redactor: SecretRedactor,
    limit: usize,
}

/// A request that can be sent repeatedly.
struct RepeatableRequest<'a> {
    method: Method,
    message: Bytes,
    extra: &'a ExtraHeaders,
}

// === impl HttpClient ===

impl HttpClient {
    /// Validates the spec and prepares the pool.
    pub(in super::super) fn new(spec: &HttpSpec, limits: &LinkLimits) -> Result<Self, LinkError> {
        let mut url = spec.url.clone();
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            let detail = format!("`{}` is not an http or https URL", text::safe_url(&url));
            return Err(LinkError::Invalid { detail });
        }
        let login = headers::take_login(&mut url);
        let server = HttpTarget::new(url)?;
        let proxy = HttpProxy::from_environment(server.absolute())?;
        let forwarder = proxy.as_ref().filter(|_| server.url().scheme() == "http");
        let proxy_login = forwarder.and_then(HttpProxy::login);
        let headers = LinkHeaders::new(&spec.headers, login.as_ref(), proxy_login, &server)?;
        let timeout = limits.connect_timeout;
        let connector = ServerConnector::new(server.absolute(), proxy.as_ref(), AGENT, timeout);
        let connector = connector.map_err(|error| LinkError::Invalid {
            detail: format!("the HTTP client cannot be set up: {}", text::chain(&*error)),
        })?;
        Ok(Self {
            pool: Arc::new(ConnectionPool::new(connector)),
            headers,
            forwarded: forwarder.is_some(),
            redactor: redactor(spec, login, proxy.as_ref(), server.url()),
            server,
            limit: limits.max_message,
        })
    }

    /// The URL of the server.
    pub(in super::super) fn url(&self) -> &Url {
        self.server.url()
    }

    /// The maximum size of a message.
    pub(in super::super) fn limit(&self) -> usize {
        self.limit
    }

    /// The log for remarks about the server, with our credentials redacted.
    pub(in super::super) fn log(&self, label: &str) -> LinkLog {
        LinkLog::new(label, self.redactor.clone())
    }

    /// The server's text, with our credentials redacted.
    pub(in super::super) fn clean(&self, text: String) -> String {
        self.redactor.clean(text)
    }

    pub(super) fn post<'a>(
        &'a self,
        message: Bytes,
        extra: &'a ExtraHeaders,
    ) -> impl Future<Output = Result<HttpResponse, LinkError>> + 'a {
        self.execute(&self.server, RepeatableRequest::post(message, extra))
    }

    /// Posts a message to an address that the server named.
    pub(in super::super) async fn post_to(
        &self,
        target: &HttpTarget,
        message: Bytes,
    ) -> Result<HttpResponse, LinkError> {
        let extra = ExtraHeaders::default();
        let asked = RepeatableRequest::post(message, &extra);
        self.execute(target, asked).await
    }

    /// Requests a stream of events.
    pub(in super::super) fn get<'a>(
        &'a self,
        extra: &'a ExtraHeaders,
    ) -> impl Future<Output = Result<HttpResponse, LinkError>> + 'a {
        self.execute(&self.server, RepeatableRequest::empty(Method::GET, extra))
    }

    pub(super) async fn delete(&self, extra: ExtraHeaders) -> Result<HttpResponse, LinkError> {
        let asked = RepeatableRequest::empty(Method::DELETE, &extra);
        self.execute(&self.server, asked).await
    }

    /// Collects a body up to a limit; `None` if it is larger.
    pub(in super::super) async fn body(
        &self,
        mut response: HttpResponse,
        limit: usize,
    ) -> Result<Option<Bytes>, LinkError> {
        if response
            .content_length()
            .is_some_and(|length| length > limit as u64)
        {
            return Ok(None);
        }
        let announced = response.content_length();
        response.gather();
        // A body that arrives in one chunk, as most do, is not copied.
        let mut whole = CollectedBody::default();
        while let Some(chunk) = response
            .chunk()
            .await
            .map_err(|error| self.broken(&error))?
        {
            if whole.len() + chunk.len() > limit {
                return Ok(None);
            }
            whole.add(chunk, announced);
        }
        Ok(Some(whole.into_bytes()))
    }

    /// The error for a connection that failed after it was established.
    pub(in super::super) fn broken(&self, error: &HttpFailure) -> LinkError {
        LinkError::closed(self.clean(text::chain(error)))
    }

    /// Sends a request, and follows redirects within the server's origin.
    async fn execute(
        &self,
        target: &HttpTarget,
        asked: RepeatableRequest<'_>,
    ) -> Result<HttpResponse, LinkError> {
        let response = self.send(target, &asked).await?;
        match self.sent_on(target, &response) {
            None => Ok(response),
            Some(next) => {
                response.finish();
                // Boxed to keep the future of every request small; this is rare.
                Box::pin(self.follow(next, asked)).await
            }
        }
    }

    async fn follow(
        &self,
        mut url: Url,
        asked: RepeatableRequest<'_>,
    ) -> Result<HttpResponse, LinkError> {
        for _ in 0..MAX_REDIRECTS {
            let target = HttpTarget::new(url)?;
            let response = self.send(&target, &asked).await?;
            match self.sent_on(&target, &response) {
                None => return Ok(response),
                Some(next) => url = next,
            }
            response.finish();
        }
        Err(LinkError::closed("too many redirects".to_owned()))
    }

    /// The target of a redirect that keeps the method, if that is the same server: our credentials
    /// must not be sent to any other.
    fn sent_on(&self, target: &HttpTarget, response: &HttpResponse) -> Option<Url> {
        if !matches!(response.status().as_u16(), 307 | 308) {
            return None;
        }
        let next = response.location()?.to_str().ok()?;
        let next = target.url().join(next).ok()?;
        (next.origin() == self.url().origin()).then_some(next)
    }

    /// Sends a request once. A pooled connection may have been closed before anything was written
    /// on it; the next one is then tried.
    async fn send(
        &self,
        target: &HttpTarget,
        asked: &RepeatableRequest<'_>,
    ) -> Result<HttpResponse, LinkError> {
        loop {
            let pooled = self.pool.connection().await;
            let pooled = pooled.map_err(|cause| LinkError::Connect {
                url: text::safe_url(self.url()),
                cause,
            })?;
            let failure = match pooled.connection {
                HttpConnection::Http1(mut connection) => {
                    let head = self.head(target, asked);
                    match connection.send(head, asked.message.clone()).await {
                        Ok(head) => return Ok(HttpResponse::http1(head, connection, &self.pool)),
                        Err(failure) => failure,
                    }
                }
                HttpConnection::Http2(mut sender, number) => {
                    match self.send_shared(&mut sender, target, asked).await {
                        Ok(response) => return Ok(response),
                        Err(failure) => {
                            if failure.unsent {
                                self.pool.forget(number);
                            }
                            failure
                        }
                    }
                }
            };
            if !(failure.unsent && pooled.reused) {
                return Err(self.broken(&failure.error));
            }
        }
    }

    /// Sends a request over HTTP/2.
    async fn send_shared(
        &self,
        sender: &mut Http2Sender,
        target: &HttpTarget,
        asked: &RepeatableRequest<'_>,
    ) -> Result<HttpResponse, SendFailure> {
        let mut request = Request::new(Full::new(asked.message.clone()));
        *request.method_mut() = asked.method.clone();
        *request.uri_mut() = target.absolute().clone();
        *request.headers_mut() = self.headers.http2(&asked.method, asked.extra);
        let response = sender.try_send_request(request).await?;
        Ok(HttpResponse::http2(response))
    }

    /// The head of a request over HTTP/1.
    fn head(&self, target: &HttpTarget, asked: &RepeatableRequest<'_>) -> Bytes {
        let uri = if self.forwarded {
            target.absolute_text()
        } else {
            target.path()
        };
        let length = (asked.method == Method::POST).then_some(asked.message.len());
        self.headers.http1(&asked.method, uri, asked.extra, length)
    }
}

/// Redacts everything secret: what is sent in headers and in the query.
fn redactor(
    spec: &HttpSpec,
    login: Option<Secret<String>>,
    proxy: Option<&HttpProxy>,
    url: &Url,
) -> SecretRedactor {
    let query = url
        .query_pairs()
        .map(|(_, value)| Secret::new(value.into_owned()));
    let others: Vec<_> = login
        .into_iter()
        .chain(proxy.and_then(HttpProxy::secret))
        .chain(query)
        .collect();
    let given = spec.headers.iter().map(|(_, value)| value);
    SecretRedactor::new(given.chain(&others))
}

// === impl RepeatableRequest ===

impl<'a> RepeatableRequest<'a> {
    fn post(message: Bytes, extra: &'a ExtraHeaders) -> Self {
        Self {
            method: Method::POST,
            message,
            extra,
        }
    }

    fn empty(method: Method, extra: &'a ExtraHeaders) -> Self {
        Self {
            method,
            message: Bytes::new(),
            extra,
        }
    }
}
