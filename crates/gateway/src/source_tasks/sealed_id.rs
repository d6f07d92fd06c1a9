//! The id under which a client knows the task of a source.

use candor_store::Keyring;
use candor_wire::{RawJson, RawObject};
use serde::{Deserialize, Serialize};

/// What the seal is for.
const PURPOSE: &str = "source task";
/// What such an id begins with. Ids of our own tasks begin otherwise.
const PREFIX: &str = "s.";

/// What the id of a task holds.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SealedTaskId {
    /// The source that works on it.
    pub(crate) source: String,
    /// What the source calls it.
    pub(crate) task: String,
    /// Who may ask about it.
    pub(crate) principal: String,
}

// === impl SealedTaskId ===

impl SealedTaskId {
    /// Opens an id that a client presents; none if it is not one of these.
    pub(crate) fn open(keyring: &Keyring, presented: &str) -> Option<Self> {
        let sealed = presented.strip_prefix(PREFIX)?;
        let plain = keyring.open_text(PURPOSE, sealed).ok()?;
        serde_json::from_slice(&plain).ok()
    }

    /// The text that the client gets.
    fn seal(&self, keyring: &Keyring) -> Option<String> {
        let plain = serde_json::to_vec(self).ok()?;
        let sealed = keyring.seal_text(PURPOSE, &plain).ok()?;
        Some(format!("{PREFIX}{sealed}"))
    }

    /// The answer of a source whose call became a task, with the id that the client gets. None if
    /// the answer has no id, or can be read in two ways.
    pub(crate) fn put_into(
        answer: &RawJson,
        source: &str,
        principal: &str,
        keyring: &Keyring,
    ) -> Option<RawJson> {
        let mut members = RawObject::parse(answer).ok()?;
        let id = Self {
            source: source.to_owned(),
            task: members.get_string("taskId")?,
            principal: principal.to_owned(),
        };
        members.set("taskId", RawJson::string(&id.seal(keyring)?));
        Some(members.to_json())
    }
}
