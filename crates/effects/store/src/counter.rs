//! The two revision counters. Changes to the workspace and to the ledger are counted separately: an
//! approval does not require rebuilding the catalogue, and must not wait for it.

use std::time::Duration;

use crate::{Store, StoreResult, sql::SqlQuery};

/// A revision counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RevisionCounter {
    /// The workspace: opinions, toolsets, environments and the like.
    Workspace,
    /// The ledger: approval requests, standing approvals, writes through sources.
    Ledger,
}

// === impl RevisionCounter ===

impl RevisionCounter {
    /// The statement that adds its value to the counter and returns the result.
    pub(crate) const fn count_up(self) -> &'static str {
        match self {
            Self::Workspace => "UPDATE workspace SET revision = revision + $1 RETURNING revision",
            Self::Ledger => "UPDATE ledger SET revision = revision + $1 RETURNING revision",
        }
    }

    /// The channel for `NOTIFY`, as in the migrations.
    pub(crate) const fn channel(self) -> &'static str {
        match self {
            Self::Workspace => "candor",
            Self::Ledger => "candor_ledger",
        }
    }

    /// The polling interval for engines without notifications. Shorter for the ledger, because a
    /// call is waiting for the decision.
    pub(crate) const fn look(self) -> Duration {
        match self {
            Self::Workspace => Duration::from_millis(150),
            Self::Ledger => Duration::from_millis(100),
        }
    }

    /// A verb phrase for errors while following it.
    pub(crate) const fn follow(self) -> &'static str {
        match self {
            Self::Workspace => "follow the changes",
            Self::Ledger => "follow the ledger",
        }
    }

    pub(crate) async fn read(self, store: &Store) -> StoreResult<u64> {
        let (task, query) = match self {
            Self::Workspace => ("read the revision", "SELECT revision FROM workspace"),
            Self::Ledger => ("read the ledger's revision", "SELECT revision FROM ledger"),
        };
        store.count_of(task, SqlQuery::new(query)).await
    }
}
