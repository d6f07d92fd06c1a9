//! The stream of a legacy session for messages outside requests.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::StatusCode;

use super::super::LinkError;
use super::super::mailbox::MessageMailbox;
use super::HttpShared;
use super::answer::refusal;
use super::response::HttpResponse;
use crate::envelope::JsonRpcMessage;
use crate::sse::{SseDecoder, SseItem};

/// The first delay before a stream is reopened; it doubles with every failure.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// The minimum delay that a server can request.
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);

/// Keeps the stream open until the session or the link ends.
pub(super) async fn listen(shared: Arc<HttpShared>, inbox: Arc<MessageMailbox>) {
    let mut decoder = SseDecoder::new(shared.limit);
    let mut opened = false;
    let mut backoff = FIRST_PAUSE;
    loop {
        let mut healthy = false;
        match shared.get(decoder.last_event_id()).await {
            Ok(response) if is_stream(&response) => {
                opened = true;
                decoder.restart();
                // A stream that delivered an event was healthy, however it ended.
                healthy = follow(&shared, &inbox, &mut decoder, response).await;
            }
            Ok(response) if response.status().is_server_error() && opened => {}
            Ok(response) => return refused(&shared, &inbox, response, opened).await,
            Err(error) => tracing::debug!(
                target: "candor::upstream", source = shared.log.label(), %error,
                "the stream for notifications cannot be opened"
            ),
        }
        let asked = decoder.retry();
        let pause = if healthy {
            backoff = FIRST_PAUSE;
            asked.unwrap_or(FIRST_PAUSE)
        } else {
            let pause = asked.unwrap_or_default().max(backoff);
            backoff = (backoff * 2).min(LONGEST_PAUSE);
            pause
        };
        tokio::time::sleep(pause.clamp(SHORTEST_PAUSE, LONGEST_PAUSE)).await;
    }
}

fn is_stream(response: &HttpResponse) -> bool {
    response.status().is_success() && response.is_event_stream()
}

/// Reads one response to its end; returns whether it delivered any event.
async fn follow(
    shared: &HttpShared,
    inbox: &MessageMailbox,
    decoder: &mut SseDecoder,
    mut response: HttpResponse,
) -> bool {
    let mut gave = false;
    while let Ok(Some(chunk)) = response.chunk().await {
        decoder.push(&chunk);
        while let Some(decoded) = decoder.pop() {
            gave = true;
            match decoded {
                SseItem::Event(event) => deliver(shared, inbox, &event.data),
                SseItem::Oversize(over) => {
                    shared
                        .log
                        .skipped("the message is over the size limit", over.head());
                }
            }
        }
    }
    gave
}

/// Handles a response that is not a stream.
async fn refused(
    shared: &HttpShared,
    inbox: &MessageMailbox,
    response: HttpResponse,
    opened: bool,
) {
    let status = response.status();
    if !opened {
        // 405 is the regular way to refuse the stream; other servers use other statuses.
        tracing::debug!(
            target: "candor::upstream", source = shared.log.label(), status = status.as_u16(),
            "the server has no stream for notifications"
        );
        response.finish();
        return;
    }
    let why = match status {
        // A server that was restarted no longer knows the session.
        StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST => LinkError::SessionExpired,
        _ => refusal(response, &shared.client).await,
    };
    inbox.fail(why);
}

fn deliver(shared: &HttpShared, inbox: &MessageMailbox, data: &Bytes) {
    // An event without data only carries an id.
    if data.trim_ascii().is_empty() {
        return;
    }
    for message in shared.log.messages(data) {
        if let JsonRpcMessage::Response(answer) = &message {
            shared.log.stray(answer);
        } else if let Err(dropped) = inbox.offer(message, data.len()) {
            shared.log.dropped(dropped);
        }
    }
}
