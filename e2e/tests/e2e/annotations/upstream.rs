//! Servers whose tools change, over both transports.

use candor_e2e::{Era, config};
use candor_testkit::Handle;
use candor_testkit::script::{self, Script, ScriptFile};

/// How a server is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// A child that speaks revisions up to 2025-11-25.
    Stdio,
    /// A server that speaks 2026-07-28.
    Http,
}

/// A server that can be replaced by one that offers something else.
pub(super) enum Upstream {
    Child(ScriptFile),
    Web { handle: Option<Handle>, port: u16 },
}

/// The tool that makes a server's tools the next stage's; every stage has it.
pub(super) const TURN: &str = r#"{"name":"turn","description":"Goes one stage further.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false}}"#;

/// The tool that ends the server; it has no other way to be heard.
pub(super) const DIE: &str = r#"{"name":"die","description":"Ends the server.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false}}"#;

/// A script whose tools are these, and then those.
pub(super) fn changing(stages: &[&str]) -> Script {
    let arrays: Vec<String> = stages.iter().map(|tools| array(tools)).collect();
    Script::new()
        .tools(arrays[0].clone())
        .stages(&arrays[1..])
        .call("turn", r#"{"list_changed":true}"#)
        .call("die", r#"{"exit":0}"#)
        .call("*", "{}")
}

fn array(tools: &str) -> String {
    format!("[{TURN},{DIE},{tools}]")
}

// === impl Over ===

impl Over {
    fn era(self) -> Era {
        match self {
            Self::Stdio => Era::Legacy,
            Self::Http => Era::Modern,
        }
    }
}

// === impl Upstream ===

impl Upstream {
    pub(super) fn start(over: Over, script: &Script) -> Self {
        match over {
            Over::Stdio => Self::Child(script.write().expect("a script")),
            Over::Http => {
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
            Self::Child(file) => config::script("s", file, Over::Stdio.era(), more),
            Self::Web { port, .. } => {
                config::url("s", &format!("http://127.0.0.1:{port}/mcp"), more)
            }
        }
    }

    /// From the next connection on, the server plays another script. A child must be ended by
    /// somebody; a server on the network is.
    pub(super) fn replace(&mut self, script: &Script) {
        match self {
            Self::Child(file) => file.rewrite(script).expect("a script"),
            Self::Web { handle, port } => {
                drop(handle.take());
                *handle = Some(script::serve_http_at(script, Over::Http.era(), *port));
            }
        }
    }
}
