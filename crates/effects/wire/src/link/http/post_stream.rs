//! The event stream that answers one request.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use super::super::text;
use super::super::{ExchangeEvent, LinkError};
use super::answer::answers_to;
use super::response::HttpResponse;
use super::{HttpShared, ended_here};
use crate::envelope::JsonRpcMessage;
use crate::sse::{SseDecoder, SseItem};

/// The maximum number of consecutive attempts to resume a stream without receiving an event.
const ATTEMPTS: u32 = 5;
/// The delay before an attempt if the server does not set one.
const PAUSE: Duration = Duration::from_millis(500);
/// The minimum and maximum delay that a server can request.
const SHORTEST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// The messages of one request, read on demand.
pub(in super::super) struct PostStream {
    shared: Arc<HttpShared>,
    id: u64,
    state: PostStreamState,
    decoder: SseDecoder,
    waiting: VecDeque<JsonRpcMessage>,
    /// Only legacy servers can resume a stream.
    legacy: bool,
    fruitless: u32,
    /// The server has just ended the stream, and expects a reconnection after this delay.
    paused: Option<Duration>,
}

enum PostStreamState {
    Open(HttpResponse),
    /// The pending attempt to resume. Kept here so that dropping `next` does not lose it.
    Resuming(Pin<Box<dyn Future<Output = Result<HttpResponse, ResumeError>> + Send>>),
    Over,
}

/// Why a stream could not be resumed.
struct ResumeError {
    error: LinkError,
    /// Whether another attempt is worthwhile.
    again: bool,
}

// === impl PostStream ===

impl PostStream {
    pub(super) fn new(
        shared: Arc<HttpShared>,
        id: u64,
        response: HttpResponse,
        legacy: bool,
    ) -> Self {
        let decoder = SseDecoder::new(shared.limit);
        let state = PostStreamState::Open(response);
        Self {
            shared,
            id,
            state,
            decoder,
            waiting: VecDeque::new(),
            legacy,
            fruitless: 0,
            paused: None,
        }
    }

    /// The next event; the answer, or an error, is the last.
    pub(in super::super) async fn next(&mut self) -> Option<Result<ExchangeEvent, LinkError>> {
        loop {
            if let Some(message) = self.waiting.pop_front() {
                if matches!(message, JsonRpcMessage::Response(_)) {
                    self.finish();
                }
                return Some(Ok(ExchangeEvent::Message(message)));
            }
            match self.decoder.pop() {
                Some(SseItem::Event(event)) => {
                    self.fruitless = 0;
                    if event.name.as_deref().is_none_or(|name| name == "message") {
                        self.take_in(&event.data);
                    }
                    continue;
                }
                Some(SseItem::Oversize(_)) => {
                    self.end();
                    return Some(Err(LinkError::TooLarge {
                        limit: self.shared.limit,
                    }));
                }
                None => {}
            }
            if let Some(pause) = self.paused.take() {
                return Some(Ok(ExchangeEvent::Paused(pause)));
            }
            if matches!(self.state, PostStreamState::Over) {
                return None;
            }
            let stop = self.shared.stop.clone();
            let read = stop.run_until_cancelled(self.read_on()).await;
            if let Err(error) = read.unwrap_or_else(|| Err(ended_here())) {
                self.end();
                return Some(Err(error));
            }
        }
    }

    /// Waits for more bytes.
    async fn read_on(&mut self) -> Result<(), LinkError> {
        let mut was_ended = false;
        let stopped = match &mut self.state {
            PostStreamState::Over => return Ok(()),
            PostStreamState::Open(response) => match response.chunk().await {
                Ok(Some(chunk)) => {
                    self.decoder.push(&chunk);
                    return Ok(());
                }
                Ok(None) => {
                    was_ended = true;
                    LinkError::closed("the stream ended before the answer")
                }
                Err(error) => self.shared.client.broken(&error),
            },
            PostStreamState::Resuming(attempt) => match attempt.await {
                Ok(response) => {
                    self.decoder.restart();
                    self.state = PostStreamState::Open(response);
                    return Ok(());
                }
                Err(stuck) if !stuck.again => return Err(stuck.error),
                Err(stuck) => stuck.error,
            },
        };
        let pause = self.resume(stopped)?;
        self.paused = Some(pause).filter(|_| was_ended);
        Ok(())
    }

    /// Prepares to resume the stream, if possible; returns the delay.
    fn resume(&mut self, stopped: LinkError) -> Result<Duration, LinkError> {
        let Some(last) = self.decoder.last_event_id().filter(|_| self.legacy) else {
            return Err(stopped);
        };
        if self.fruitless >= ATTEMPTS {
            return Err(stopped);
        }
        let pause = self
            .decoder
            .retry()
            .unwrap_or(PAUSE * (self.fruitless + 1))
            .clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
        self.fruitless += 1;
        let attempt = take_up(self.shared.clone(), last.to_owned(), pause);
        self.state = PostStreamState::Resuming(Box::pin(attempt));
        Ok(pause)
    }

    fn take_in(&mut self, data: &Bytes) {
        // An event without data only carries an id.
        if data.trim_ascii().is_empty() {
            return;
        }
        for message in self.shared.log.messages(data) {
            match &message {
                JsonRpcMessage::Response(answer) if !answers_to(&message, self.id) => {
                    self.shared.log.stray(answer);
                }
                _ => self.waiting.push_back(message),
            }
        }
    }

    /// Finishes after the answer: only the end of the stream may follow.
    fn finish(&mut self) {
        if let PostStreamState::Open(response) =
            std::mem::replace(&mut self.state, PostStreamState::Over)
        {
            response.finish();
        }
        self.end();
    }

    fn end(&mut self) {
        self.state = PostStreamState::Over;
        self.waiting.clear();
        self.decoder = SseDecoder::new(self.shared.limit);
    }
}

/// Waits, and requests the events after the given one.
async fn take_up(
    shared: Arc<HttpShared>,
    last: String,
    pause: Duration,
) -> Result<HttpResponse, ResumeError> {
    tokio::time::sleep(pause).await;
    // Whatever fails now, the request itself was sent, and the error must say so.
    let stuck = |reason: String, again| {
        let detail = format!(
            "the stream ended before the answer and could not be taken up again ({reason})"
        );
        ResumeError {
            error: LinkError::closed(detail),
            again,
        }
    };
    let response = match shared.get(Some(&last)).await {
        Ok(response) => response,
        Err(error) => return Err(stuck(text::chain(&error), true)),
    };
    if response.status().is_success() && response.is_event_stream() {
        return Ok(response);
    }
    let status = response.status();
    Err(stuck(
        format!("HTTP status {}", status.as_u16()),
        status.is_server_error(),
    ))
}
