//! Servers based on the official SDKs, for the official suite, so that responses come from another
//! implementation.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::peers::{self, PeerError};

/// The SDK of a server. Both support both eras and tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerSdk {
    /// `@modelcontextprotocol/server`, from npm.
    TypeScript,
    /// `mcp`, a package of Python.
    Python,
}

/// A running server. Dropping it ends it.
#[derive(Debug)]
pub struct SdkServer {
    child: Child,
    url: String,
}

// === impl ServerSdk ===

impl ServerSdk {
    /// Starts the server on a free loopback port, and waits until it listens.
    pub fn start(self) -> Result<SdkServer, PeerError> {
        let mut command = self.command()?;
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(PeerError::Run)?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output)
                .read_line(&mut line)
                .map_err(PeerError::Run)?;
        }
        let url = line.trim().to_owned();
        let server = SdkServer { child, url };
        if server.url.starts_with("http://") {
            return Ok(server);
        }
        let words = format!("the server ended before it listened: `{}`", server.url);
        Err(PeerError::Run(std::io::Error::other(words)))
    }

    fn command(self) -> Result<Command, PeerError> {
        let folder = peers::folder()?;
        let file = |name: &str| -> PathBuf {
            let own = Path::new(env!("CARGO_MANIFEST_DIR"));
            own.join("sdk-servers").join(name)
        };
        Ok(match self {
            Self::TypeScript => {
                let mut command = Command::new(peers::node()?);
                command.arg(file("server.mjs")).arg(folder);
                command
            }
            Self::Python => {
                let mut command = Command::new(peers::existing(folder.join("venv/bin/python"))?);
                // No `__pycache__` is left beside the source.
                command.arg("-B").arg(file("server.py"));
                command
            }
        })
    }
}

// === impl SdkServer ===

impl SdkServer {
    /// The URL of the server.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for SdkServer {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
