//! A server behind HTTP+SSE, the transport of 2024-11-05.
//!
//! A single stream carries everything from the server, starting with the address to which messages
//! are posted. The stream is the connection: when it ends, the link is over.

use std::sync::Arc;

use bytes::Bytes;
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;
use url::Url;

use super::Exchange;
use super::demux::ResponseDemux;
use super::http::{ExtraHeaders, HttpClient, HttpResponse, HttpTarget, error_answer, refusal};
use super::text;
use super::{HttpSpec, LinkError, LinkInbox, LinkLimits};
use crate::envelope::JsonRpcMessage;
use crate::sse::{SseDecoder, SseEvent, SseItem};

/// The event with the address.
const ENDPOINT: &str = "endpoint";

/// The link to one server.
pub(super) struct SseLink {
    client: Arc<HttpClient>,
    demux: Arc<ResponseDemux>,
    /// Boxed to keep the other kinds of links small.
    target: Box<HttpTarget>,
    stop: CancellationToken,
    tasks: TaskTracker,
    _stop_on_drop: DropGuard,
}

/// The stream from the server.
struct SseStream {
    client: Arc<HttpClient>,
    response: HttpResponse,
    decoder: SseDecoder,
}

// === impl SseLink ===

impl SseLink {
    /// Opens the stream and waits for the address.
    pub(super) async fn open(
        spec: &HttpSpec,
        limits: &LinkLimits,
    ) -> Result<(Self, LinkInbox), LinkError> {
        let client = Arc::new(HttpClient::new(spec, limits)?);
        let opening = SseStream::open(client.clone());
        let (stream, target) = timeout(limits.connect_timeout, opening)
            .await
            .map_err(|_| LinkError::Timeout {
                step: format!("the `endpoint` event of `{}`", text::safe_url(client.url())),
                limit: limits.connect_timeout,
            })??;
        let (inbox, mailbox) = LinkInbox::new(limits.max_message);
        let demux = Arc::new(ResponseDemux::new(
            client.log(&spec.label),
            limits.max_message,
            mailbox,
        ));
        let stop = CancellationToken::new();
        let tasks = TaskTracker::new();
        tasks.spawn(run(stream, demux.clone(), stop.clone()));
        tasks.close();
        let guard = stop.clone().drop_guard();
        Ok((
            Self {
                client,
                demux,
                target: Box::new(target),
                stop,
                tasks,
                _stop_on_drop: guard,
            },
            inbox,
        ))
    }

    pub(super) async fn request(&self, id: u64, message: Bytes) -> Result<Exchange, LinkError> {
        let ticket = self.demux.register(id)?;
        let response = self.client.post_to(&self.target, message).await?;
        if response.status().is_success() {
            response.finish();
        } else if let JsonRpcMessage::Response(answer) =
            Box::pin(error_answer(response, id, &self.client)).await?
        {
            ticket.answer(answer);
        }
        Ok(Exchange::shared(ticket))
    }

    pub(super) async fn send(&self, message: Bytes) -> Result<(), LinkError> {
        if let Some(why) = self.demux.why_closed() {
            return Err(why.not_sent());
        }
        let response = self.client.post_to(&self.target, message).await?;
        if response.status().is_success() {
            response.finish();
            return Ok(());
        }
        Err(Box::pin(refusal(response, &self.client)).await)
    }

    pub(super) async fn close(&self) {
        self.stop.cancel();
        self.tasks.wait().await;
    }
}

/// Processes the server's events, until the stream or the link ends.
async fn run(mut stream: SseStream, demux: Arc<ResponseDemux>, stop: CancellationToken) {
    let reading = async {
        loop {
            match stream.next().await {
                Ok(SseItem::Event(event)) if is_message(&event) => demux.accept(&event.data),
                Ok(SseItem::Event(_)) => {}
                Ok(SseItem::Oversize(over)) => demux.accept_oversize(&over),
                Err(error) => return error,
            }
        }
    };
    let why = stop.run_until_cancelled(reading).await;
    demux.close(&why.unwrap_or_else(|| LinkError::closed("it was ended on this side")));
}

fn is_message(event: &SseEvent) -> bool {
    event.name.as_deref().is_none_or(|name| name == "message") && !event.data.is_empty()
}

// === impl SseStream ===

impl SseStream {
    async fn open(client: Arc<HttpClient>) -> Result<(Self, HttpTarget), LinkError> {
        let response = client.get(&ExtraHeaders::default()).await?;
        if !response.status().is_success() {
            return Err(refusal(response, &client).await);
        }
        if !response.is_event_stream() {
            let kind = response.media_type().to_ascii_lowercase();
            return Err(LinkError::garbage(format_args!(
                "`{kind}` instead of a stream of events"
            )));
        }
        let decoder = SseDecoder::new(client.limit());
        let mut stream = Self {
            client,
            response,
            decoder,
        };
        loop {
            if let SseItem::Event(event) = stream.next().await?
                && event.name.as_deref() == Some(ENDPOINT)
            {
                let target = resolve(stream.client.url(), &event.data)?;
                return Ok((stream, HttpTarget::new(target)?));
            }
        }
    }

    async fn next(&mut self) -> Result<SseItem, LinkError> {
        loop {
            if let Some(decoded) = self.decoder.pop() {
                return Ok(decoded);
            }
            match self.response.chunk().await {
                Ok(Some(chunk)) => self.decoder.push(&chunk),
                Ok(None) => return Err(LinkError::closed("the server ended the stream")),
                Err(error) => return Err(self.client.broken(&error)),
            }
        }
    }
}

/// The address to post to. It must have the server's own origin, since our credentials are sent
/// there.
fn resolve(base: &Url, data: &[u8]) -> Result<Url, LinkError> {
    let given = text::clip(data, 2000);
    let target = base.join(given.trim()).map_err(|error| {
        LinkError::garbage(format_args!("the endpoint `{given}` is not a URL: {error}"))
    })?;
    if target.origin() != base.origin() {
        return Err(LinkError::garbage(format_args!(
            "the endpoint `{}` is at another server than `{}`",
            text::safe_url(&target),
            text::safe_url(base)
        )));
    }
    Ok(target)
}
