//! In whose name a change is made.

use candor_model::{Author, Door};

/// Whoever reaches this machine, with their reason. There are no accounts yet.
pub(crate) fn author(why: Option<String>) -> Author {
    Author {
        name: "local".to_owned(),
        door: Door::Api,
        why: why.filter(|why| !why.trim().is_empty()),
    }
}
