//! Whom the clients talk to.

use std::fmt;

use serde::Serialize;

use crate::peers::BenchPeer;

/// Whom the clients talk to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RunTarget {
    /// The upstream itself.
    Direct,
    /// A byte relay in front of it.
    Relay,
    /// The same relay, which receives each answer to its end before it sends it on.
    WholeRelay,
    /// A relay on the official SDK in front of it.
    RmcpRelay,
    /// Candor in front of it, which hands everything through.
    Transparent,
    /// Candor with a toolset, notes, a policy rule with a condition, and SQLite.
    Everything,
    /// The same with PostgreSQL.
    EverythingPostgres,
    /// One such gateway, on a PostgreSQL database.
    OneReplica,
    /// Two of them on one PostgreSQL database, each with half of the clients.
    TwoReplicas,
    /// A gateway of others.
    Peer(BenchPeer),
}

// === impl RunTarget ===

impl RunTarget {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Relay => "byte relay",
            Self::WholeRelay => "relay of whole answers",
            Self::RmcpRelay => "rmcp relay",
            Self::Transparent => "Candor, transparent",
            Self::Everything => "Candor, everything on",
            Self::EverythingPostgres => "Candor, everything on, PostgreSQL",
            Self::OneReplica => "one replica on PostgreSQL",
            Self::TwoReplicas => "two replicas on PostgreSQL",
            Self::Peer(peer) => peer.name(),
        }
    }

    /// Whether Candor takes part.
    pub(crate) fn is_candor(self) -> bool {
        let others = [Self::Direct, Self::Relay, Self::WholeRelay, Self::RmcpRelay];
        !others.contains(&self) && !self.is_peer()
    }

    /// Whether it is a gateway of others.
    pub(crate) fn is_peer(self) -> bool {
        matches!(self, Self::Peer(_))
    }

    /// Whether a database server takes part.
    pub(crate) fn needs_postgres(self) -> bool {
        use RunTarget::{EverythingPostgres, OneReplica, TwoReplicas};
        matches!(self, EverythingPostgres | OneReplica | TwoReplicas)
    }
}

impl fmt::Display for RunTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
