//! HTTP for handlers, as far as the annotations go.

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

/// How long an exchange may take, where nothing else is said.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The largest body that is taken, where nothing else is said.
const MAX_BODY: usize = 8 * 1024 * 1024;

/// A client that sends what the tool may send, and nothing else.
#[derive(Clone, Debug)]
pub struct ToolHttpClient {
    context: Context,
    timeout: Duration,
    max_body: usize,
}

/// Why there is no reply. No text in it holds a query, a password or a header.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The tool says that it does not do this.
    #[error(transparent)]
    Violation(#[from] CapabilityViolation),
    /// The address is none.
    #[error(
        "`{}` is not the address of a request: {cause}",
        shown_without_query(url)
    )]
    Url {
        /// What was given.
        url: String,
        /// What is wrong with it.
        cause: url::ParseError,
    },
    /// The method is none.
    #[error("`{}` is not a method", shown_without_query(method))]
    Method {
        /// What was given.
        method: String,
    },
    /// A header that cannot be sent.
    #[error("the header `{}` cannot be sent", shown_without_query(name))]
    Header {
        /// The name it goes by.
        name: String,
    },
    /// The body cannot be JSON.
    #[error("the body cannot be JSON")]
    Body {
        /// The error behind it.
        #[source]
        cause: serde_json::Error,
    },
    /// The address belongs to this machine or its network.
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
    /// It came to nothing.
    #[error(transparent)]
    Exchange(EgressError),
    /// The reply is too large.
    #[error("`{host}` sent more than {limit} bytes")]
    TooLarge {
        /// The host that was asked.
        host: String,
        /// What would have been taken.
        limit: usize,
    },
    /// The reply did not end in time.
    #[error("`{host}` did not finish its reply within {limit:?}")]
    Unfinished {
        /// The host that was asked.
        host: String,
        /// How long it had.
        limit: Duration,
    },
    /// The reply tells of an error.
    #[error("`{host}` answered with {status}{}", excerpt(body))]
    Status {
        /// The host that was asked.
        host: String,
        /// The HTTP status of the reply.
        status: u16,
        /// The beginning of what it said.
        body: String,
    },
    /// The reply is not the JSON that was expected.
    #[error("the reply of `{host}` is not the expected JSON")]
    Json {
        /// The host that was asked.
        host: String,
        /// What is wrong with it.
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

    /// Sets how long an exchange may take, redirects and all.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the largest body that is taken, in bytes.
    #[must_use]
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// A request. Nothing is sent, and nothing is said to be wrong, before
    /// [`HttpRequest::send`].
    pub fn request(&self, method: impl AsRef<str>, url: impl AsRef<str>) -> HttpRequest {
        HttpRequest::new(self.clone(), method.as_ref(), url.as_ref())
    }

    /// A request that reads.
    pub fn get(&self, url: impl AsRef<str>) -> HttpRequest {
        self.request("GET", url)
    }

    /// A request that does something.
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

/// One pool of connections for those who may reach private addresses and one for the others.
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
