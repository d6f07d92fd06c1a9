//! The two rows that count changes. What people say about tools and what they decide about calls
//! are counted apart: a decision is no reason to build a catalogue, and does not wait for one.

use std::time::Duration;

use crate::{Store, StoreResult, sql::SqlQuery};

/// Which changes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RevisionCounter {
    /// Those of the workspace: what people say about tools, toolsets, environments.
    Workspace,
    /// Those of the ledger: questions, answers that go on counting, writes through sources.
    Ledger,
}

// === impl RevisionCounter ===

impl RevisionCounter {
    /// The statement that counts up by its value, and returns the new count.
    pub(crate) const fn count_up(self) -> &'static str {
        match self {
            Self::Workspace => "UPDATE workspace SET revision = revision + $1 RETURNING revision",
            Self::Ledger => "UPDATE ledger SET revision = revision + $1 RETURNING revision",
        }
    }

    /// The channel of the announcements, as in the migrations.
    pub(crate) const fn channel(self) -> &'static str {
        match self {
            Self::Workspace => "candor",
            Self::Ledger => "candor_ledger",
        }
    }

    /// How often the count is looked up where it is not announced. For a decision a call is
    /// waiting.
    pub(crate) const fn look(self) -> Duration {
        match self {
            Self::Workspace => Duration::from_millis(150),
            Self::Ledger => Duration::from_millis(100),
        }
    }

    /// Following it, as a verb phrase for errors.
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
