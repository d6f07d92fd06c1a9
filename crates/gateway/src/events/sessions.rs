//! The open sessions, for requests that servers send outside any call.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use candor_model::McpLogLevel;
use candor_sources::InputRequest;
use tokio::sync::mpsc;

use crate::call::incoming::ClientContext;

/// All sessions that have joined.
#[derive(Clone, Default)]
pub(crate) struct OpenSessions(Arc<Mutex<HashMap<u64, OpenSession>>>);

struct OpenSession {
    client: Arc<ClientContext>,
    asks: mpsc::Sender<InputRequest>,
    level: Option<McpLogLevel>,
}

/// A session's membership, which ends when this is dropped.
pub struct SessionGuard {
    members: OpenSessions,
    key: u64,
}

// === impl OpenSessions ===

impl OpenSessions {
    pub(crate) fn join(
        &self,
        client: Arc<ClientContext>,
        asks: mpsc::Sender<InputRequest>,
    ) -> SessionGuard {
        let key = client.key;
        self.lock().insert(
            key,
            OpenSession {
                client,
                asks,
                level: None,
            },
        );
        SessionGuard {
            members: self.clone(),
            key,
        }
    }

    /// Delivers a request to the only session that can answer it. With none or several it is not
    /// clear which is meant, and the request is returned.
    pub(crate) fn deliver(&self, ask: InputRequest) -> Result<(), InputRequest> {
        let able = {
            let members = self.lock();
            let mut able = members
                .values()
                .filter(|member| ask.obstacle(&member.client.capabilities).is_none());
            match (able.next(), able.next()) {
                (Some(member), None) => Some(member.asks.clone()),
                _ => None,
            }
        };
        match able {
            Some(asks) => asks.try_send(ask).map_err(|refused| match refused {
                mpsc::error::TrySendError::Full(ask) | mpsc::error::TrySendError::Closed(ask) => {
                    ask
                }
            }),
            None => Err(ask),
        }
    }

    /// Stores a session's log level and returns the least severe level that any session wants.
    pub(crate) fn set_level(&self, key: u64, level: McpLogLevel) -> McpLogLevel {
        let mut members = self.lock();
        if let Some(member) = members.get_mut(&key) {
            member.level = Some(level);
        }
        members
            .values()
            .filter_map(|member| member.level)
            .fold(level, McpLogLevel::min)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u64, OpenSession>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SessionGuard {
    fn drop(&mut self) {
        self.members.lock().remove(&self.key);
    }
}
