//! Sets of a source's lists.

use std::sync::atomic::{AtomicU8, Ordering};

use candor_wire::method;

/// A set of lists. Resource templates belong to the resources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ListKinds(u8);

/// A set that several tasks add to and one takes.
#[derive(Debug, Default)]
pub(crate) struct SharedListKinds(AtomicU8);

// === impl ListKinds ===

impl ListKinds {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const TOOLS: Self = Self(1);
    pub(crate) const RESOURCES: Self = Self(2);
    pub(crate) const PROMPTS: Self = Self(4);
    pub(crate) const ALL: Self = Self(7);

    /// The list that a `list_changed` notification is about.
    pub(crate) fn changed_by(notification: &str) -> Option<Self> {
        match notification {
            method::TOOLS_CHANGED => Some(Self::TOOLS),
            method::RESOURCES_CHANGED => Some(Self::RESOURCES),
            method::PROMPTS_CHANGED => Some(Self::PROMPTS),
            _ => None,
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

// === impl SharedListKinds ===

impl SharedListKinds {
    pub(crate) fn add(&self, kinds: ListKinds) {
        self.0.fetch_or(kinds.0, Ordering::AcqRel);
    }

    pub(crate) fn take(&self) -> ListKinds {
        ListKinds(self.0.swap(0, Ordering::AcqRel))
    }
}
