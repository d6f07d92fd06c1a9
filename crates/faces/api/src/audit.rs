//! What was called and what was changed, newest first.

pub(crate) mod calls;
pub(crate) mod changes;
