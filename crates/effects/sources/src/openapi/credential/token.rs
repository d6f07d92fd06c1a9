//! Tokens from token servers: fetched once, cached until they expire.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use candor_egress::EgressClient;
use candor_model::{Digest, Secret, VariableName};

use super::TokenGrant;
use super::exchange::{TokenError, TokenProof, exchange};

/// How long a token is kept after its consent was changed elsewhere.
const MOMENT: Duration = Duration::from_mins(1);

/// The maximum number of cached tokens. Each environment and each set of scopes has its own.
const KEPT: usize = 1000;

/// The tokens of one source.
#[derive(Default)]
pub(in crate::openapi) struct AccessTokenCache(Mutex<HashMap<Digest, Arc<TokenSlot>>>);

/// The cache slot of one token. It is locked while the token is fetched, so that it is fetched only
/// once.
type TokenSlot = tokio::sync::Mutex<CachedToken>;

#[derive(Default)]
struct CachedToken {
    token: Option<(Secret<String>, Instant)>,
    /// The consent in the variable when it was last read.
    seen: Option<Secret<String>>,
    /// The consent to use next: the variable's value, or a newer one from the token server.
    latest: Option<Secret<String>>,
}

/// A renewed consent: the variable's value is no longer valid.
pub(in crate::openapi) struct RenewedConsent {
    pub(in crate::openapi) variable: VariableName,
    pub(in crate::openapi) value: Secret<String>,
}

// === impl AccessTokenCache ===

impl AccessTokenCache {
    /// A valid token, and the new consent if it was renewed.
    pub(in crate::openapi) async fn get(
        &self,
        client: &EgressClient,
        grant: &TokenGrant,
    ) -> Result<(Secret<String>, Option<RenewedConsent>), TokenError> {
        let place = self.place(grant);
        let mut kept = place.lock().await;
        if let Some((_, consent)) = &grant.refresh {
            kept.look_at(consent);
        }
        if let Some((token, until)) = &kept.token
            && Instant::now() < *until
        {
            return Ok((token.clone(), None));
        }
        let proof = match &kept.latest {
            Some(consent) => TokenProof::Consent(consent),
            None => TokenProof::Program,
        };
        let fetched = exchange(client, grant, &proof).await?;
        kept.token = Some((fetched.token.clone(), fetched.until));
        let mut renewed = None;
        if let (Some(value), Some((variable, _))) = (fetched.refresh, &grant.refresh) {
            kept.latest = Some(value.clone());
            renewed = Some(RenewedConsent {
                variable: variable.clone(),
                value,
            });
        }
        Ok((fetched.token, renewed))
    }

    /// Discards a token that was refused.
    pub(in crate::openapi) async fn forget(&self, grant: &TokenGrant) {
        self.place(grant).lock().await.token = None;
    }

    fn place(&self, grant: &TokenGrant) -> Arc<TokenSlot> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if places.len() >= KEPT {
            // So many are never in use at once; unused ones can be fetched again.
            places.retain(|_, place| Arc::strong_count(place) > 1);
        }
        Arc::clone(places.entry(key(grant)).or_default())
    }
}

// === impl CachedToken ===

impl CachedToken {
    /// Applies the variable's current value. If it was changed elsewhere, by another replica or a
    /// person, the token is kept only briefly: it may belong to another person, but two replicas
    /// must not cause each other to fetch tokens endlessly.
    fn look_at(&mut self, consent: &Secret<String>) {
        if self.seen.as_ref() == Some(consent) {
            return;
        }
        if self.latest.as_ref() != Some(consent) {
            self.latest = Some(consent.clone());
            let soon = Instant::now() + MOMENT;
            if let Some((_, until)) = &mut self.token {
                *until = soon.min(*until);
            }
        }
        self.seen = Some(consent.clone());
    }
}

/// Grants with the same key share a token. A consent is identified by its variable, since its value
/// changes.
fn key(grant: &TokenGrant) -> Digest {
    let plain = |secret: Option<&Secret<String>>| {
        secret
            .map(|secret| secret.expose().clone())
            .unwrap_or_default()
    };
    let parts = Secret::new(format!(
        "{:?}",
        (
            grant.token_url.as_str(),
            plain(grant.client_id.as_ref()),
            plain(grant.client_secret.as_ref()),
            grant.refresh.as_ref().map(|(name, _)| name.as_str()),
            &grant.environment,
            &grant.scopes,
        )
    ));
    Digest::of(parts.expose())
}
