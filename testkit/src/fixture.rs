//! A well-behaved MCP server with everything that the official conformance suite requires.
//!
//! It is correct at every revision and over every transport: features unknown to a revision are not
//! sent to its clients.

mod asking;
mod catalogue;
mod changes;
mod completion;
mod content;
mod multi_round;
mod prompts;
mod resources;
mod seal;
mod tools;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use crate::era::{ProtocolRevision, ServerEra};
use crate::rpc::RpcError;
use crate::server::call::ServiceCall;
use crate::server::handle::ServerHandle;
use crate::server::{
    ScriptedServer, ServerAbout, ServerDeath, ServerService, ServerTransport, ServiceReply, stdio,
};
use changes::FixtureChanges;
use seal::StateSeal;

/// The server's state: what can change, and the key of what it hands out.
pub(crate) struct FixtureService {
    changes: FixtureChanges,
    seal: StateSeal,
}

/// Starts the fixture with Streamable HTTP, inside this process, on a free loopback port.
///
/// # Panics
///
/// When there is no free port on loopback.
pub fn serve_http(era: ServerEra) -> ServerHandle {
    serve_http_at(era, 0).expect("there is a free port on loopback")
}

/// Starts the fixture with Streamable HTTP on a given loopback port; 0 takes a free one.
pub fn serve_http_at(era: ServerEra, port: u16) -> io::Result<ServerHandle> {
    ServerHandle::start(
        server(era, ServerTransport::Http, ServerDeath::Server),
        port,
    )
}

/// Starts the fixture with the HTTP+SSE transport of 2024-11-05 on a loopback port; 0 takes a free
/// one. The handle's address is that of the stream.
pub fn serve_sse_at(port: u16) -> io::Result<ServerHandle> {
    ServerHandle::start(
        server(ServerEra::Legacy, ServerTransport::Sse, ServerDeath::Server),
        port,
    )
}

/// The program and the arguments that serve the fixture over stdio.
pub fn stdio_command(era: ServerEra) -> (PathBuf, Vec<String>) {
    let args = ["stdio", "--era", era.as_str()];
    (crate::fixture_bin(), args.map(str::to_owned).to_vec())
}

/// Serves on this process's standard input and output until the input ends.
pub async fn serve_stdio(era: ServerEra) -> io::Result<()> {
    stdio::serve(server(era, ServerTransport::Stdio, ServerDeath::Process)).await
}

fn server(era: ServerEra, transport: ServerTransport, death: ServerDeath) -> Arc<ScriptedServer> {
    let fixture = FixtureService {
        changes: FixtureChanges::default(),
        seal: StateSeal::new(),
    };
    ScriptedServer::new(Arc::new(fixture), era, transport, death)
}

// === impl FixtureService ===

impl ServerService for FixtureService {
    fn about(&self) -> ServerAbout {
        ServerAbout {
            name: "candor-fixture".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            instructions: Some("A server for tests: nothing it does has any effect.".to_owned()),
        }
    }

    fn capabilities(&self, revision: ProtocolRevision) -> Value {
        let mut capabilities = json!({
            "tools": {"listChanged": true},
            "resources": {"listChanged": true, "subscribe": true},
            "prompts": {"listChanged": true},
            "logging": {},
        });
        if revision >= ProtocolRevision::V2025_03_26 {
            capabilities["completions"] = json!({});
        }
        capabilities
    }

    fn input_schema(&self, tool: &str) -> Option<Value> {
        let tools = catalogue::tools(ProtocolRevision::MODERN, &self.changes);
        let found = tools.into_iter().find(|entry| entry["name"] == tool)?;
        found.get("inputSchema").cloned()
    }

    fn call<'a>(&'a self, call: &'a ServiceCall) -> BoxFuture<'a, ServiceReply> {
        Box::pin(async move {
            match self.answer(call).await {
                Ok(result) => ServiceReply::Result(result),
                Err(reply) => reply,
            }
        })
    }
}

impl FixtureService {
    async fn answer(&self, call: &ServiceCall) -> Result<Value, ServiceReply> {
        let revision = call.client.revision;
        match call.method() {
            "tools/list" => one_page(call, "tools", catalogue::tools(revision, &self.changes)),
            "tools/call" => tools::call(self, call).await,
            "resources/list" => {
                one_page(call, "resources", resources::list(revision, &self.changes))
            }
            "resources/templates/list" => {
                one_page(call, "resourceTemplates", resources::templates(revision))
            }
            "resources/read" => Ok(resources::read(self, call)?),
            "prompts/list" => one_page(call, "prompts", prompts::list(revision, &self.changes)),
            "prompts/get" => prompts::get(self, call).await,
            "completion/complete" => Ok(completion::complete(call)?),
            other => Err(RpcError::method_not_found(other).into()),
        }
    }
}

/// A list that fits on one page, so that no cursor is ever right.
fn one_page(
    call: &ServiceCall,
    key: &str,
    entries: impl Into<Value>,
) -> Result<Value, ServiceReply> {
    if let Some(cursor) = call.params().value().get("cursor") {
        return Err(
            RpcError::invalid_params(format!("there is no page at cursor {cursor}")).into(),
        );
    }
    Ok(json!({key: entries.into()}))
}

/// Removes from a definition what a revision does not know.
fn fit(mut entry: Value, revision: ProtocolRevision) -> Value {
    let Some(fields) = entry.as_object_mut() else {
        return entry;
    };
    if revision < ProtocolRevision::V2025_03_26 {
        fields.shift_remove("annotations");
    }
    if revision < ProtocolRevision::V2025_06_18 {
        for newer in ["title", "outputSchema", "_meta"] {
            fields.shift_remove(newer);
        }
    }
    if revision < ProtocolRevision::V2025_11_25 {
        fields.shift_remove("icons");
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_revisions_see_only_what_they_know() {
        let changes = FixtureChanges::default();
        let keys = |revision, name: &str| -> Vec<String> {
            let tools = catalogue::tools(revision, &changes);
            let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
            tool.as_object().unwrap().keys().cloned().collect()
        };
        let name = "test_structured_content";
        assert_eq!(
            keys(ProtocolRevision::V2024_11_05, name),
            ["name", "description", "inputSchema"]
        );
        let with_hints = ["name", "description", "inputSchema", "annotations"];
        assert_eq!(keys(ProtocolRevision::V2025_03_26, name), with_hints);
        assert!(keys(ProtocolRevision::V2025_06_18, name).contains(&"outputSchema".to_owned()));
    }

    #[test]
    fn every_tool_has_a_unique_name_a_description_and_a_schema() {
        let tools = catalogue::tools(ProtocolRevision::MODERN, &FixtureChanges::default());
        let mut names: Vec<_> = tools
            .iter()
            .map(|tool| tool["name"].as_str().unwrap())
            .collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
        for tool in &tools {
            assert!(!tool["description"].as_str().unwrap().is_empty());
            assert_eq!(tool["inputSchema"]["type"], "object");
        }
    }
}
