//! The host's implementation of `fetch`.

#[cfg(test)]
mod tests;

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use candor_egress::{
    AddressRefusal, CutReason, EgressError, EgressRequest, EgressResponse, ExchangeLimits,
    shown_without_query,
};
use candor_functions::{AttemptedAction, CapabilityViolation, ToolCapabilities};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use url::Url;

use crate::services::CallServices;

/// The longest pause inside a reply.
const SILENCE: Duration = Duration::from_secs(15);
/// The maximum number of redirects. They never leave the origin.
const REDIRECTS: usize = 10;
/// The maximum number of request headers.
const MAX_HEADERS: usize = 100;

/// Headers that belong to the connection.
const REFUSED: [&str; 11] = [
    "connection",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// A request as the program makes it.
#[derive(Deserialize)]
pub(crate) struct FetchArgs {
    method: String,
    url: String,
    #[serde(default)]
    headers: Vec<(String, String)>,
    #[serde(default)]
    body_base64: Option<String>,
    #[serde(default)]
    body_text: Option<String>,
    #[serde(default)]
    redirect: Option<String>,
}

/// A reply as the program gets it.
#[derive(Serialize)]
pub(crate) struct FetchReply {
    status: u16,
    status_text: &'static str,
    url: String,
    headers: Vec<(String, String)>,
    body_base64: String,
}

/// Why there is no reply. The program sees it as a `TypeError`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FetchError {
    #[error(transparent)]
    Violation(#[from] CapabilityViolation),
    #[error(
        "`{}` is not the address of a request: {cause}",
        shown_without_query(url)
    )]
    Url { url: String, cause: url::ParseError },
    #[error("`{}` is not a method that can be sent", shown_without_query(method))]
    Method { method: String },
    #[error("the header `{}` cannot be sent", shown_without_query(name))]
    Header { name: String },
    #[error("the header `{name}` is not for programs to set")]
    Ours { name: String },
    #[error("a request can have {MAX_HEADERS} headers, and this one has {count}")]
    Headers { count: usize },
    #[error("the body is no base64")]
    Body,
    #[error("a `{method}` request has no body")]
    Bodied { method: Method },
    #[error(
        "`redirect` is `{}`, and can be `follow`, `manual` or `error`",
        shown_without_query(word)
    )]
    RedirectWord { word: String },
    #[error("`{host}` answered with the redirect {status}, and `redirect` is `error`")]
    Redirected { host: String, status: u16 },
    #[error(
        "`{host}` is at `{address}`, which is not a public address; a source may go there with \
         `allow_private = true`"
    )]
    Private {
        host: String,
        address: std::net::IpAddr,
    },
    #[error("{}", sentence(.0))]
    Exchange(EgressError),
    #[error("`{host}` sent more than {limit} bytes")]
    TooLarge { host: String, limit: usize },
    #[error("`{host}` did not finish its reply in time")]
    Unfinished { host: String },
}

/// One request of a call.
pub(crate) struct FetchOp<'a> {
    pub(crate) services: &'a CallServices,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RedirectMode {
    Follow,
    Give,
    Fail,
}

// === impl FetchOp ===

impl FetchOp<'_> {
    /// Asks the grant, sends, and gives the whole reply or none.
    pub(crate) async fn send(&self, args: FetchArgs) -> Result<FetchReply, FetchError> {
        let on_redirect = on_redirect(args.redirect.as_deref())?;
        let request = request(args)?;
        let permitted = self.services.grant.check_request(&request);
        permitted.map_err(|violation| self.tell(violation))?;
        let limits = &self.services.limits;
        let left = self
            .services
            .deadline
            .end()
            .saturating_duration_since(Instant::now());
        let bounds = ExchangeLimits {
            timeout: left,
            silence: SILENCE,
            max_body: limits.max_fetch,
            redirects: if on_redirect == RedirectMode::Follow {
                REDIRECTS
            } else {
                0
            },
        };
        let client = self.services.connections.client()?;
        let response = client.send(&request, &bounds).await?;
        let host = response.url.host_str().unwrap_or_default().to_owned();
        let status = response.status.as_u16();
        match response.cut.map(|cut| cut.by) {
            Some(CutReason::Size) => {
                let limit = limits.max_fetch;
                return Err(FetchError::TooLarge { host, limit });
            }
            Some(CutReason::Time) => return Err(FetchError::Unfinished { host }),
            // A stream of events never ends; what came is what there is.
            Some(CutReason::Silence) | None => {}
        }
        if on_redirect == RedirectMode::Fail && response.status.is_redirection() && status != 304 {
            return Err(FetchError::Redirected { host, status });
        }
        Ok(reply(response))
    }

    /// Tells of an attempt. A value that is in the name of a host would get into the audit.
    fn tell(&self, mut violation: CapabilityViolation) -> FetchError {
        if let AttemptedAction::Request { method, host } = &mut violation.attempt {
            *method = self.services.clean(method);
            *host = self.services.clean(host);
        }
        self.services.host.violation(&violation);
        violation.into()
    }
}

