//! Why a request failed.

#[cfg(test)]
mod tests;

use std::error::Error;
use std::iter;
use std::net::IpAddr;
use std::time::Duration;

use url::Url;

use crate::AddressRefusal;

/// The error of a library or the operating system.
pub type EgressCause = Box<dyn Error + Send + Sync>;

/// Why there is no response. Never contains a query, a user, a password or a header.
#[derive(Debug, thiserror::Error)]
pub enum EgressError {
    /// The client cannot be set up.
    #[error("the HTTP client cannot be set up")]
    Setup {
        /// The underlying error.
        #[source]
        cause: EgressCause,
    },
    /// The name of the client is no header value.
    #[error("`{}` cannot be a user agent", name.escape_debug())]
    UserAgent {
        /// The name of the header.
        name: String,
    },
    /// The URL is neither http nor https.
    #[error("`{scheme}` is not a scheme of HTTP; use `http` or `https`")]
    Scheme {
        /// The scheme of the URL.
        scheme: String,
    },
    /// The URL contains a user or a password.
    #[error("the URL for `{host}` holds a user or a password; send an `authorization` header")]
    Login {
        /// The host that the request was for.
        host: String,
    },
    /// The URL cannot be sent, as a rule because it is too long.
    #[error("the URL for `{host}` has {length} bytes and cannot be sent")]
    Unsendable {
        /// The host that the request was for.
        host: String,
        /// The length of the URL.
        length: usize,
        /// The underlying error.
        #[source]
        cause: EgressCause,
    },
    /// A method that makes a tunnel and no exchange.
    #[error("the method `{method}` is not for requests")]
    Method {
        /// The HTTP method.
        method: String,
    },
    /// The requests of this process are watched, and this one leads elsewhere.
    #[error("`{host}` is not where requests may go while tools are verified; nothing was sent")]
    OutOfReach {
        /// The host of the URL.
        host: String,
    },
    /// The name leads to an address that may not be connected to.
    #[error("`{host}` is at `{address}`, {}", reason(*refusal))]
    Refused {
        /// The host of the URL.
        host: String,
        /// The first of its addresses.
        address: IpAddr,
        /// The reason why the address is refused.
        refusal: AddressRefusal,
    },
    /// The name cannot be resolved.
    #[error("the address of `{host}` cannot be found")]
    Lookup {
        /// The host of the URL.
        host: String,
        /// The operating system's error.
        #[source]
        cause: EgressCause,
    },
    /// The connection was refused.
    #[error("cannot connect to `{host}`")]
    Connect {
        /// The host that the request was for.
        host: String,
        /// The operating system's error.
        #[source]
        cause: EgressCause,
    },
    /// The server is not who it should be, or cannot agree with us on how to speak in secret.
    #[error("no secure connection to `{host}`")]
    Tls {
        /// The host that the request was for.
        host: String,
        /// The library's error.
        #[source]
        cause: EgressCause,
    },
    /// There was no connection in time.
    #[error("no connection to `{host}` within {limit:?}")]
    ConnectTimedOut {
        /// The host that the request was for.
        host: String,
        /// The timeout that was exceeded.
        limit: Duration,
    },
    /// The connection ended before the request was on it.
    #[error("the connection to `{host}` closed before the request was sent")]
    Unsent {
        /// The host that the request was for.
        host: String,
        /// The library's error.
        #[source]
        cause: EgressCause,
    },
    /// The server received the request but did not respond.
    #[error("`{host}` did not answer within {limit:?}")]
    TimedOut {
        /// The host of the request.
        host: String,
        /// The timeout that was exceeded.
        limit: Duration,
    },
    /// The server stopped in the middle of a body.
    #[error("`{host}` sent {kept} bytes of its answer and then nothing for {limit:?}")]
    Stalled {
        /// The host of the request.
        host: String,
        /// The number of decompressed bytes received.
        kept: u64,
        /// The timeout that was exceeded.
        limit: Duration,
    },
    /// The connection broke.
    #[error("the connection to `{host}` broke before the answer was complete")]
    Broken {
        /// The host on the other side.
        host: String,
        /// The library's error.
        #[source]
        cause: EgressCause,
    },
    /// The answer is not HTTP.
    #[error("`{host}` answered with something that is not HTTP")]
    Malformed {
        /// The host of the request.
        host: String,
        /// The library's error.
        #[source]
        cause: EgressCause,
    },
    /// The head of the answer is larger than is taken.
    #[error("`{host}` answered with more than {bytes} bytes or {count} lines of headers")]
    HeadTooLarge {
        /// The host of the request.
        host: String,
        /// The most bytes taken.
        bytes: usize,
        /// The most headers taken.
        count: usize,
    },
    /// The server changes to a protocol that was not requested.
    #[error("`{host}` switched to another protocol without being asked")]
    Switched {
        /// The host of the request.
        host: String,
    },
    /// The body has an unsupported compression.
    #[error("`{host}` sent a body packed as `{encoding}`; only gzip and deflate are understood")]
    Encoding {
        /// The host of the request.
        host: String,
        /// The server's name for it.
        encoding: String,
    },
    /// The body cannot be unpacked.
    #[error("`{host}` sent a body that is not the `{encoding}` it is said to be")]
    Corrupt {
        /// The host of the request.
        host: String,
        /// The server's name for it.
        encoding: &'static str,
        /// The library's error.
        #[source]
        cause: EgressCause,
    },
    /// The body grows out of all proportion when it is unpacked.
    #[error("`{host}` sent a body that unpacks from {packed} to more than {unpacked} bytes")]
    Bomb {
        /// The host of the request.
        host: String,
        /// The number of compressed bytes read.
        packed: u64,
        /// The number of decompressed bytes so far.
        unpacked: u64,
    },
    /// The server sends us to another origin, where our credentials have no business.
    #[error("`{from}` redirects to `{to}`; redirects are followed within an origin only")]
    RedirectElsewhere {
        /// The origin of the request.
        from: String,
        /// The origin that it names.
        to: String,
    },
    /// The server sends us on and on.
    #[error("`{host}` redirected more than {limit} times")]
    TooManyRedirects {
        /// The host of the request.
        host: String,
        /// The number of redirects followed.
        limit: usize,
    },
    /// An error occurred after the server had responded with a redirect.
    #[error(transparent)]
    AfterRedirect(Box<EgressError>),
}

