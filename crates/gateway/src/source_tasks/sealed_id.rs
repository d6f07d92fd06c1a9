//! The sealed id under which a client knows the task of a source.

use candor_model::McpEra;
use candor_store::Keyring;
use candor_wire::{RawJson, RawObject};
use serde::{Deserialize, Serialize};

/// The purpose of the seal.
const PURPOSE: &str = "source task";
/// The prefix of such ids. Ids of our own tasks do not have it.
const PREFIX: &str = "s.";

/// The contents of a sealed task id.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SealedTaskId {
    /// The source that runs the task.
    pub(crate) source: String,
    /// The source's own id.
    pub(crate) task: String,
    /// The caller that may ask about it.
    pub(crate) principal: String,
}

// === impl SealedTaskId ===

impl SealedTaskId {
    /// Opens an id that a client presents; `None` if it is not a sealed one.
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

    /// The answer of a source whose call became a task, with the id replaced by a sealed one, and
    /// that id. `None` if the answer names no task, or is ambiguous.
    pub(crate) fn put_into(
        answer: &RawJson,
        era: McpEra,
        source: &str,
        principal: &str,
        keyring: &Keyring,
    ) -> Option<(RawJson, String)> {
        let mut members = RawObject::parse(answer).ok()?;
        let mut task = match era {
            McpEra::Modern => members.clone(),
            McpEra::Legacy => RawObject::parse(members.get("task")?).ok()?,
        };
        let id = Self {
            source: source.to_owned(),
            task: task.get_string("taskId")?,
            principal: principal.to_owned(),
        };
        let presented = id.seal(keyring)?;
        task.set("taskId", RawJson::string(&presented));
        let answer = match era {
            McpEra::Modern => task.to_json(),
            McpEra::Legacy => {
                members.set("task", task.to_json());
                members.to_json()
            }
        };
        Some((answer, presented))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> RawJson {
        RawJson::parse(text.to_owned()).expect("JSON")
    }

    #[test]
    fn the_id_holds_what_is_needed_and_nothing_else_changes() {
        let keyring = Keyring::parse(&"7".repeat(64)).expect("a key");
        for (era, answer) in [
            (
                McpEra::Modern,
                r#"{"a":1e400,"taskId":"t","status":"working"}"#,
            ),
            (
                McpEra::Legacy,
                r#"{"_meta":{"x":1},"task":{"a":1e400,"taskId":"t"}}"#,
            ),
        ] {
            let put = SealedTaskId::put_into(&json(answer), era, "shop", "ada", &keyring);
            let (put, presented) = put.expect("a task");
            let before = put.to_string().replace(&presented, "t");
            assert_eq!(before, answer);
            let opened = SealedTaskId::open(&keyring, &presented).expect("ours");
            assert_eq!(
                (&*opened.source, &*opened.task, &*opened.principal),
                ("shop", "t", "ada")
            );
        }
        for (era, answer) in [
            (McpEra::Modern, r#"{"status":"working"}"#),
            (McpEra::Modern, r#"{"taskId":7}"#),
            (McpEra::Modern, r#"{"taskId":"a","taskId":"b"}"#),
            (McpEra::Legacy, r#"{"taskId":"a"}"#),
            (McpEra::Legacy, r#"{"task":{}}"#),
            (McpEra::Legacy, "[]"),
        ] {
            let put = SealedTaskId::put_into(&json(answer), era, "shop", "ada", &keyring);
            assert!(put.is_none(), "{answer}");
        }
        assert!(SealedTaskId::open(&keyring, "s.nonsense").is_none());
        assert!(SealedTaskId::open(&keyring, "t").is_none());
    }
}
