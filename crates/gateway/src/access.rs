//! Who somebody is, by what they present.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use candor_model::{Identity, PresentedToken, Token, TokenId};

use crate::clock::now_micros;
use crate::gateway::Gateway;

/// How exactly it is known when a token was last used, in microseconds.
const EXACTNESS: i64 = 60_000_000;

/// Why somebody is not let in. It never says how close they were.
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
pub(crate) struct Uses(Mutex<HashMap<TokenId, i64>>);

// === impl Gateway ===

impl Gateway {
    /// Recognises whoever presents this, the text after `Bearer`. A token that does not work is
    /// refused, also where none is needed.
    pub fn recognise(&self, presented: Option<&str>) -> Result<Identity, AccessError> {
        let Some(text) = presented else {
            return if self.house().tokens_needed {
                Err(AccessError::Nothing)
            } else {
                Ok(Identity::local())
            };
        };
        let presented = PresentedToken::read(text.trim()).ok_or(AccessError::Unknown)?;
        let known = self.known();
        let token = known
            .tokens
            .get(&presented.id)
            .ok_or(AccessError::Unknown)?;
        let now = now_micros();
        if !presented.is(token) || !token.works_at(now) {
            return Err(AccessError::Unknown);
        }
        self.used(token, now);
        Ok(Identity {
            name: token.name.clone(),
            roles: token.roles,
            token: Some(token.id),
        })
    }

    /// Whether somebody who was recognised by this token still would be.
    pub fn still_works(&self, identity: &Identity) -> bool {
        identity.token.is_none_or(|id| {
            let known = self.known();
            let token = known.tokens.get(&id);
            token.is_some_and(|token| token.works_at(now_micros()))
        })
    }

    /// Whether everybody must present a token.
    pub fn needs_tokens(&self) -> bool {
        self.house().tokens_needed
    }

    fn used(&self, token: &Token, now: i64) {
        if self.uses().note(token, now) {
            let (gateway, id) = (self.clone(), token.id);
            self.spawn(async move {
                if let Err(error) = gateway.store().touch_tokens(&[(id, now)]).await {
                    tracing::warn!(%error, "The use of a token could not be written down");
                }
            });
        }
    }
}

// === impl Uses ===

impl Uses {
    /// Whether this use is to be written down.
    fn note(&self, token: &Token, now: i64) -> bool {
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
