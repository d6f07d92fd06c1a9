//! Settings of a token endpoint.

use std::time::Duration;

/// Settings of a token endpoint.
#[derive(Clone, Debug)]
pub struct TokenPlan {
    pub(super) client_id: String,
    pub(super) client_secret: String,
    pub(super) lifetime: Option<Duration>,
    pub(super) client_auth: ClientAuth,
    pub(super) refresh: RefreshPolicy,
}

/// How a client may authenticate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientAuth {
    /// Either way is accepted.
    Either,
    /// By `Authorization: Basic` only.
    Basic,
    /// By `client_id` and `client_secret` in the form only.
    Form,
}

/// The policy for refresh tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefreshPolicy {
    /// None, except those that a test requests.
    None,
    /// The first token includes one, which stays valid.
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

    /// Access tokens are valid for this many seconds, as `expires_in` says.
    #[must_use]
    pub fn expires_in(mut self, seconds: u64) -> Self {
        self.lifetime = Some(Duration::from_secs(seconds));
        self
    }

    /// Access tokens never expire, and there is no `expires_in`.
    #[must_use]
    pub fn without_expiry(mut self) -> Self {
        self.lifetime = None;
        self
    }

    /// Requires this kind of client authentication.
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
