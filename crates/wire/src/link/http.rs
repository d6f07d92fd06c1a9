//! A server behind Streamable HTTP, of either era.
//!
//! Every request is a POST of its own, answered by a JSON body or by a stream of events. A
//! legacy server may add a session, and with it a stream for what belongs to no request.

mod answer;
mod client;
mod get_stream;
mod post_stream;
mod session;
mod standard;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use candor_model::{Era, Revision};
use http::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Response, StatusCode};
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

use super::exchange::Exchange;
use super::log::Log;
use super::mailbox::Mailbox;
use super::{HttpSpec, Inbox, LinkError, LinkLimits, RequestHeaders};
use crate::header;
use answer::Answer;
use session::Session;

pub(super) use answer::{content_type, error_answer, refusal};
pub(super) use client::{HttpClient, STREAM};
pub(super) use post_stream::PostStream;

/// How long the farewell to a server may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// The link to one server.
pub(super) struct HttpLink {
    shared: Arc<Shared>,
    inbox: Arc<Mailbox>,
    tasks: TaskTracker,
    _stop_on_drop: DropGuard,
}

/// What the streams of a link need too.
struct Shared {
    client: HttpClient,
    session: Session,
    log: Log,
    limit: usize,
    stop: CancellationToken,
}

// === impl HttpLink ===

impl HttpLink {
    /// Prepares the client; the first request makes the first connection.
    pub(super) fn open(spec: &HttpSpec, limits: &LinkLimits) -> Result<(Self, Inbox), LinkError> {
        let (inbox, mailbox) = Inbox::new(limits.max_message);
        let stop = CancellationToken::new();
        let client = HttpClient::new(spec, limits)?;
        let shared = Shared {
            log: client.log(&spec.label),
            client,
            session: Session::default(),
            limit: limits.max_message,
            stop: stop.clone(),
        };
        let link = Self {
            shared: Arc::new(shared),
            inbox: mailbox,
            tasks: TaskTracker::new(),
            _stop_on_drop: stop.drop_guard(),
        };
        Ok((link, inbox))
    }

    pub(super) async fn request(
        &self,
        id: u64,
        message: Bytes,
        headers: &RequestHeaders,
    ) -> Result<Exchange, LinkError> {
        let work = async {
            let response = self.shared.post(message, headers).await?;
            match answer::read(response, id, &self.shared.client).await? {
                Answer::Messages(messages) => Ok(Exchange::here(id, messages)),
                Answer::Stream(response) => {
                    let legacy = is_legacy(headers);
                    let stream = PostStream::new(self.shared.clone(), id, response, legacy);
                    Ok(Exchange::own(id, stream))
                }
            }
        };
        self.while_open(work).await
    }

    pub(super) async fn send(
        &self,
        message: Bytes,
        headers: &RequestHeaders,
    ) -> Result<(), LinkError> {
        let work = async {
            let response = self.shared.post(message, headers).await?;
            if response.status().is_success() {
                return Ok(());
            }
            Err(refusal(response, &self.shared.client).await)
        };
        self.while_open(work).await
    }

    /// The handshake is done: later requests name the revision, and a stream listens.
    pub(super) fn session_started(&self, revision: Revision) {
        if revision.era() == Era::Modern || self.shared.stop.is_cancelled() {
            return;
        }
        let over = self.shared.session.start(revision, &self.shared.stop);
        let (shared, inbox) = (self.shared.clone(), self.inbox.clone());
        self.tasks
            .spawn(over.run_until_cancelled_owned(get_stream::listen(shared, inbox)));
    }

    pub(super) async fn close(&self) {
        self.shared.stop.cancel();
        self.inbox.fail(ended_here());
        if let Some(headers) = self.shared.session.end() {
            // The server forgets the session by itself sooner or later; asking is a courtesy.
            let _ = timeout(FAREWELL, self.shared.client.delete(headers)).await;
        }
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// Does some work, unless the link is closed before or meanwhile.
    async fn while_open<T>(
        &self,
        work: impl Future<Output = Result<T, LinkError>>,
    ) -> Result<T, LinkError> {
        if self.shared.stop.is_cancelled() {
            return Err(ended_here().not_sent());
        }
        self.shared
            .stop
            .run_until_cancelled(work)
            .await
            .unwrap_or_else(|| Err(ended_here()))
    }
}

impl Drop for HttpLink {
    fn drop(&mut self) {
        self.inbox.fail(ended_here());
    }
}

// === impl Shared ===

impl Shared {
    /// Posts a message within the session, if there is one. A session that the server no longer
    /// knows is forgotten here too, so that the handshake can be made again.
    async fn post(&self, message: Bytes, headers: &RequestHeaders) -> Result<Response, LinkError> {
        let mut extra = HeaderMap::new();
        let legacy = is_legacy(headers);
        let session = if legacy {
            self.session.write(&mut extra)
        } else {
            None
        };
        standard::write(headers, &mut extra)?;
        let response = self.client.post(message, extra).await?;
        if let Some(id) = session {
            if response.status() == StatusCode::NOT_FOUND {
                self.session.forget(&id);
                return Err(LinkError::SessionExpired);
            }
        } else if legacy && response.status().is_success() {
            self.session.learn(response.headers());
        }
        Ok(response)
    }

    /// Opens or takes up a stream of the session.
    async fn get(&self, last_event_id: Option<&str>) -> Result<Response, LinkError> {
        let mut extra = HeaderMap::new();
        self.session.write(&mut extra);
        if let Some(id) = last_event_id.and_then(|id| HeaderValue::from_str(id).ok()) {
            extra.insert(HeaderName::from_static(header::LAST_EVENT_ID), id);
        }
        self.client.get(extra).await
    }
}

/// Whether a message belongs to a legacy conversation, where sessions exist.
fn is_legacy(headers: &RequestHeaders) -> bool {
    headers
        .protocol_version
        .is_none_or(|revision| revision.era() == Era::Legacy)
}

fn ended_here() -> LinkError {
    LinkError::closed("it was ended on this side")
}
