//! The session of a legacy connection.

use std::sync::{Mutex, MutexGuard, PoisonError};

use candor_model::McpRevision;
use http::HeaderValue;
use tokio_util::sync::CancellationToken;

use super::headers::ExtraHeaders;
use crate::header;

/// The state of the session; empty before the handshake and with servers that have no sessions.
#[derive(Default)]
pub(super) struct HttpSession(Mutex<HttpSessionState>);

#[derive(Default)]
struct HttpSessionState {
    id: Option<HeaderValue>,
    revision: Option<McpRevision>,
    /// Ends the stream that belongs to the session.
    over: CancellationToken,
}

// === impl HttpSession ===

impl HttpSession {
    /// Stores the session id from the answer to `initialize`.
    pub(super) fn learn(&self, id: Option<&HeaderValue>) {
        let mut state = self.lock();
        if let Some(id) = id
            && state.id.is_none()
            && state.revision.is_none()
        {
            let mut id = id.clone();
            // The session id is a credential.
            id.set_sensitive(true);
            state.id = Some(id);
        }
    }

    /// Stores the revision. The returned token is cancelled with the session, or with the whole
    /// link.
    pub(super) fn start(
        &self,
        revision: McpRevision,
        link: &CancellationToken,
    ) -> CancellationToken {
        let mut state = self.lock();
        state.over.cancel();
        state.over = link.child_token();
        state.revision = Some(revision);
        state.over.clone()
    }

    /// Writes the headers of the session and returns its id.
    pub(super) fn write(&self, headers: &mut ExtraHeaders) -> Option<HeaderValue> {
        let state = self.lock();
        if let Some(revision) = state.revision {
            headers.put(header::PROTOCOL_VERSION, revision.as_str().as_bytes());
        }
        let id = state.id.clone()?;
        headers.put(header::SESSION_ID, id.as_bytes());
        Some(id)
    }

    /// Removes the session with this id. A newer one stays.
    pub(super) fn forget(&self, id: &HeaderValue) {
        let mut state = self.lock();
        if state.id.as_ref() == Some(id) {
            state.over.cancel();
            *state = HttpSessionState::default();
        }
    }

    /// Ends the session, and returns the headers of the request that ends it at the server, if it
    /// has one.
    pub(super) fn end(&self) -> Option<ExtraHeaders> {
        let mut headers = ExtraHeaders::default();
        let id = self.write(&mut headers)?;
        self.forget(&id);
        Some(headers)
    }

    fn lock(&self) -> MutexGuard<'_, HttpSessionState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
