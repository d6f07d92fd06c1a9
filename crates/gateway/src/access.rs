//! Authentication: by token, by the owner's secret, or by a local connection.

pub(crate) mod page_sessions;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use candor_model::{AccessToken, CallerIdentity, Digest, PresentedToken, TokenId};

use crate::clock::now_micros;
use crate::gateway::Gateway;

/// The precision, in microseconds, with which the last use of a token is recorded.
const EXACTNESS: i64 = 60_000_000;

/// Why a request is not authenticated. The reason never reveals how close the attempt was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// No credential was presented.
    #[error(
        "a token is required: send `Authorization: Bearer TOKEN`; the administrator makes one with \
         `candor token create`"
    )]
    Nothing,
    /// No credential was presented, and the request came through a proxy.
    #[error(
        "this request came through a proxy, so it needs a token: send `Authorization: Bearer \
         TOKEN`; the administrator makes one with `candor token create`"
    )]
    Forwarded,
    /// The credential is not a token, or the token is no longer valid.
    #[error(
        "the token is unknown, expired or revoked; the administrator makes a new one with `candor \
         token create`"
    )]
    Unknown,
}

/// How a request reached this gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestPath {
    /// Directly from the client.
    Direct,
    /// Through a proxy, which forwards requests from other machines.
    Forwarded,
}

/// The last recorded use of each token, to limit writes to the store.
#[derive(Default)]
pub(crate) struct TokenUses(Mutex<HashMap<TokenId, i64>>);

// === impl Gateway ===

impl Gateway {
    /// Authenticates by the text after `Bearer`: a token, or the owner's secret. An invalid one is
    /// refused even if none is required. Requests without a credential are only accepted directly
    /// from this machine, never through a proxy, because those come from elsewhere.
    pub fn authenticate(
        &self,
        presented: Option<&str>,
        path: RequestPath,
    ) -> Result<CallerIdentity, AccessError> {
        let Some(text) = presented else {
            return match path {
                _ if self.policy_settings().tokens_needed => Err(AccessError::Nothing),
                RequestPath::Forwarded => Err(AccessError::Forwarded),
                RequestPath::Direct => Ok(self.local_identity()),
            };
        };
        let text = text.trim();
        if let Some(owner) = self.owner(&Digest::of(text)) {
            return Ok(owner);
        }
        let presented = PresentedToken::read(text).ok_or(AccessError::Unknown)?;
        let snapshot = self.snapshot();
        let token = snapshot
            .tokens
            .get(&presented.id)
            .ok_or(AccessError::Unknown)?;
        if !presented.is(token) {
            return Err(AccessError::Unknown);
        }
        self.token_identity(token).ok_or(AccessError::Unknown)
    }

    /// The identity of a local caller without a credential.
    fn local_identity(&self) -> CallerIdentity {
        CallerIdentity {
            roles: self.policy_settings().local_roles,
            ..CallerIdentity::local()
        }
    }

    /// The owner, if this is the digest of their secret.
    fn owner(&self, digest: &Digest) -> Option<CallerIdentity> {
        let settings = self.policy_settings();
        let owner = settings.owner.as_ref()?;
        let proven = owner.digest.is(digest);
        proven.then(|| CallerIdentity::owner(&owner.user))
    }

    /// The holder of a token, if it is valid now. This counts as a use of the token.
    fn token_identity(&self, token: &AccessToken) -> Option<CallerIdentity> {
        let now = now_micros();
        token.works_at(now).then(|| {
            self.used(token, now);
            CallerIdentity {
                name: token.name.clone(),
                roles: token.roles,
                token: Some(token.id),
            }
        })
    }

    /// Whether the token of an identity is still valid.
    pub fn still_works(&self, identity: &CallerIdentity) -> bool {
        identity.token.is_none_or(|id| {
            let snapshot = self.snapshot();
            let token = snapshot.tokens.get(&id);
            token.is_some_and(|token| token.works_at(now_micros()))
        })
    }

    /// Whether a caller of this name may approve its own calls. If no tokens are required, callers
    /// cannot be told apart, except for the owner, who tries out tools and decides alone. A token
    /// with the owner's name is not the owner.
    pub(crate) fn may_approve_own(&self, name: &str) -> bool {
        let settings = self.policy_settings();
        let is_owner = || {
            let owner = settings.owner.as_ref();
            let owner = owner.map(|owner| CallerIdentity::owner(&owner.user).name);
            let snapshot = self.snapshot();
            let mut tokens = snapshot.tokens.values();
            let now = now_micros();
            owner.is_some_and(|owner| owner == name)
                && !tokens.any(|token| token.name == name && token.works_at(now))
        };
        settings.self_approval
            || name == CallerIdentity::LOCAL
            || (!settings.tokens_needed && is_owner())
    }

    /// Whether every request must present a token.
    pub fn needs_tokens(&self) -> bool {
        self.policy_settings().tokens_needed
    }

    fn used(&self, token: &AccessToken, now: i64) {
        if self.token_uses().note(token, now) {
            let (gateway, id) = (self.clone(), token.id);
            self.spawn(async move {
                if let Err(error) = gateway.store().touch_tokens(&[(id, now)]).await {
                    tracing::warn!(%error, "The use of a token could not be written down");
                }
            });
        }
    }
}

// === impl TokenUses ===

impl TokenUses {
    /// Whether this use must be recorded.
    fn note(&self, token: &AccessToken, now: i64) -> bool {
        let mut uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let last = uses
            .entry(token.id)
            .or_insert(token.used_micros.unwrap_or(0));
        let due = now - *last >= EXACTNESS;
        if due {
            *last = now;
        }
        due
    }
}