// === impl EgressError ===

impl EgressError {
    /// Whether the request can have reached the server, which may then have acted on it. Where
    /// this is false nothing has happened and the request can be sent again.
    pub fn was_sent(&self) -> bool {
        match self {
            Self::Setup { .. }
            | Self::UserAgent { .. }
            | Self::Scheme { .. }
            | Self::Login { .. }
            | Self::Unsendable { .. }
            | Self::Method { .. }
            | Self::OutOfReach { .. }
            | Self::Refused { .. }
            | Self::Lookup { .. }
            | Self::Connect { .. }
            | Self::Tls { .. }
            | Self::ConnectTimedOut { .. }
            | Self::Unsent { .. } => false,
            Self::TimedOut { .. }
            | Self::Stalled { .. }
            | Self::Broken { .. }
            | Self::Malformed { .. }
            | Self::HeadTooLarge { .. }
            | Self::Switched { .. }
            | Self::Encoding { .. }
            | Self::Corrupt { .. }
            | Self::Bomb { .. }
            | Self::RedirectElsewhere { .. }
            | Self::TooManyRedirects { .. }
            | Self::AfterRedirect(_) => true,
        }
    }

    /// Whether it may go better the next time: a connection that failed or broke, an answer that
    /// did not come.
    pub fn may_pass(&self) -> bool {
        matches!(
            self.root(),
            Self::Lookup { .. }
                | Self::Connect { .. }
                | Self::ConnectTimedOut { .. }
                | Self::Unsent { .. }
                | Self::TimedOut { .. }
                | Self::Stalled { .. }
                | Self::Broken { .. }
        )
    }

    /// Whether it was decided here that the request is not to be sent.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Scheme { .. }
                | Self::Login { .. }
                | Self::Unsendable { .. }
                | Self::Method { .. }
                | Self::OutOfReach { .. }
                | Self::Refused { .. }
        )
    }

    /// The original error, without the redirect wrapper.
    pub fn root(&self) -> &Self {
        match self {
            Self::AfterRedirect(inner) => inner.root(),
            other => other,
        }
    }

    /// The error for a request that a server has already answered once.
    pub(crate) fn after_redirect(self) -> Self {
        match self {
            Self::AfterRedirect(_) => self,
            other => Self::AfterRedirect(Box::new(other)),
        }
    }
}

/// The part of a URL that errors may contain: the host, and the port if it is not the default one.
pub(crate) fn host(url: &Url) -> String {
    match (url.host(), url.port()) {
        (Some(host), Some(port)) => format!("{host}:{port}"),
        (Some(host), None) => host.to_string(),
        (None, _) => String::new(),
    }
}

/// An error and its causes.
pub(crate) fn causes<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(error), |&error| error.source())
}

/// The innermost cause. The layers above it only describe where in the library it happened.
pub(crate) fn innermost(error: &(dyn Error + 'static)) -> EgressCause {
    let last = causes(error).last().unwrap_or(error);
    last.to_string().into()
}

fn reason(refusal: AddressRefusal) -> &'static str {
    match refusal {
        AddressRefusal::NotPublic => {
            "which is not a public address; set `allow_private = true` on the source if it may \
             go there"
        }
        AddressRefusal::Metadata => "where a cloud hands out credentials; no source may go there",
        AddressRefusal::NotUnicast => "which is not the address of one machine",
        AddressRefusal::OwnListener => "where this gateway itself listens; no source may go there",
    }
}
