//! Authentication by bearer token.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use candor_model::{AccessToken, CallerIdentity, PresentedToken, TokenId};

use crate::clock::now_micros;
use crate::gateway::Gateway;

/// How exactly it is known when a token was last used, in microseconds.
const EXACTNESS: i64 = 60_000_000;

/// Why a request is not authenticated. It never says how close it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// They presented nothing.
    #[error(
        "this gateway wants to know who you are: send `Authorization: Bearer TOKEN`; whoever keeps \
         it makes a token with `candor token create`"
    )]
    Nothing,
    /// They presented something that is no token, or one that does not work any more.
    #[error(
        "the token is not known here, has expired or was taken back; whoever keeps this gateway \
         makes a new one with `candor token create`"
    )]
    Unknown,
}

/// When each token was last used, as far as it was not written down yet.
#[derive(Default)]
pub(crate) struct TokenUses(Mutex<HashMap<TokenId, i64>>);

// === impl Gateway ===

impl Gateway {
    /// Authenticates by the text after `Bearer`. A token that does not work is
    /// refused, also where none is needed.
    pub fn authenticate(&self, presented: Option<&str>) -> Result<CallerIdentity, AccessError> {
        let Some(text) = presented else {
            return if self.policy_settings().tokens_needed {
                Err(AccessError::Nothing)
            } else {
                Ok(CallerIdentity::local())
            };
        };
        let presented = PresentedToken::read(text.trim()).ok_or(AccessError::Unknown)?;
        let snapshot = self.snapshot();
        let token = snapshot
            .tokens
            .get(&presented.id)
            .ok_or(AccessError::Unknown)?;
        let now = now_micros();
        if !presented.is(token) || !token.works_at(now) {
            return Err(AccessError::Unknown);
        }
        self.used(token, now);
        Ok(CallerIdentity {
            name: token.name.clone(),
            roles: token.roles,
            token: Some(token.id),
        })
    }

    /// Whether the token of an identity still works.
    pub fn still_works(&self, identity: &CallerIdentity) -> bool {
        identity.token.is_none_or(|id| {
            let snapshot = self.snapshot();
            let token = snapshot.tokens.get(&id);
            token.is_some_and(|token| token.works_at(now_micros()))
        })
    }

    /// Whether everybody must present a token.
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
    /// Whether this use is to be written down.
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
