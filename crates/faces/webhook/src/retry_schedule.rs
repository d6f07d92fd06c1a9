//! When a failed message is sent again.

use std::time::{Duration, SystemTime};

use candor_egress::{EgressError, EgressResponse};
use candor_model::Digest;
use http::{StatusCode, header};

/// How failed messages are retried.
#[derive(Clone, Copy, Debug)]
pub struct RetrySchedule {
    /// The first pause; each further one is twice as long.
    pub first: Duration,
    /// The longest pause of our own choosing.
    pub longest: Duration,
    /// The maximum delay that a webhook may request.
    pub asked: Duration,
    /// The total number of attempts.
    pub tries: u32,
}

/// The result of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AttemptOutcome {
    /// It was taken.
    Done,
    /// It may succeed later, at the earliest when the webhook says so.
    Later {
        after: Option<Duration>,
        why: String,
    },
    /// It will not go better.
    Never { why: String },
}

// === impl RetrySchedule ===

impl Default for RetrySchedule {
    /// Eight tries in about two minutes.
    fn default() -> Self {
        Self {
            first: Duration::from_secs(1),
            longest: Duration::from_mins(1),
            asked: Duration::from_mins(5),
            tries: 8,
        }
    }
}

impl RetrySchedule {
    /// The delay after this attempt, counted from 1. Between half and all of its nominal length,
    /// derived from the message, so that messages that failed together are not retried together.
    pub(crate) fn pause(&self, message: &str, tried: u32, asked: Option<Duration>) -> Duration {
        if let Some(asked) = asked {
            return asked.min(self.asked);
        }
        let doubled = 2_u32.saturating_pow(tried.saturating_sub(1));
        let pause = self.first.saturating_mul(doubled).min(self.longest);
        let [byte, ..] = *Digest::of(format!("{message} {tried}")).as_bytes();
        pause.mul_f64(0.5 + f64::from(byte) / 512.0)
    }
}

// === impl AttemptOutcome ===

impl AttemptOutcome {
    pub(crate) fn of(answer: &Result<EgressResponse, EgressError>) -> Self {
        let reply = match answer {
            Ok(reply) => reply,
            Err(error) if error.may_pass() => {
                return Self::Later {
                    after: None,
                    why: error.to_string(),
                };
            }
            Err(error) => {
                return Self::Never {
                    why: error.to_string(),
                };
            }
        };
        let status = reply.status;
        let why = format!("it answered {}", status.as_u16());
        let passing = [
            StatusCode::REQUEST_TIMEOUT,
            StatusCode::TOO_EARLY,
            StatusCode::TOO_MANY_REQUESTS,
        ];
        if status.is_success() {
            Self::Done
        } else if status.is_server_error() || passing.contains(&status) {
            let after = asked_for(reply);
            Self::Later { after, why }
        } else {
            Self::Never { why }
        }
    }
}

/// The delay that a webhook requests: in seconds, or until a time.
fn asked_for(reply: &EgressResponse) -> Option<Duration> {
    let text = reply.headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let moment = httpdate::parse_http_date(text.trim()).ok()?;
    // A moment in the past means now.
    Some(moment.duration_since(SystemTime::now()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use http::HeaderMap;
    use url::Url;

    use super::*;

    fn answered(status: u16, after: Option<&str>) -> AttemptOutcome {
        let mut headers = HeaderMap::new();
        if let Some(after) = after {
            headers.insert(header::RETRY_AFTER, after.parse().expect("a value"));
        }
        AttemptOutcome::of(&Ok(EgressResponse {
            status: StatusCode::from_u16(status).expect("a status"),
            headers,
            body: Bytes::new(),
            cut: None,
            url: Url::parse("http://h.example/secret").expect("a URL"),
        }))
    }

    #[test]
    fn what_may_go_better_is_tried_again() {
        for status in [200, 201, 202, 204, 299] {
            assert_eq!(answered(status, None), AttemptOutcome::Done, "{status}");
        }
        for status in [408, 425, 429, 500, 501, 502, 503, 504, 599] {
            let why = format!("it answered {status}");
            let expect = AttemptOutcome::Later { after: None, why };
            assert_eq!(answered(status, None), expect);
        }
        for status in [301, 302, 307, 400, 401, 403, 404, 405, 410, 413, 422, 451] {
            let why = format!("it answered {status}");
            assert_eq!(answered(status, None), AttemptOutcome::Never { why });
        }
    }

    #[test]
    fn a_hook_may_ask_for_patience() {
        let pace = RetrySchedule::default();
        for (text, expect) in [
            ("7", Some(7)),
            (" 0 ", Some(0)),
            ("99999999", Some(99_999_999)),
            ("Wed, 21 Oct 2015 07:28:00 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
        ] {
            let AttemptOutcome::Later { after, .. } = answered(429, Some(text)) else {
                panic!("429 passes");
            };
            assert_eq!(after.map(|after| after.as_secs()), expect, "{text}");
        }
        let long = Some(Duration::from_hours(5));
        assert_eq!(pace.pause("m", 1, long), Duration::from_mins(5));
        assert_eq!(pace.pause("m", 9, Some(Duration::ZERO)), Duration::ZERO);
    }

    #[test]
    fn pauses_grow_up_to_a_limit_and_differ() {
        let pace = RetrySchedule::default();
        for tried in 1..=40 {
            let whole = Duration::from_secs(1 << (tried - 1).min(6)).min(pace.longest);
            let pause = pace.pause("m", tried, None);
            assert!(pause <= whole && pause >= whole / 2, "{tried}: {pause:?}");
        }
        let pauses = (0..50).map(|n| pace.pause(&n.to_string(), 3, None));
        let pauses: std::collections::BTreeSet<_> = pauses.collect();
        assert!(pauses.len() > 30, "{pauses:?}");
    }
}
