//! The HTTP client and its connection pool.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use candor_boxed::boxed;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderValue, Method, StatusCode, response};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::capture_connection;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tokio::time::{Instant, timeout_at};
use url::Url;

use crate::body::BodyReader;
use crate::connect::{ConnectFailure, GuardedConnector};
use crate::decode::ContentCoding;
use crate::error::{self, EgressError, causes, innermost};
use crate::redirect;
use crate::request_watch::WatchedExchange;
use crate::resolve::{AddressResolver, SystemResolver};
use crate::{BodyCut, EgressRequest, EgressResponse, ExchangeLimits};

/// The most bytes that the head of a reply may have.
const MAX_HEAD: usize = 64 * 1024;
/// The most headers that a reply may have.
const MAX_HEADERS: usize = 100;
/// The interval and timeout of HTTP/2 pings.
const PING: Duration = Duration::from_secs(20);
const PONG: Duration = Duration::from_secs(10);
/// Practically never, for limits beyond the clock's range.
const FAR: Duration = Duration::from_hours(24 * 365);

/// Settings of a client.
#[derive(Clone, Debug)]
pub struct EgressSettings {
    /// Whether it may reach addresses that are not public: loopback, private and link-local
    /// networks. Where a cloud hands out credentials it never goes.
    pub private: bool,
    /// The timeout for connecting: name resolution, TCP and TLS.
    pub connect_timeout: Duration,
    /// The default `User-Agent`.
    pub user_agent: String,
    /// How long an idle connection is kept.
    pub idle: Duration,
    /// The maximum number of idle connections per host.
    pub per_host: usize,
}

/// A pool of connections and the rules for making them. Clones share it.
#[derive(Clone)]
pub struct EgressClient(Arc<ClientShared>);

struct ClientShared {
    http: legacy::Client<GuardedConnector, Full<Bytes>>,
    user_agent: HeaderValue,
    connect_timeout: Duration,
}

// === impl EgressClient ===

impl EgressClient {
    /// Creates a client that uses the operating system's resolver.
    pub fn new(spec: EgressSettings) -> Result<Self, EgressError> {
        Self::with_resolver(spec, Arc::new(SystemResolver))
    }

    /// A client with another resolver. Its answers are checked all the same.
    pub fn with_resolver(
        spec: EgressSettings,
        resolver: Arc<dyn AddressResolver>,
    ) -> Result<Self, EgressError> {
        let connector = GuardedConnector::new(&spec, resolver)?;
        let Ok(user_agent) = HeaderValue::from_str(&spec.user_agent) else {
            let name = spec.user_agent;
            return Err(EgressError::UserAgent { name });
        };
        let http = legacy::Client::builder(TokioExecutor::new())
            .timer(TokioTimer::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(spec.idle.min(FAR))
            .pool_max_idle_per_host(spec.per_host)
            .http1_max_buf_size(MAX_HEAD)
            .http1_max_headers(MAX_HEADERS)
            .http2_max_header_list_size(u32::try_from(MAX_HEAD).unwrap_or(u32::MAX))
            .http2_keep_alive_interval(PING)
            .http2_keep_alive_timeout(PONG)
            .build(connector);
        Ok(Self(Arc::new(ClientShared {
            http,
            user_agent,
            connect_timeout: spec.connect_timeout,
        })))
    }

    /// Sends a request and reads what comes back, within the bounds.
    ///
    /// A status that speaks of an error is a response like any other. So is a redirect that is
    /// not followed: where the method is not `GET` or `HEAD`, unless it is a 303, which is
    /// followed with `GET`. A redirect to another origin is an error.
    ///
    /// The request is sent once. A connection from the pool that turns out to be closed before
    /// anything was written to it is replaced.
    #[boxed]
    pub async fn send(
        &self,
        request: &EgressRequest,
        bounds: &ExchangeLimits,
    ) -> Result<EgressResponse, EgressError> {
        request.check()?;
        let deadline = deadline(bounds.timeout);
        let mut request = request.clone();
        let mut followed = 0;
        loop {
            let step = self.step(&request, bounds, deadline, followed).await;
            match step.map_err(|error| later(error, followed))? {
                RedirectStep::Done(response) => return Ok(response),
                RedirectStep::Next(method, url) => request = request.redirected(method, url),
            }
            followed += 1;
        }
    }

    /// One request and its response or redirect.
    async fn step(
        &self,
        request: &EgressRequest,
        bounds: &ExchangeLimits,
        deadline: Instant,
        followed: usize,
    ) -> Result<RedirectStep, EgressError> {
        let (head, body) = self.exchange(request, bounds, deadline).await?.into_parts();
        if bounds.redirects > 0
            && let Some((method, url)) =
                redirect::next(&request.method, &request.url, head.status, &head.headers)?
        {
            if followed == bounds.redirects {
                return Err(EgressError::TooManyRedirects {
                    host: error::host(&request.url),
                    limit: bounds.redirects,
                });
            }
            return Ok(RedirectStep::Next(method, url));
        }
        let response = finish(request, bounds, deadline, head, body).await?;
        Ok(RedirectStep::Done(response))
    }

    /// Sends and waits for the head of the answer.
    async fn exchange(
        &self,
        request: &EgressRequest,
        bounds: &ExchangeLimits,
        deadline: Instant,
    ) -> Result<http::Response<Incoming>, EgressError> {
        let mut prepared = request.prepare(&self.0.user_agent)?;
        let mut watched = WatchedExchange::begin(request)?;
        // Known as soon as there is a connection for the request to go out on.
        let connection = capture_connection(&mut prepared);
        let host = error::host(&request.url);
        let answer = match timeout_at(deadline, self.0.http.request(prepared)).await {
            Ok(answer) => answer,
            Err(_) if connection.connection_metadata().is_none() => {
                let limit = bounds.timeout;
                return Err(EgressError::ConnectTimedOut { host, limit });
            }
            Err(_) => {
                let limit = bounds.timeout;
                return Err(EgressError::TimedOut { host, limit });
            }
        };
        let answer = answer.map_err(|error| {
            let connected = connection.connection_metadata().is_some();
            self.explain(&error, host.clone(), connected)
        })?;
        if let Some(watched) = &mut watched {
            watched.answered(answer.status());
        }
        if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
            return Err(EgressError::Switched { host });
        }
        Ok(answer)
    }

