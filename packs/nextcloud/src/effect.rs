//! What a tool does to the account, from which its hints follow.

/// What the requests of a tool do, in the worst case.
///
/// The protocol calls a change that only adds not destructive. Whatever replaces a value or takes
/// something away is therefore destructive, also where it can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToolEffect {
    /// Only safe methods are sent.
    Read,
    /// Every call adds another thing.
    Add,
    /// Something is added, and the second call finds it there.
    AddOnce,
    /// Something is replaced by values that the caller gives; the second call gives the same.
    Replace,
    /// Something is replaced, and the second call is refused or replaces it once more.
    ReplaceOnce,
    /// Something is taken away; the second call finds nothing left to take.
    Remove,
}

// === impl ToolEffect ===

impl ToolEffect {
    pub(crate) const fn is_read_only(self) -> bool {
        matches!(self, Self::Read)
    }

    pub(crate) const fn is_destructive(self) -> bool {
        matches!(self, Self::Replace | Self::ReplaceOnce | Self::Remove)
    }

    pub(crate) const fn is_idempotent(self) -> bool {
        !matches!(self, Self::Add | Self::ReplaceOnce)
    }
}
