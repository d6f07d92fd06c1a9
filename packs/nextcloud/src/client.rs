//! The client: one connection pool, one account, and the headers of every request.

mod explain;
mod method;
mod request;
mod response;

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use candor_egress::{EgressClient, EgressRequest, EgressSettings, ExchangeLimits};
use candor_functions::Failure;
use candor_model::Secret;
use http::header::{AUTHORIZATION, RETRY_AFTER};
use http::{HeaderName, HeaderValue};
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use tokio::sync::OnceCell;
use url::Url;

use crate::{NextcloudError, NextcloudOptions};

pub(crate) use method::RequestMethod;
pub(crate) use request::{PackRequest, ServerPlace};
pub(crate) use response::PackResponse;

/// The timeout of an exchange, and of a pause in a body.
const TIMEOUT: Duration = Duration::from_secs(30);
const SILENCE: Duration = Duration::from_secs(15);
/// The largest answer that is read.
const MAX_BODY: usize = 16 * 1024 * 1024;
/// How often a deferred request is retried, and the maximum delay.
const RETRIES: usize = 2;
const LONGEST_WAIT: u64 = 5;

/// Marks a request as non-browser; otherwise `/ocs/` rejects it and apps require a CSRF token.
const OCS_HEADER: HeaderName = HeaderName::from_static("ocs-apirequest");

/// One account on one server.
pub(crate) struct NextcloudClient {
    egress: Option<EgressClient>,
    base: Option<Url>,
    username: String,
    /// None before a user has logged in.
    authorization: Option<Secret<String>>,
    /// The name of the account in DAV paths, which can differ from the login name. Asked once.
    pub(crate) principal: OnceCell<String>,
}

// === impl NextcloudClient ===

impl NextcloudClient {
    pub(crate) fn new(options: &NextcloudOptions) -> Result<Self, NextcloudError> {
        Self::without_account(&options.host)?.with_account(&options.username, &options.password)
    }

    /// A client for a server, before login.
    pub(crate) fn without_account(host: &str) -> Result<Self, NextcloudError> {
        let base = base(host)?;
        let egress = EgressClient::new(EgressSettings {
            // The address is configured by the operator, and often local.
            private: true,
            connect_timeout: Duration::from_secs(5),
            user_agent: concat!("candor-nextcloud/", env!("CARGO_PKG_VERSION")).to_owned(),
            idle: Duration::from_mins(1),
            per_host: 8,
        });
        Ok(Self {
            egress: Some(egress.map_err(NextcloudError::Client)?),
            base: Some(base),
            username: String::new(),
            authorization: None,
            principal: OnceCell::new(),
        })
    }

    /// An account of the same server, over the same connections.
    pub(crate) fn with_account(
        &self,
        username: &str,
        password: &Secret<String>,
    ) -> Result<Self, NextcloudError> {
        if username.is_empty() || username.contains(':') {
            return Err(NextcloudError::Username);
        }
        let pair = Secret::new(format!("{username}:{}", password.expose()));
        let encoded = STANDARD.encode(pair.expose());
        Ok(Self {
            egress: self.egress.clone(),
            base: self.base.clone(),
            username: username.to_owned(),
            authorization: Some(Secret::new(format!("Basic {encoded}"))),
            principal: OnceCell::new(),
        })
    }

    /// A client that sends nothing, for definitions that are only described.
    pub(crate) fn unconnected() -> Self {
        Self {
            egress: None,
            base: None,
            username: String::new(),
            authorization: None,
            principal: OnceCell::new(),
        }
    }

    /// The host, and the port where it is not the usual one.
    pub(crate) fn authority(&self) -> String {
        let Some(base) = &self.base else {
            return "cloud.example.com".to_owned();
        };
        let host = base.host_str().unwrap_or_default();
        match base.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    pub(crate) fn username(&self) -> &str {
        &self.username
    }

    /// The address of a place of the server: in an answer, or of a request.
    pub(crate) fn address(&self, path: &str) -> String {
        let base = self.base.as_ref().map_or("", Url::as_str);
        format!("{}{path}", base.trim_end_matches('/'))
    }

    /// The path under which the server itself lies, such as `/nextcloud`.
    pub(crate) fn base_path(&self) -> &str {
        let path = self.base.as_ref().map_or("", Url::path);
        path.trim_end_matches('/')
    }

    /// Sends a request. A deferred one is retried if the server allows it; every status is
    /// returned.
    pub(crate) async fn send(&self, request: PackRequest) -> Result<PackResponse, Failure> {
        let Some(egress) = &self.egress else {
            return Err(Failure::new("no Nextcloud server is configured"));
        };
        let shown = request.shown();
        let prepared = self.prepare(&request)?;
        let limits = ExchangeLimits {
            timeout: request.timeout.unwrap_or(TIMEOUT),
            silence: SILENCE,
            max_body: request.max_body.unwrap_or(MAX_BODY),
            redirects: 0,
        };
        let mut tries = 0;
        loop {
            let response = egress.send(&prepared, &limits).await.map_err(|error| {
                let cause = Failure::from(error);
                Failure::new(format!("{shown}: {cause}; check that the server is up"))
            })?;
            let wait = delay(&response);
            if let Some(wait) = wait.filter(|wait| tries < RETRIES && *wait <= LONGEST_WAIT) {
                tries += 1;
                tokio::time::sleep(Duration::from_secs(wait)).await;
                continue;
            }
            return Ok(PackResponse::new(shown, response));
        }
    }

    fn prepare(&self, request: &PackRequest) -> Result<EgressRequest, Failure> {
        let mut url = Url::parse(&self.address(request.path()))?;
        if !request.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&request.query);
        }
        let mut headers = request.headers()?;
        headers.insert(OCS_HEADER, HeaderValue::from_static("true"));
        if let Some(authorization) = &self.authorization {
            let mut value = HeaderValue::from_str(authorization.expose())?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        Ok(EgressRequest {
            method: request.method.to_http()?,
            url,
            headers,
            body: request.body.clone(),
        })
    }
}

/// The delay in seconds that the server requests, if it deferred the request.
fn delay(response: &candor_egress::EgressResponse) -> Option<u64> {
    if !matches!(response.status.as_u16(), 429 | 503) {
        return None;
    }
    retry_after(response.headers.get(RETRY_AFTER)?.to_str().ok()?)
}

/// The seconds of a `Retry-After`, which is a number or a time of HTTP.
fn retry_after(text: &str) -> Option<u64> {
    if let Ok(seconds) = text.trim().parse() {
        return Some(seconds);
    }
    let until = DateTimeParser::new().parse_timestamp(text.trim()).ok()?;
    let left = until
        .as_second()
        .saturating_sub(Timestamp::now().as_second());
    Some(u64::try_from(left).unwrap_or_default())
}

/// The address of a server: http or https, without a user, a query and a fragment.
fn base(host: &str) -> Result<Url, NextcloudError> {
    // An address with a login in it is not repeated.
    let shown = host.rsplit('@').next().unwrap_or(host);
    let refused = || NextcloudError::Host {
        host: candor_egress::shown_without_query(shown),
    };
    let url = Url::parse(host.trim()).map_err(|_| refused())?;
    let plain = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    let fits = matches!(url.scheme(), "http" | "https") && url.host_str().is_some();
    if plain && fits {
        Ok(url)
    } else {
        Err(refused())
    }
}
