//! A single delivery attempt.

use std::time::Duration;

use bytes::Bytes;
use candor_clock::now_micros;
use candor_egress::{EgressRequest, ExchangeLimits};
use candor_model::Approval;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue, Method};

use crate::event::WebhookEvent;
use crate::message;
use crate::retry_schedule::AttemptOutcome;
use crate::target::WebhookTarget;
use crate::webhooks::{WebhookContext, WebhookQueue};

/// How much of a response is read. Only its status matters.
const ANSWER_MAX: usize = 16 * 1024;
/// How long a running delivery may continue after shutdown started.
const LAST: Duration = Duration::from_secs(5);

const ID: HeaderName = HeaderName::from_static("webhook-id");
const TIMESTAMP: HeaderName = HeaderName::from_static("webhook-timestamp");
const SIGNATURE: HeaderName = HeaderName::from_static("webhook-signature");

/// Sends the message once. `None` if shutdown started first.
pub(crate) async fn attempt(
    context: &WebhookContext,
    queue: &WebhookQueue,
    event: WebhookEvent,
    message: &str,
    asked: &Approval,
) -> Option<AttemptOutcome> {
    // First the queue of this webhook, so that a slow one does not block the others.
    let places = async {
        Some((
            queue.sending.acquire().await.ok()?,
            context.sending.acquire().await.ok()?,
        ))
    };
    let places = tokio::select! {
        () = context.stop.cancelled() => return None,
        places = places => places?,
    };
    let target = &*queue.target;
    let body = message::write(&context.gateway, target, event, asked);
    let request = EgressRequest {
        method: Method::POST,
        url: target.url.clone(),
        headers: headers(target, message, &body)?,
        body,
    };
    let bounds = ExchangeLimits {
        timeout: target.hook.timeout,
        silence: target.hook.timeout,
        max_body: ANSWER_MAX,
        redirects: 0,
    };
    let over = async {
        context.stop.cancelled().await;
        tokio::time::sleep(LAST).await;
    };
    let answer = tokio::select! {
        answer = target.client.send(&request, &bounds) => answer,
        () = over => return None,
    };
    drop(places);
    Some(AttemptOutcome::of(&answer))
}

fn headers(target: &WebhookTarget, message: &str, body: &Bytes) -> Option<HeaderMap> {
    let timestamp = now_micros() / 1_000_000;
    let json = HeaderValue::from_static("application/json");
    let mut headers = HeaderMap::from_iter([
        (CONTENT_TYPE, json),
        (ID, message.parse().ok()?),
        (TIMESTAMP, timestamp.into()),
    ]);
    if let Some(key) = &target.key {
        let signature = key.sign(message, timestamp, body)?;
        headers.insert(SIGNATURE, signature.parse().ok()?);
    }
    Some(headers)
}
