//! The sessions that are open, for servers that speak outside any call.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use candor_model::Level;
use candor_sources::Ask;
use tokio::sync::mpsc;

use crate::arrival::Client;

/// Everybody who has joined.
#[derive(Clone, Default)]
pub(crate) struct Members(Arc<Mutex<HashMap<u64, Member>>>);

struct Member {
    client: Client,
    asks: mpsc::Sender<Ask>,
    level: Option<Level>,
}

/// A session's place among the members; it leaves when this is dropped.
pub struct Membership {
    members: Members,
    key: u64,
}

// === impl Members ===

impl Members {
    pub(crate) fn join(&self, client: Client, asks: mpsc::Sender<Ask>) -> Membership {
        let key = client.key;
        self.lock().insert(
            key,
            Member {
                client,
                asks,
                level: None,
            },
        );
        Membership {
            members: self.clone(),
            key,
        }
    }

    /// Hands an ask to the only member that can answer it. With none or several nobody can tell
    /// who is meant, and the ask comes back.
    pub(crate) fn hand(&self, ask: Ask) -> Result<(), Ask> {
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

    /// Notes the level that a member wants and gives the least grave one that anybody wants.
    pub(crate) fn set_level(&self, key: u64, level: Level) -> Level {
        let mut members = self.lock();
        if let Some(member) = members.get_mut(&key) {
            member.level = Some(level);
        }
        members
            .values()
            .filter_map(|member| member.level)
            .fold(level, Level::min)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Member>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.members.lock().remove(&self.key);
    }
}
