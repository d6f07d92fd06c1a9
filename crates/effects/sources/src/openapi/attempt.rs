//! One request, sent as often as is right.

use std::time::{Duration, SystemTime};

use candor_egress::{EgressClient, EgressError, EgressRequest, EgressResponse, ExchangeLimits};
use http::{StatusCode, header};
use tokio::time::Instant;

use crate::request::AttemptCount;

/// The wait before the second attempt; it doubles from then on.
const FIRST_WAIT: Duration = Duration::from_millis(200);

/// How a request may be sent.
pub(super) struct RequestAttempts<'a> {
    pub(super) client: &'a EgressClient,
    /// How often it may be sent again; 0 unless the tool may be repeated.
    pub(super) retries: u32,
    /// Where it is counted how often it was sent.
    pub(super) tries: &'a AttemptCount,
    /// When the call must be over.
    pub(super) deadline: Instant,
    /// The most that is kept of a reply, in bytes.
    pub(super) max_body: usize,
    /// The longest pause within a reply.
    pub(super) silence: Duration,
}

// === impl RequestAttempts ===

impl RequestAttempts<'_> {
    /// Sends until there is an answer that is worth giving, or no time is left.
    pub(super) async fn send(
        &self,
        request: &EgressRequest,
    ) -> Result<EgressResponse, EgressError> {
        let mut attempt = 0;
        // One that may have arrived: nothing that comes after it makes that undone.
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

/// How many redirects are followed.
const REDIRECTS: usize = 5;

/// How long to wait before the next attempt; `None` where it would go no better.
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

/// The wait that the server asks for.
fn asked_for(reply: &EgressResponse) -> Option<Duration> {
    let text = reply.headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(text.trim()).ok()?;
    // A date in the past means now.
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}
