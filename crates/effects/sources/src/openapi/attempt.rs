//! Sends one request, with retries.

use std::time::{Duration, SystemTime};

use candor_egress::{EgressClient, EgressError, EgressRequest, EgressResponse, ExchangeLimits};
use http::{StatusCode, header};
use tokio::time::Instant;

use crate::request::AttemptCount;

/// The delay before the second attempt; it doubles from then on.
const FIRST_WAIT: Duration = Duration::from_millis(200);

/// How a request may be sent.
pub(super) struct RequestAttempts<'a> {
    pub(super) client: &'a EgressClient,
    /// The maximum number of retries; 0 unless the tool may be repeated.
    pub(super) retries: u32,
    /// Counts the attempts.
    pub(super) tries: &'a AttemptCount,
    /// The deadline of the call.
    pub(super) deadline: Instant,
    /// The maximum number of bytes kept of a reply.
    pub(super) max_body: usize,
    /// The maximum pause within a reply.
    pub(super) silence: Duration,
}

// === impl RequestAttempts ===

impl RequestAttempts<'_> {
    /// Sends until there is an answer that needs no retry, or no time is left.
    pub(super) async fn send(
        &self,
        request: &EgressRequest,
    ) -> Result<EgressResponse, EgressError> {
        let mut attempt = 0;
        // The error of an attempt that may have arrived: later attempts do not undo it.
        let mut lost = None;
        loop {
            let bounds = ExchangeLimits {
                timeout: self.deadline.saturating_duration_since(Instant::now()),
                silence: self.silence,
                max_body: self.max_body,
                redirects: REDIRECTS,
            };
            self.tries.add();
            let outcome = self.client.send(request, &bounds).await;
            let wait = pause(&outcome, attempt).filter(|_| attempt < self.retries);
            let Some(wait) = wait.filter(|wait| Instant::now() + *wait < self.deadline) else {
                return match (outcome, lost) {
                    (Err(error), Some(earlier)) if !error.was_sent() => Err(earlier),
                    (outcome, _) => outcome,
                };
            };
            if let Err(error) = outcome
                && error.was_sent()
            {
                lost.get_or_insert(error);
            }
            attempt += 1;
            tracing::debug!(
                host = request.url.host_str(),
                attempt,
                wait_ms = wait.as_millis(),
                "the request is sent again"
            );
            tokio::time::sleep(wait).await;
        }
    }
}

/// The maximum number of redirects.
const REDIRECTS: usize = 5;

/// The delay before the next attempt; `None` if a retry is pointless.
fn pause(outcome: &Result<EgressResponse, EgressError>, attempt: u32) -> Option<Duration> {
    let backoff = FIRST_WAIT.saturating_mul(2_u32.saturating_pow(attempt));
    let backoff = backoff.mul_f64(rand::random_range(0.5..1.0));
    match outcome {
        Err(error) => error.may_pass().then_some(backoff),
        Ok(reply) => match reply.status {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                Some(asked_for(reply).unwrap_or(backoff))
            }
            StatusCode::BAD_GATEWAY | StatusCode::GATEWAY_TIMEOUT => Some(backoff),
            _ => None,
        },
    }
}

/// The delay that the server requests.
fn asked_for(reply: &EgressResponse) -> Option<Duration> {
    let text = reply.headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(text.trim()).ok()?;
    // A date in the past means now.
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}