/// Whether a request would be permitted, without sending it.
pub(crate) fn judge(grant: &ToolCapabilities, args: FetchArgs) -> Result<(), FetchError> {
    Ok(grant.check_request(&request(args)?)?)
}

// === impl FetchError ===

impl From<EgressError> for FetchError {
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

fn on_redirect(word: Option<&str>) -> Result<RedirectMode, FetchError> {
    Ok(match word {
        None | Some("follow") => RedirectMode::Follow,
        Some("manual") => RedirectMode::Give,
        Some("error") => RedirectMode::Fail,
        Some(word) => {
            let word = word.to_owned();
            return Err(FetchError::RedirectWord { word });
        }
    })
}

/// The request that a program means, if it can be sent.
fn request(args: FetchArgs) -> Result<EgressRequest, FetchError> {
    let url = Url::parse(&args.url).map_err(|cause| FetchError::Url {
        url: args.url,
        cause,
    })?;
    let method = method(args.method)?;
    let headers = headers(&args.headers)?;
    let body = match (args.body_base64, args.body_text) {
        (Some(packed), _) => STANDARD
            .decode(packed)
            .map_err(|_| FetchError::Body)?
            .into(),
        (None, Some(text)) => Bytes::from(text),
        (None, None) => Bytes::new(),
    };
    if !body.is_empty() && matches!(method, Method::GET | Method::HEAD) {
        return Err(FetchError::Bodied { method });
    }
    Ok(EgressRequest {
        method,
        url,
        headers,
        body,
    })
}

/// The usual methods may be written in small letters; others are what they are.
fn method(text: String) -> Result<Method, FetchError> {
    let large = text.to_ascii_uppercase();
    let usual = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
    let word = if usual.contains(&large.as_str()) {
        &large
    } else {
        &text
    };
    match Method::from_bytes(word.as_bytes()) {
        Ok(method) if !matches!(large.as_str(), "CONNECT" | "TRACE" | "TRACK") => Ok(method),
        _ => Err(FetchError::Method { method: text }),
    }
}

fn headers(list: &[(String, String)]) -> Result<HeaderMap, FetchError> {
    let count = list.len();
    if count > MAX_HEADERS {
        return Err(FetchError::Headers { count });
    }
    let mut headers = HeaderMap::new();
    for (name, value) in list {
        let wrong = || FetchError::Header { name: name.clone() };
        let header = HeaderName::try_from(name).map_err(|_| wrong())?;
        if REFUSED.contains(&header.as_str()) {
            let name = header.as_str().to_owned();
            return Err(FetchError::Ours { name });
        }
        // A character of a header is a byte.
        let bytes = value.chars().map(|letter| u8::try_from(letter).ok());
        let bytes: Option<Vec<u8>> = bytes.collect();
        let value = bytes.and_then(|bytes| HeaderValue::from_bytes(&bytes).ok());
        headers.append(header, value.ok_or_else(wrong)?);
    }
    Ok(headers)
}

fn reply(response: EgressResponse) -> FetchReply {
    let headers = response.headers.iter().map(|(name, value)| {
        let text = value.as_bytes().iter().copied().map(char::from).collect();
        (name.as_str().to_owned(), text)
    });
    FetchReply {
        status: response.status.as_u16(),
        status_text: response.status.canonical_reason().unwrap_or_default(),
        headers: headers.collect(),
        body_base64: STANDARD.encode(&response.body),
        url: response.url.into(),
    }
}

/// An error and its cause in one line.
fn sentence(error: &EgressError) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}
