//! Starts a gateway of others in front of the upstream, as its documentation says.

mod context_forge;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use candor_testkit::HeldPort;
use http::Uri;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::process::Command;

use crate::era::BenchEra;
use crate::gateway::{this_program, until};
use crate::peers::BenchPeer;
use crate::server_process::ServerProcess;

/// How long one of them may take to listen; some bring a hundred packages.
const LIMIT: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(200);

/// A running peer.
#[derive(Debug)]
pub(crate) struct StartedPeer {
    pub(crate) process: ServerProcess,
    pub(crate) url: Uri,
    /// What it calls the tool, if not as the upstream does.
    pub(crate) tool: Option<String>,
    /// What it keeps on disk.
    pub(crate) folder: TempDir,
}

/// Starts a peer in front of the upstream. One that takes only programs has a child of its own
/// with as many tools.
pub(crate) async fn start(peer: BenchPeer, upstream: &Uri, tools: u32) -> Result<StartedPeer> {
    let folder = TempDir::with_prefix("candor-bench-").context("cannot make a folder")?;
    let held = HeldPort::free().context("cannot find a free port")?;
    let port = held.port().to_string();
    let url = |path: &str| format!("http://127.0.0.1:{port}{path}").parse::<Uri>();
    let (process, url, tool) = match peer {
        BenchPeer::McpProxy => {
            let mut command = Command::new(peer.program("mcp-proxy")?);
            command.args([
                "--host",
                "127.0.0.1",
                "--port",
                &port,
                "--log-level",
                "ERROR",
            ]);
            let child = [
                "upstream",
                "--stdio",
                "--era",
                BenchEra::Legacy.name(),
                "--tools",
            ];
            let child = this_program(&child)?;
            command.arg("--").arg(child.as_std().get_program());
            command
                .args(child.as_std().get_args())
                .arg(tools.to_string());
            let url = url("/mcp")?;
            (listening(command, &url).await?, url, None)
        }
        BenchPeer::FastMcp => {
            let mut command = Command::new(peer.program("fastmcp")?);
            command.arg("run").arg(upstream.to_string());
            command.args([
                "--transport",
                "http",
                "--host",
                "127.0.0.1",
                "--port",
                &port,
            ]);
            command.args(["--no-banner", "--log-level", "ERROR"]);
            let url = url("/mcp")?;
            (listening(command, &url).await?, url, None)
        }
        BenchPeer::ContextForge => {
            let command = context_forge::command(peer, folder.path(), &port)?;
            let process = listening(command, &url("/health")?).await?;
            let served = context_forge::register(&url("/")?, upstream).await?;
            (process, url(&served.path)?, Some(served.tool))
        }
    };
    Ok(StartedPeer {
        process,
        url,
        tool,
        folder,
    })
}

/// Starts a process and waits until something listens where it was told to.
async fn listening(mut command: Command, url: &Uri) -> Result<ServerProcess> {
    command.current_dir(Path::new("/"));
    let process = ServerProcess::spawn_at(command, url.clone())?;
    let authority = url.authority().context("the peer has no address")?.as_str();
    until(LIMIT, PAUSE, async || {
        let connected = TcpStream::connect(authority).await;
        Ok(connected.map(|_| ()).context("it does not listen"))
    })
    .await?;
    Ok(process)
}
