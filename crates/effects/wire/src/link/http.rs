//! A server behind Streamable HTTP, of either era.
//!
//! Every request is a separate POST, answered by a JSON body or by a stream of events. A legacy
//! server may add a session, and with it a stream for messages outside requests.

mod answer;
mod client;
mod connect;
mod connection;
mod failure;
mod get_stream;
mod headers;
mod http1;
mod pool;
mod post_stream;
mod proxy;
mod response;
mod session;
mod target;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use candor_model::{McpEra, McpRevision};
use http::{HeaderName, HeaderValue, StatusCode};
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

use super::log::LinkLog;
use super::mailbox::MessageMailbox;
use super::{Exchange, PendingExchange};
use super::{HttpSpec, LinkError, LinkInbox, LinkLimits, RequestHeaders};
use crate::header;
use crate::meta;
use answer::PostAnswer;
pub(super) use headers::ExtraHeaders;
use session::HttpSession;

pub(super) use answer::{error_answer, refusal};
pub(super) use client::HttpClient;
pub(super) use post_stream::PostStream;
pub(super) use response::HttpResponse;
pub(super) use target::HttpTarget;

/// The time limit for ending the session at the server.
const FAREWELL: Duration = Duration::from_secs(2);

/// The link to one server.
pub(super) struct HttpLink {
    shared: Arc<HttpShared>,
    inbox: Arc<MessageMailbox>,
    tasks: TaskTracker,
    _stop_on_drop: DropGuard,
}

/// The state that the streams of a link share with it.
struct HttpShared {
    client: HttpClient,
    session: HttpSession,
    log: LinkLog,
    limit: usize,
    stop: CancellationToken,
}

/// What distinguishes one POST from the others of its link.
struct PostTerms {
    extra: ExtraHeaders,
    /// Whether it belongs to a legacy connection, where sessions exist.
    is_legacy: bool,
    /// The session that it belongs to.
    session: Option<HeaderValue>,
}

// === impl HttpLink ===

