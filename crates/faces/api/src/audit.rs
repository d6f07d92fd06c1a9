//! The audit log of calls and changes, newest first.

pub(crate) mod calls;
pub(crate) mod changes;