    /// Interprets a library error, with or without an established connection.
    fn explain(&self, error: &legacy::Error, host: String, connected: bool) -> EgressError {
        if error.is_connect() {
            return ConnectFailure::explain(error, host, self.0.connect_timeout);
        }
        let said = causes(error).find_map(|it| it.downcast_ref::<hyper::Error>());
        let cause = innermost(error);
        match said {
            _ if !connected => EgressError::Unsent { host, cause },
            // Taken off the queue before any of it was written.
            Some(said) if said.is_canceled() => EgressError::Unsent { host, cause },
            Some(said) if said.is_parse_too_large() => EgressError::HeadTooLarge {
                host,
                bytes: MAX_HEAD,
                count: MAX_HEADERS,
            },
            Some(said) if said.is_parse() => EgressError::Malformed { host, cause },
            _ => EgressError::Broken { host, cause },
        }
    }
}

impl fmt::Debug for EgressClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").finish_non_exhaustive()
    }
}

/// The kind of a response: the result, or a redirect.
enum RedirectStep {
    Done(EgressResponse),
    Next(Method, Url),
}

/// Reads the body, if there is one.
async fn finish(
    request: &EgressRequest,
    bounds: &ExchangeLimits,
    deadline: Instant,
    head: response::Parts,
    body: Incoming,
) -> Result<EgressResponse, EgressError> {
    let mut response = EgressResponse {
        status: head.status,
        headers: head.headers,
        body: Bytes::new(),
        cut: None,
        url: request.url.clone(),
    };
    let bodiless = matches!(
        response.status,
        StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED
    );
    // Here the headers speak of a body that another request would get.
    if request.method == Method::HEAD || bodiless {
        return Ok(response);
    }
    let host = error::host(&request.url);
    let coding = match ContentCoding::of(&response.headers) {
        Ok(coding) => coding,
        Err(encoding) => return Err(EgressError::Encoding { host, encoding }),
    };
    let reading = BodyReader {
        host: &host,
        coding,
        events: is_events(&response.headers),
        deadline,
        silence: bounds.silence,
        max: bounds.max_body,
    };
    let (kept, cut) = reading.read(body).await?;
    let total = length(&response.headers).filter(|_| coding == ContentCoding::Plain);
    response.cut = cut.map(|by| BodyCut {
        kept: kept.len() as u64,
        total,
        by,
    });
    response.body = kept;
    for name in [CONTENT_ENCODING, CONTENT_LENGTH, TRANSFER_ENCODING] {
        response.headers.remove(name);
    }
    Ok(response)
}

/// An error of a request that may already have been answered with redirects.
fn later(error: EgressError, followed: usize) -> EgressError {
    if followed == 0 {
        error
    } else {
        error.after_redirect()
    }
}

fn deadline(limit: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(limit).unwrap_or_else(|| now + FAR)
}

fn is_events(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .map_or(&b""[..], HeaderValue::as_bytes);
    let kind = kind.split(|byte| *byte == b';').next().unwrap_or(kind);
    kind.trim_ascii().eq_ignore_ascii_case(b"text/event-stream")
}

fn length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
