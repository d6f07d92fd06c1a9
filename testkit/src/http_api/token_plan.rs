//! How a token endpoint behaves.

use std::time::Duration;

/// What a token endpoint knows and promises.
#[derive(Clone, Debug)]
pub struct TokenPlan {
    pub(super) client_id: String,
    pub(super) client_secret: String,
    pub(super) lifetime: Option<Duration>,
    pub(super) client_auth: ClientAuth,
    pub(super) refresh: RefreshPolicy,
}

/// How a client may say who it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientAuth {
    /// As it likes.
    Either,
    /// By `Authorization: Basic` only.
    Basic,
    /// By `client_id` and `client_secret` in the form only.
    Form,
}

/// What becomes of refresh tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefreshPolicy {
    /// There are none, but for those a test asks for.
    None,
    /// One comes with the first token and stays good.
    Kept,
    /// Each can be used once and comes with the next.
    Rotating,
}

// === impl TokenPlan ===

impl TokenPlan {
    /// An endpoint for one client, with tokens that are good for an hour and no refresh tokens.
    pub fn new(client_id: &str, client_secret: &str) -> Self {
        Self {
            client_id: client_id.to_owned(),
            client_secret: client_secret.to_owned(),
            lifetime: Some(Duration::from_hours(1)),
            client_auth: ClientAuth::Either,
            refresh: RefreshPolicy::None,
        }
    }

    /// Access tokens are good for so many seconds, and `expires_in` says so.
    #[must_use]
    pub fn expires_in(mut self, seconds: u64) -> Self {
        self.lifetime = Some(Duration::from_secs(seconds));
        self
    }

    /// Access tokens are good for ever, and nothing is said about it.
    #[must_use]
    pub fn without_expiry(mut self) -> Self {
        self.lifetime = None;
        self
    }

    /// The client must say who it is in this way.
    #[must_use]
    pub fn client_auth(mut self, client_auth: ClientAuth) -> Self {
        self.client_auth = client_auth;
        self
    }

    /// A refresh token comes with every access token and stays good.
    #[must_use]
    pub fn refreshable(mut self) -> Self {
        self.refresh = RefreshPolicy::Kept;
        self
    }

    /// A refresh token comes with every access token and can be used once.
    #[must_use]
    pub fn rotating(mut self) -> Self {
        self.refresh = RefreshPolicy::Rotating;
        self
    }
}
