//! The open sessions of the legacy era.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

use http::header::{HeaderName, HeaderValue};

/// The header that names a session.
pub(crate) const SESSION_HEADER: HeaderName = HeaderName::from_static("mcp-session-id");

/// Sessions by id. The ids are guessable: this server guards nothing.
#[derive(Debug, Default)]
pub(crate) struct UpstreamSessions {
    next: AtomicU64,
    open: RwLock<HashSet<HeaderValue>>,
}

impl UpstreamSessions {
    /// Opens a session and returns its id.
    pub(crate) fn open(&self) -> HeaderValue {
        let id = HeaderValue::from(self.next.fetch_add(1, Ordering::Relaxed));
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.insert(id.clone());
        id
    }

    /// Whether the session is open.
    pub(crate) fn contains(&self, id: &HeaderValue) -> bool {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        open.contains(id)
    }

    /// Ends a session; false when there was none.
    pub(crate) fn close(&self, id: &HeaderValue) -> bool {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.remove(id)
    }
}
