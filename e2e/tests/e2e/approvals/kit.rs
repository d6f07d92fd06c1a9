//! What the tests of approvals share: clients that keep a call open while it is pending, the
//! one who decides, and a gateway before a server that counts its calls.

mod client;
mod gateway;
mod pending;

use serde_json::{Value, json};

pub(crate) use candor_testkit::{PATIENCE, until};
pub(crate) use client::{AskedCall, ConcurrentClient};
pub(crate) use gateway::{ApprovalGateway, TOOLS, pair, script};
pub(crate) use pending::{AnsweredRequest, PendingRequest};

/// The revision whose clients come back with an answer.
pub(crate) const MODERN: &str = "2026-07-28";

/// How a client reaches the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClientTransport {
    /// At its endpoint.
    Http,
    /// In a process of its own, on the same data.
    Stdio,
}

/// A transport and a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientKind(pub(crate) ClientTransport, pub(crate) &'static str);

/// Every way in which a client can be asked on the line.
pub(crate) const ON_THE_LINE: [ClientKind; 4] = [
    ClientKind(ClientTransport::Http, "2025-06-18"),
    ClientKind(ClientTransport::Http, "2025-11-25"),
    ClientKind(ClientTransport::Stdio, "2025-06-18"),
    ClientKind(ClientTransport::Stdio, "2025-11-25"),
];

/// Every way in which a client comes back with an answer.
pub(crate) const COMING_BACK: [ClientKind; 2] = [
    ClientKind(ClientTransport::Http, MODERN),
    ClientKind(ClientTransport::Stdio, MODERN),
];

/// Every way in which a client can be asked.
pub(crate) fn asked_ways() -> impl Iterator<Item = ClientKind> {
    ON_THE_LINE.into_iter().chain(COMING_BACK)
}

// === impl ClientKind ===

impl ClientKind {
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
