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

// === impl SingleConnection ===

impl SingleConnection {
    /// A client that can be asked, and comes back with an answer.
    pub(crate) async fn asking(gateway: &Uri) -> Result<Self> {
        let able = json!({"elicitation": {"form": {}}});
        Ok(Self::open(gateway, "/mcp").await?.named("bench", able))
    }

    /// A client that cannot be asked, so that its calls keep its connection open.
    pub(super) async fn holding(gateway: &Uri) -> Result<Self> {
        Ok(Self::open(gateway, "/mcp").await?.named(HOLDING, json!({})))
    }

    /// Makes a call about which a person is asked first; how long that took.
    pub(crate) async fn ask_person(&mut self, message: &str) -> Result<Duration> {
        let (took, result) = self.echo(message).await?;
        ensure!(
            result["resultType"] == "input_required",
            "nobody is asked: {result}"
        );
        Ok(took)
    }

    /// Makes such a call and waits until it is answered; gives the text that came.
    pub(super) async fn wait(&mut self, message: &str) -> Result<String> {
        let (_, result) = self.echo(message).await?;
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        Ok(text.to_owned())
    }

    /// Decides about a call that waits; how long that took.
    pub(super) async fn decide(&mut self, id: &str, decision: &str) -> Result<Duration> {
        let path = format!("/approvals/{id}/decision");
        let body = json!({"decision": decision});
        let (took, decided) = self.send(Method::POST, &path, &body).await?;
        ensure!(decided["id"] == id, "not what was decided: {decided}");
        Ok(took)
    }

    async fn echo(&mut self, message: &str) -> Result<(Duration, Value)> {
        let arguments = json!({"message": message});
        self.call_result(&format!("{SOURCE}_{ECHO}"), arguments)
            .await
    }
}
