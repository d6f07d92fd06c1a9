//! A server as defined by a client, independent of its file format.

use std::path::Path;

/// A server that can be moved.
///
/// Texts are in Candor's notation: `${NAME}` is a variable, `$$` a dollar sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerEntry {
    /// The transport it uses.
    pub transport: ServerTransport,
    /// Whether the client uses it.
    pub enabled: bool,
    /// Settings that Candor has nothing for, by their keys.
    pub dropped: Vec<String>,
}

/// The transport of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerTransport {
    /// A program that is started.
    Program {
        /// The path or name of the program.
        command: String,
        /// The arguments that it is started with.
        args: Vec<String>,
        /// Variables that it is started with.
        env: Vec<(String, String)>,
        /// The folder that it is started in.
        cwd: Option<String>,
    },
    /// A server on the network.
    Remote {
        /// The URL of the server.
        url: String,
        /// Headers that are sent along.
        headers: Vec<(String, String)>,
        /// Whether the client names the older transport with server-sent events.
        sse: bool,
    },
}

// === impl ServerEntry ===

impl ServerEntry {
    /// `stdio`, `http` or `sse`.
    pub fn transport_name(&self) -> &'static str {
        match &self.transport {
            ServerTransport::Program { .. } => "stdio",
            ServerTransport::Remote { sse: true, .. } => "sse",
            ServerTransport::Remote { .. } => "http",
        }
    }

    /// The identity of the server: its command with arguments, or its URL.
    pub fn identity(&self) -> Vec<&str> {
        match &self.transport {
            ServerTransport::Program { command, args, .. } => {
                let args = args.iter().map(String::as_str);
                std::iter::once(command.as_str()).chain(args).collect()
            }
            ServerTransport::Remote { url, .. } => vec!["", url.trim_end_matches('/')],
        }
    }

    /// Whether it is Candor, started by a client.
    pub fn is_candor(&self) -> bool {
        let ServerTransport::Program { command, args, .. } = &self.transport else {
            return false;
        };
        let program = command.rsplit(['/', '\\']).next().unwrap_or_default();
        let program = Path::new(program).file_stem();
        program.is_some_and(|program| program == "candor")
            && args.first().is_some_and(|first| first == "stdio")
    }
}
