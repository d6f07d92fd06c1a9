//! What the tests of approvals share: clients that keep a call open while somebody thinks, the
//! one who decides, and a gateway before a server that counts its calls.

mod desk;
mod flight;
mod stage;
mod wire;

use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(crate) use desk::Desk;
pub(crate) use flight::{Done, Flight};
pub(crate) use stage::{Stage, TOOLS, pair, script};
pub(crate) use wire::{Asked, Wire};

/// How long a test waits for anything.
pub(crate) const PATIENCE: Duration = Duration::from_secs(40);

/// The revision whose clients come back with an answer.
pub(crate) const MODERN: &str = "2026-07-28";

/// How a client reaches the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// At its endpoint.
    Http,
    /// In a process of its own, on the same data.
    Stdio,
}

/// A transport and a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way(pub(crate) Over, pub(crate) &'static str);

/// Every way in which a client can be asked on the line.
pub(crate) const ON_THE_LINE: [Way; 4] = [
    Way(Over::Http, "2025-06-18"),
    Way(Over::Http, "2025-11-25"),
    Way(Over::Stdio, "2025-06-18"),
    Way(Over::Stdio, "2025-11-25"),
];

/// Every way in which a client comes back with an answer.
pub(crate) const COMING_BACK: [Way; 2] = [Way(Over::Http, MODERN), Way(Over::Stdio, MODERN)];

/// Every way in which a client can be asked.
pub(crate) fn asked_ways() -> impl Iterator<Item = Way> {
    ON_THE_LINE.into_iter().chain(COMING_BACK)
}

// === impl Way ===

impl Way {
    pub(crate) fn is_modern(self) -> bool {
        self.1 == MODERN
    }

    /// Arguments that no other way has.
    pub(crate) fn arguments(self) -> Value {
        json!({"path": format!("{:?} {}", self.0, self.1)})
    }
}

/// What a client that shows forms says it can do.
pub(crate) fn forms() -> Value {
    json!({"elicitation": {}})
}

/// A yes, as a client sends it.
pub(crate) fn yes() -> Value {
    decision("allow once")
}

/// Any decision, as a client sends it.
pub(crate) fn decision(word: &str) -> Value {
    json!({"action": "accept", "content": {"decision": word}})
}

/// A no with a reason, as a client sends it.
pub(crate) fn no(reason: &str) -> Value {
    json!({"action": "accept", "content": {"decision": "deny", "reason": reason}})
}

/// Looks again and again until there is something to see.
pub(crate) async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(seen) = look().await {
            return seen;
        }
        assert!(Instant::now() < end, "never seen: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
