//! A client whose calls wait for a person, and who decides about them.

use std::time::Duration;

use anyhow::{Result, ensure};
use http::{Method, Uri};
use serde_json::{Value, json};

use crate::fixture::ECHO;
use crate::gateway::SOURCE;
use crate::single_connection::SingleConnection;

/// What clients call themselves whose calls wait with an open connection.
pub(super) const HOLDING: &str = "bench-holding";

/// One connection to a gateway.
#[derive(Debug)]
pub(crate) struct ApprovalCaller(SingleConnection);

// === impl ApprovalCaller ===

impl ApprovalCaller {
    /// A client that can be asked, and comes back with an answer.
    pub(crate) async fn open(gateway: &Uri) -> Result<Self> {
        let able = json!({"elicitation": {"form": {}}});
        let connection = SingleConnection::open(gateway, "/mcp").await?;
        Ok(Self(connection.named("bench", able)))
    }

    /// A client that cannot be asked, so that its calls keep its connection open.
    pub(super) async fn holding(gateway: &Uri) -> Result<Self> {
        let connection = SingleConnection::open(gateway, "/mcp").await?;
        Ok(Self(connection.named(HOLDING, json!({}))))
    }

    /// Makes a call about which a person is asked first; how long that took.
    pub(crate) async fn ask(&mut self, message: &str) -> Result<Duration> {
        let (took, result) = self.call(message).await?;
        ensure!(
            result["resultType"] == "input_required",
            "nobody is asked: {result}"
        );
        Ok(took)
    }

    /// Makes such a call and waits until it is answered; gives the text that came.
    pub(super) async fn wait(&mut self, message: &str) -> Result<String> {
        let (_, result) = self.call(message).await?;
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        Ok(text.to_owned())
    }

    /// What `/api/v1` says at a path, and how long that took.
    pub(crate) async fn read(&mut self, path: &str) -> Result<(Duration, Value)> {
        self.0.read(path).await
    }

    /// Decides about a call that waits; how long that took.
    pub(super) async fn decide(&mut self, id: &str, decision: &str) -> Result<Duration> {
        let path = format!("/approvals/{id}/decision");
        let body = json!({"decision": decision});
        let (took, decided) = self.0.send(Method::POST, &path, &body).await?;
        ensure!(decided["id"] == id, "not what was decided: {decided}");
        Ok(took)
    }

    async fn call(&mut self, message: &str) -> Result<(Duration, Value)> {
        let arguments = json!({"message": message});
        self.0
            .call_result(&format!("{SOURCE}_{ECHO}"), arguments)
            .await
    }
}
