//! Servers whose tools change, over both transports.

use candor_testkit::script::{self, ScriptFile, ServerScript};
use candor_testkit::{ServerEra, ServerHandle, config};

/// How a server is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UpstreamTransport {
    /// A child that speaks revisions up to 2025-11-25.
    Stdio,
    /// A server that speaks 2026-07-28.
    Http,
}

/// A server that can be replaced by one that offers something else.
pub(super) enum ReplaceableUpstream {
    Child(ScriptFile),
    Web {
        handle: Option<ServerHandle>,
        port: u16,
    },
}

/// The tool that makes a server's tools the next stage's; every stage has it.
pub(super) const TURN: &str = r#"{"name":"turn","description":"Goes one stage further.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false}}"#;

/// The tool that ends the server; it has no other way to be heard.
pub(super) const DIE: &str = r#"{"name":"die","description":"Ends the server.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false}}"#;

/// A script whose tools are these, and then those.
pub(super) fn changing(stages: &[&str]) -> ServerScript {
    let arrays: Vec<String> = stages.iter().map(|tools| array(tools)).collect();
    ServerScript::new()
        .tools(arrays[0].clone())
        .stages(&arrays[1..])
        .call("turn", r#"{"list_changed":true}"#)
        .call("die", r#"{"exit":0}"#)
        .call("*", "{}")
}

fn array(tools: &str) -> String {
    format!("[{TURN},{DIE},{tools}]")
}

// === impl UpstreamTransport ===

impl UpstreamTransport {
    fn era(self) -> ServerEra {
        match self {
            Self::Stdio => ServerEra::Legacy,
            Self::Http => ServerEra::Modern,
        }
    }
}

// === impl ReplaceableUpstream ===

impl ReplaceableUpstream {
    pub(super) fn start(over: UpstreamTransport, script: &ServerScript) -> Self {
        match over {
            UpstreamTransport::Stdio => Self::Child(script.file()),
            UpstreamTransport::Http => {
                let handle = script::serve_http(script, over.era());
                let port = handle.port();
                Self::Web {
                    handle: Some(handle),
                    port,
                }
            }
        }
    }

    /// The source `s` of a configuration.
    pub(super) fn config(&self, more: &str) -> String {
        match self {
            Self::Child(file) => config::script("s", file, UpstreamTransport::Stdio.era(), more),
            Self::Web { port, .. } => {
                config::url("s", &format!("http://127.0.0.1:{port}/mcp"), more)
            }
        }
    }

    /// From the next connection on, the server plays another script. A child must be ended by
    /// somebody; a server on the network is.
    pub(super) fn replace(&mut self, script: &ServerScript) {
        match self {
            Self::Child(file) => file.rewrite(script).expect("a script"),
            Self::Web { handle, port } => {
                let held = handle.take().map(ServerHandle::stop);
                *handle = Some(script::serve_http_at(
                    script,
                    UpstreamTransport::Http.era(),
                    *port,
                ));
                // Nobody else could take the port in between.
                drop(held);
            }
        }
    }
}