impl HttpLink {
    /// Prepares the client; the first request opens the first connection.
    pub(super) fn open(
        spec: &HttpSpec,
        limits: &LinkLimits,
    ) -> Result<(Self, LinkInbox), LinkError> {
        let (inbox, mailbox) = LinkInbox::new(limits.max_message);
        let stop = CancellationToken::new();
        let client = HttpClient::new(spec, limits)?;
        let shared = HttpShared {
            log: client.log(&spec.label),
            client,
            session: HttpSession::default(),
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

    pub(super) fn request(
        &self,
        id: u64,
        message: Bytes,
        headers: &RequestHeaders<'_>,
    ) -> PendingExchange {
        let shared = Arc::clone(&self.shared);
        let terms = shared.terms(headers);
        Box::pin(async move {
            shared.check_open()?;
            let terms = terms?;
            // Pinned here, because it is too large to be moved.
            let exchange = pin!(async {
                let response = shared.client.post(message, &terms.extra).await?;
                shared.check_session(&terms, &response)?;
                match answer::read(response, id, &shared.client).await? {
                    PostAnswer::Messages(before, answer) => Ok(Exchange::here(id, before, answer)),
                    PostAnswer::Stream(response) => {
                        let stream = PostStream::new(shared.clone(), id, response, terms.is_legacy);
                        Ok(Exchange::own(id, stream))
                    }
                }
            });
            tokio::select! {
                biased;
                done = exchange => done,
                () = shared.stop.cancelled() => Err(ended_here()),
            }
        })
    }

    pub(super) async fn send(
        &self,
        message: Bytes,
        headers: &RequestHeaders<'_>,
    ) -> Result<(), LinkError> {
        let shared = &self.shared;
        shared.check_open()?;
        let terms = shared.terms(headers)?;
        let work = async {
            let response = shared.client.post(message, &terms.extra).await?;
            shared.check_session(&terms, &response)?;
            if response.status().is_success() {
                response.finish();
                return Ok(());
            }
            Err(Box::pin(refusal(response, &shared.client)).await)
        };
        let done = shared.stop.run_until_cancelled(work).await;
        done.unwrap_or_else(|| Err(ended_here()))
    }

    /// Called after the handshake: later requests name the revision, and a stream for the inbox is
    /// opened.
    pub(super) fn session_started(&self, revision: McpRevision) {
        if revision.era() == McpEra::Modern || self.shared.stop.is_cancelled() {
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
            // Best effort: the server eventually drops the session by itself.
            let _ = timeout(FAREWELL, self.shared.client.delete(headers)).await;
        }
        self.tasks.close();
        self.tasks.wait().await;
    }
}

impl Drop for HttpLink {
    fn drop(&mut self) {
        self.inbox.fail(ended_here());
    }
}

// === impl HttpShared ===

impl HttpShared {
    /// Refuses a request once the link is closed.
    fn check_open(&self) -> Result<(), LinkError> {
        if self.stop.is_cancelled() {
            return Err(ended_here().not_sent());
        }
        Ok(())
    }

    /// The terms of a request with these headers, within the session, if there is one.
    fn terms(&self, headers: &RequestHeaders<'_>) -> Result<PostTerms, LinkError> {
        let mut extra = ExtraHeaders::default();
        let is_legacy = is_legacy(headers);
        let session = if is_legacy {
            self.session.write(&mut extra)
        } else {
            None
        };
        write_headers(headers, &mut extra)?;
        Ok(PostTerms {
            extra,
            is_legacy,
            session,
        })
    }

    /// Takes over the session that a response starts. A session that the server no longer knows is
    /// dropped here too, so that the handshake can be repeated.
    fn check_session(&self, terms: &PostTerms, response: &HttpResponse) -> Result<(), LinkError> {
        if let Some(id) = &terms.session {
            if response.status() == StatusCode::NOT_FOUND {
                self.session.forget(id);
                return Err(LinkError::SessionExpired);
            }
        } else if terms.is_legacy && response.status().is_success() {
            self.session.learn(response.session_id());
        }
        Ok(())
    }

    /// Opens or resumes a stream of the session.
    async fn get(&self, last_event_id: Option<&str>) -> Result<HttpResponse, LinkError> {
        let mut extra = ExtraHeaders::default();
        self.session.write(&mut extra);
        if let Some(id) = last_event_id.and_then(|id| HeaderValue::from_str(id).ok()) {
            extra.put(header::LAST_EVENT_ID, id.as_bytes());
        }
        self.client.get(&extra).await
    }
}

/// Whether a message belongs to a legacy connection, where sessions exist.
fn is_legacy(headers: &RequestHeaders<'_>) -> bool {
    headers
        .protocol_version
        .is_none_or(|revision| revision.era() == McpEra::Legacy)
}

fn ended_here() -> LinkError {
    LinkError::closed("it was ended on this side")
}

/// Writes the standard headers of a request. Argument headers without the required prefix are
/// refused: a tool must not be able to set any other header.
fn write_headers(headers: &RequestHeaders<'_>, extra: &mut ExtraHeaders) -> Result<(), LinkError> {
    if let Some(revision) = headers.protocol_version {
        extra.put(header::PROTOCOL_VERSION, revision.as_str().as_bytes());
    }
    if let Some(method) = headers.method {
        extra.put(header::METHOD, header::encode_value(method).as_bytes());
    }
    if let Some(name) = headers.name {
        extra.put(header::NAME, header::encode_value(name).as_bytes());
    }
    for (name, text) in headers.params {
        let prefix = name.get(..header::PARAM_PREFIX.len());
        let fits = prefix.is_some_and(|it| it.eq_ignore_ascii_case(header::PARAM_PREFIX));
        match HeaderName::from_bytes(name.as_bytes()) {
            Ok(name) if fits => extra.put(name.as_str(), header::encode_value(text).as_bytes()),
            _ => {
                let detail = format!("`{name}` is no name for the header of an argument");
                return Err(LinkError::Invalid { detail });
            }
        }
    }
    for (name, text) in headers.trace {
        // Trace context is optional; invalid values are left out.
        let known = [meta::TRACEPARENT, meta::TRACESTATE]
            .into_iter()
            .find(|it| it == name);
        if let (Some(name), Ok(value)) = (known, HeaderValue::from_str(text)) {
            extra.put(name, value.as_bytes());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use candor_model::McpRevision;

    use super::*;

    #[test]
    fn values_are_encoded_and_names_are_bounded() {
        let text = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let params = [text("Mcp-Param-Region", " eu"), text("mcp-param-N", "1")];
        let trace = [
            text("traceparent", "00-1"),
            text("authorization", "x"),
            text("tracestate", "\n"),
        ];
        let headers = RequestHeaders {
            protocol_version: Some(McpRevision::V2026_07_28),
            method: Some("tools/call"),
            name: Some("größe"),
            params: &params,
            trace: &trace,
        };
        let mut extra = ExtraHeaders::default();
        write_headers(&headers, &mut extra).expect("valid");
        let mut got: Vec<String> = extra
            .iter()
            .map(|(name, value)| format!("{name}: {}", value.to_str().expect("text")))
            .collect();
        got.sort_unstable();
        assert_eq!(
            got,
            [
                "mcp-method: tools/call",
                "mcp-name: =?base64?Z3LDtsOfZQ==?=",
                "mcp-param-n: 1",
                "mcp-param-region: =?base64?IGV1?=",
                "mcp-protocol-version: 2026-07-28",
                "traceparent: 00-1",
            ]
        );
        for bad in [
            "Authorization",
            "Mcp-Param",
            "Mcp-Param-a b",
            "Mcp-Para\u{df}-x",
        ] {
            let params = [text(bad, "x")];
            let headers = RequestHeaders {
                params: &params,
                ..headers
            };
            let error = write_headers(&headers, &mut ExtraHeaders::default()).expect_err("refused");
            assert!(
                error.to_string().contains(bad) && !error.request_was_sent(),
                "{error}"
            );
        }
    }
}
