//! Signs and sends a request.

use std::time::Duration;

use candor_egress::{EgressClient, EgressError, EgressRequest, EgressResponse};
use candor_model::Secret;
use http::StatusCode;
use tokio::time::Instant;

use super::super::attempt::RequestAttempts;
use super::super::credential::{RequestCredential, apply};
use super::{ApiCall, ApiCallError};
use crate::error::{SourceError, chain};
use crate::events::SourceEventKind;

/// The maximum pause within a reply.
const SILENCE: Duration = Duration::from_secs(30);

/// The maximum number of bytes read of a reply that a filter reduces.
const SELECTED_FROM: usize = 16 << 20;

impl ApiCall<'_> {
    /// Sends the request with its credentials. A refused token is fetched again, once: a server
    /// that refuses it has not acted on the request.
    pub(super) async fn send(
        &self,
        request: EgressRequest,
        credentials: &[RequestCredential],
        selects: bool,
    ) -> Result<(EgressResponse, Vec<Secret<String>>), ApiCallError> {
        let client = self.client()?;
        let spec = &self.api.spec;
        // Slightly less than the gateway's timeout, so that a partial reply can still be returned.
        let time = spec.timeout.mul_f64(0.9);
        let attempts = RequestAttempts {
            client,
            retries: if self.question.repeatable {
                spec.retries
            } else {
                0
            },
            tries: &self.question.tries,
            deadline: Instant::now() + time,
            max_body: if selects {
                SELECTED_FROM.max(spec.max_reply)
            } else {
                spec.max_reply
            },
            // Shorter than the whole, to distinguish a stalled reply from a long one.
            silence: time.mul_f64(0.8).min(SILENCE),
        };
        let mut renewed = false;
        loop {
            let (signed, secrets) = self.sign(&request, credentials, client).await?;
            let reply = attempts
                .send(&signed)
                .await
                .map_err(|error| self.lost(&error))?;
            if reply.status != StatusCode::UNAUTHORIZED || renewed {
                return Ok((reply, secrets));
            }
            renewed = true;
            let mut any = false;
            for credential in credentials {
                if let RequestCredential::Granted(grant) = credential {
                    self.api.tokens.forget(grant).await;
                    any = true;
                }
            }
            if !any {
                return Ok((reply, secrets));
            }
        }
    }

    /// The request with its credentials, and the values that must be redacted.
    async fn sign(
        &self,
        request: &EgressRequest,
        credentials: &[RequestCredential],
        client: &EgressClient,
    ) -> Result<(EgressRequest, Vec<Secret<String>>), ApiCallError> {
        let mut signed = request.clone();
        let fixed = self.api.spec.headers.iter();
        let mut secrets: Vec<_> = fixed.map(|(_, value)| value.clone()).collect();
        for credential in credentials {
            let token = match credential {
                RequestCredential::Granted(grant) => {
                    let got = self.api.tokens.get(client, grant).await;
                    let (token, renewed) = got.map_err(|error| {
                        ApiCallError::Told(format!(
                            "no token could be had for `{}`: {}; nothing was sent to the API; a \
                             person must look at the credentials of this environment",
                            self.tool.name,
                            chain(&error)
                        ))
                    })?;
                    if let Some(renewed) = renewed {
                        self.shared
                            .tell(SourceEventKind::Renewed {
                                environment: self.question.environment.clone(),
                                variable: renewed.variable,
                                value: renewed.value,
                            })
                            .await;
                    }
                    Some(token)
                }
                RequestCredential::Key { value, .. } => {
                    secrets.push(value.clone());
                    None
                }
                RequestCredential::Authorization { secrets: own, .. } => {
                    secrets.extend(own.iter().cloned());
                    None
                }
            };
            apply(&mut signed, credential, token.as_ref()).map_err(|reason| {
                ApiCallError::Told(format!(
                    "{reason}; nothing was sent; a person must set it again"
                ))
            })?;
            secrets.extend(token);
        }
        Ok((signed, secrets))
    }

    fn client(&self) -> Result<&EgressClient, ApiCallError> {
        // Set for every source that is ready.
        let missing = || ApiCallError::Lost(self.shared.not_ready());
        self.api.client.get().ok_or_else(missing)
    }

    fn lost(&self, error: &EgressError) -> ApiCallError {
        if error.is_refusal() {
            return ApiCallError::Told(format!("{}; nothing was sent", chain(error)));
        }
        ApiCallError::Lost(SourceError::Unanswered {
            name: self.shared.name().clone(),
            reason: chain(error),
            sent: error.was_sent(),
        })
    }
}
