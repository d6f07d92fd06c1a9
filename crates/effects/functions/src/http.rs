//! An HTTP client for handlers, restricted by the tool's annotations.

mod reply;
mod request;

use std::net::IpAddr;
use std::sync::OnceLock;
use std::time::Duration;

use candor_egress::{
    AddressRefusal, EgressClient, EgressError, EgressSettings, shown_without_query,
};

use crate::{CapabilityViolation, Context};

pub use reply::HttpReply;
pub use request::HttpRequest;

/// The default timeout of an exchange.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The default maximum size of a response body, in bytes.
const MAX_BODY: usize = 8 * 1024 * 1024;

/// An HTTP client that sends only what the tool's definition allows.
#[derive(Clone, Debug)]
pub struct ToolHttpClient {
    context: Context,
    timeout: Duration,
    max_body: usize,
}

/// Why a request failed. Messages never contain a query string, a password or a header value.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The tool's definition does not allow it.
    #[error(transparent)]
    Violation(#[from] CapabilityViolation),
    /// The URL is invalid.
    #[error(
        "`{}` is not the address of a request: {cause}",
        shown_without_query(url)
    )]
    Url {
        /// The invalid URL.
        url: String,
        /// The parser's error.
        cause: url::ParseError,
    },
    /// The method is invalid.
    #[error("`{}` is not a method", shown_without_query(method))]
    Method {
        /// The invalid method.
        method: String,
    },
    /// A header is invalid.
    #[error("the header `{}` cannot be sent", shown_without_query(name))]
    Header {
        /// The name of the header.
        name: String,
    },
    /// The body cannot be serialized to JSON.
    #[error("the body cannot be JSON")]
    Body {
        /// The serialization error.
        #[source]
        cause: serde_json::Error,
    },
    /// The address is not public.
    #[error(
        "`{host}` is at `{address}`, which is not a public address; a source of the gateway may \
         go there with `allow_private = true`, a server of its own with `--allow-private`"
    )]
    Private {
        /// The host in the URL.
        host: String,
        /// The address that was refused.
        address: IpAddr,
    },
    /// The exchange failed.
    #[error(transparent)]
    Exchange(EgressError),
    /// The response is too large.
    #[error("`{host}` sent more than {limit} bytes")]
    TooLarge {
        /// The host of the request.
        host: String,
        /// The limit, in bytes.
        limit: usize,
    },
    /// The response was not complete in time.
    #[error("`{host}` did not finish its reply within {limit:?}")]
    Unfinished {
        /// The host of the request.
        host: String,
        /// The timeout that was exceeded.
        limit: Duration,
    },
    /// The response has an error status.
    #[error("`{host}` answered with {status}{}", excerpt(body))]
    Status {
        /// The host of the request.
        host: String,
        /// The status code.
        status: u16,
        /// The beginning of the body.
        body: String,
    },
    /// The response is not the expected JSON.
    #[error("the reply of `{host}` is not the expected JSON")]
    Json {
        /// The host of the request.
        host: String,
        /// The parser's error.
        #[source]
        cause: serde_json::Error,
    },
}

// === impl ToolHttpClient ===

impl ToolHttpClient {
    pub(crate) fn new(context: Context) -> Self {
        Self {
            context,
            timeout: TIMEOUT,
            max_body: MAX_BODY,
        }
    }

    /// Sets the timeout of an exchange, including redirects.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the maximum size of a response body, in bytes.
    #[must_use]
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// Creates a request. Nothing is sent or validated before [`HttpRequest::send`].
    pub fn request(&self, method: impl AsRef<str>, url: impl AsRef<str>) -> HttpRequest {
        HttpRequest::new(self.clone(), method.as_ref(), url.as_ref())
    }

    /// Creates a `GET` request.
    pub fn get(&self, url: impl AsRef<str>) -> HttpRequest {
        self.request("GET", url)
    }

    /// Creates a `POST` request.
    pub fn post(&self, url: impl AsRef<str>) -> HttpRequest {
        self.request("POST", url)
    }
}

// === impl HttpError ===

impl From<EgressError> for HttpError {
    fn from(error: EgressError) -> Self {
        match error {
            EgressError::Refused {
                host,
                address,
                refusal: AddressRefusal::NotPublic,
            } => Self::Private { host, address },
            error => Self::Exchange(error),
        }
    }
}

/// Separate connection pools for tools that may and may not reach private addresses.
fn client(private: bool) -> Result<EgressClient, EgressError> {
    static CLIENTS: [OnceLock<EgressClient>; 2] = [OnceLock::new(), OnceLock::new()];
    let place = &CLIENTS[usize::from(private)];
    if let Some(client) = place.get() {
        return Ok(client.clone());
    }
    let client = EgressClient::new(EgressSettings {
        private,
        connect_timeout: Duration::from_secs(10),
        user_agent: concat!("candor-functions/", env!("CARGO_PKG_VERSION")).to_owned(),
        idle: Duration::from_mins(1),
        per_host: 16,
    })?;
    Ok(place.get_or_init(|| client).clone())
}

fn excerpt(body: &str) -> String {
    if body.is_empty() {
        String::new()
    } else {
        format!(": {body}")
    }
}
