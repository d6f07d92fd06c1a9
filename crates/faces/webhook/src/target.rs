//! Webhooks and their settings.

use std::time::Duration;

use candor_egress::{EgressClient, EgressError, EgressSettings};
use candor_model::{Digest, Secret};
use url::Url;

use crate::sign::SigningKey;

/// The connect timeout.
const CONNECT: Duration = Duration::from_secs(10);
/// How long an idle connection is kept.
const IDLE: Duration = Duration::from_secs(30);

/// A webhook and what it is sent.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct WebhookSpec {
    /// The address. Knowing it is enough to post there, so it is a secret.
    pub url: Secret<String>,
    /// The signing secret: any text, or `whsec_` and base64.
    pub secret: Option<Secret<String>>,
    /// The message format.
    pub format: MessageFormat,
    /// Whether messages carry a link that decides.
    pub links: bool,
    /// Whether it receives new pending approvals.
    pub pending: bool,
    /// Whether it receives decisions.
    pub decided: bool,
    /// Whether it may be on this machine or in a private network.
    pub allow_private: bool,
    /// How long one attempt may take.
    pub timeout: Duration,
}

/// The format of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageFormat {
    /// JSON with all details.
    Candor,
    /// The format of Slack and compatible services.
    Slack,
}

/// Why a webhook cannot be used. Never contains the URL or the secret.
#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    /// The address is none.
    #[error("the address of webhook {0} is no URL that begins with `http://` or `https://`")]
    Url(usize),
    /// There is a user in the address.
    #[error("the address of webhook {0} holds a user or a password; leave them out")]
    Login(usize),
    /// The secret is none.
    #[error("the secret of webhook {0} is empty, or is not base64 behind `whsec_`")]
    Secret(usize),
    /// There is no client to send with.
    #[error("webhook {number} has nothing to send with")]
    Client {
        /// The number of the webhook, counted from 1.
        number: usize,
        /// The underlying error.
        #[source]
        cause: EgressError,
    },
}

/// A webhook, ready for sending.
pub(crate) struct WebhookTarget {
    /// The number of the webhook, counted from 1.
    pub(crate) number: usize,
    /// The webhook's settings, as they were given.
    pub(crate) hook: WebhookSpec,
    /// The URL for messages.
    pub(crate) url: Url,
    /// The host, which is no secret.
    pub(crate) host: String,
    /// The signing key.
    pub(crate) key: Option<SigningKey>,
    /// The HTTP client that sends them.
    pub(crate) client: EgressClient,
}

// === impl MessageFormat ===

impl MessageFormat {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Candor => "candor",
            Self::Slack => "slack",
        }
    }
}

// === impl WebhookTarget ===

impl WebhookTarget {
    pub(crate) fn new(number: usize, hook: WebhookSpec) -> Result<Self, WebhookError> {
        let url = Url::parse(hook.url.expose()).map_err(|_| WebhookError::Url(number))?;
        let host = url.host_str().unwrap_or_default().to_owned();
        if !matches!(url.scheme(), "http" | "https") || host.is_empty() {
            return Err(WebhookError::Url(number));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(WebhookError::Login(number));
        }
        let key = hook
            .secret
            .as_ref()
            .map(|secret| SigningKey::read(secret.expose()));
        let key = match key {
            Some(None) => return Err(WebhookError::Secret(number)),
            Some(key) => key,
            None => None,
        };
        let client = EgressClient::new(EgressSettings {
            private: hook.allow_private,
            connect_timeout: CONNECT.min(hook.timeout),
            user_agent: concat!("candor/", env!("CARGO_PKG_VERSION")).to_owned(),
            idle: IDLE,
            per_host: 2,
        });
        let client = client.map_err(|cause| WebhookError::Client { number, cause })?;
        Ok(Self {
            number,
            hook,
            url,
            host,
            key,
            client,
        })
    }

    /// Its name in the store, independent of its place in the configuration.
    pub(crate) fn mark(&self) -> String {
        let format = self.hook.format.as_str();
        let mut digest = Digest::of(format!("{format} {}", self.url)).to_string();
        digest.truncate(16);
        digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, secret: Option<&str>) -> Result<WebhookTarget, String> {
        let hook = WebhookSpec {
            url: Secret::new(url.to_owned()),
            secret: secret.map(|secret| Secret::new(secret.to_owned())),
            format: MessageFormat::Candor,
            links: true,
            pending: true,
            decided: true,
            allow_private: false,
            timeout: Duration::from_secs(5),
        };
        WebhookTarget::new(3, hook).map_err(|error| error.to_string())
    }

    #[test]
    fn what_cannot_work_is_refused_without_giving_it_away() {
        for url in [
            "",
            "hunter2",
            "ftp://h/hunter2",
            "file:///hunter2",
            "http://",
        ] {
            let error = check(url, None).err().expect(url);
            assert_eq!(
                error,
                "the address of webhook 3 is no URL that begins with `http://` or `https://`"
            );
        }
        let error = check("https://hunter2:x@h.example/", None)
            .err()
            .expect("a login");
        assert!(error.contains("webhook 3 holds a user") && !error.contains("hunter2"));
        for secret in ["", "whsec_", "whsec_hunter2!"] {
            let error = check("https://h.example/x", Some(secret))
                .err()
                .expect(secret);
            assert!(
                error.starts_with("the secret of webhook 3 is empty"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_hook_is_known_by_where_it_is_and_what_it_wants() {
        let one = check("https://h.example/x", Some("s")).expect("a hook");
        assert_eq!((&*one.host, one.mark().len()), ("h.example", 16));
        let other = check("https://h.example/y", Some("s")).expect("a hook");
        assert_ne!(one.mark(), other.mark());
    }
}
