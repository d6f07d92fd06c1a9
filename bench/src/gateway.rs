//! The gateway under test: its binary, its folder, and the servers behind it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use http::Uri;
use serde_json::Value;
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout};

use crate::era::BenchEra;
use crate::server_process::{ServerProcess, loopback_ports};
use crate::single_connection::SingleConnection;

/// The name under which the upstream is known to the gateway.
pub(crate) const SOURCE: &str = "bench";

/// How long a gateway may take to serve everything, and a command to end.
pub(crate) const LIMIT: Duration = Duration::from_mins(3);

/// The folder of one gateway: its configuration, its data, and files for its commands.
#[derive(Debug)]
pub(crate) struct GatewayFolder {
    binary: PathBuf,
    folder: TempDir,
    /// What `serve` is told beside the configuration.
    flags: Vec<String>,
}

/// A gateway that serves, and the servers behind it. Dropping it ends all of them.
#[derive(Debug)]
pub(crate) struct ServedGateway {
    pub(crate) process: ServerProcess,
    pub(crate) behind: Vec<ServerProcess>,
    pub(crate) folder: GatewayFolder,
}

// === impl GatewayFolder ===

impl GatewayFolder {
    /// An empty folder for a gateway that is served with these flags.
    pub(crate) fn new(binary: &Path, flags: &[&str]) -> Result<Self> {
        Ok(Self {
            binary: binary.to_owned(),
            folder: TempDir::with_prefix("candor-bench-").context("cannot make a folder")?,
            flags: flags.iter().copied().map(str::to_owned).collect(),
        })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.path().join(name);
        fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))
    }

    /// Starts the gateway with this configuration, in front of these servers, and waits until it
    /// listens.
    pub(crate) async fn serve(
        self,
        configuration: &str,
        behind: Vec<ServerProcess>,
    ) -> Result<ServedGateway> {
        self.write("candor.toml", configuration)?;
        Ok(ServedGateway {
            process: self.start().await?,
            behind,
            folder: self,
        })
    }

    async fn start(&self) -> Result<ServerProcess> {
        let mut serve = Command::new(&self.binary);
        let configuration = self.path().join("candor.toml");
        serve.arg("serve").arg("--config").arg(&configuration);
        serve.args(["--listen", "127.0.0.1:0"]);
        serve.arg("--data").arg(self.path().join("data"));
        serve.args(&self.flags);
        // Its log may mention its sources first.
        let sources: Vec<u16> = loopback_ports(&fs::read_to_string(configuration)?).collect();
        ServerProcess::start(serve, &sources).await
    }
}

// === impl ServedGateway ===

impl ServedGateway {
    /// The endpoint of the gateway.
    pub(crate) fn url(&self) -> &Uri {
        self.process.url()
    }

    /// A client of its owner at an endpoint of the gateway.
    pub(crate) async fn connect(&self, path: &str) -> Result<SingleConnection> {
        let connection = SingleConnection::open(self.url(), path).await?;
        Ok(connection.owning(self.owner_secret()?))
    }

    /// The secret that proves who owns the gateway.
    pub(crate) fn owner_secret(&self) -> Result<String> {
        let path = self.folder.path().join("data").join("owner.secret");
        let text = fs::read_to_string(&path);
        let text = text.with_context(|| format!("cannot read `{}`", path.display()))?;
        Ok(text.trim().to_owned())
    }

    /// Waits until an endpoint lists the tools that it should.
    pub(crate) async fn until_listed(
        &self,
        path: &str,
        is_so: impl Fn(&[Value]) -> bool,
    ) -> Result<()> {
        let mut connection = self.connect(path).await?;
        // There is no such endpoint before its toolset is there.
        until(LIMIT, Duration::from_millis(20), async || {
            let tools = connection.list().await.map(|list| list.tools);
            Ok(tools.and_then(|tools| {
                ensure!(
                    is_so(&tools),
                    "`{path}` does not serve what it should: {} tools, the last one is {}",
                    tools.len(),
                    tools.last().unwrap_or(&Value::Null)
                );
                Ok(())
            }))
        })
        .await
    }

    /// Waits until a tool is listed under this name.
    pub(crate) async fn until_tool(&self, name: &str) -> Result<()> {
        let is_listed = |tool: &Value| tool["name"] == *name;
        self.until_listed("/mcp", |tools| tools.iter().any(is_listed))
            .await
    }

    /// Runs a command on the same data, in the folder; it must end well.
    pub(crate) async fn run(&self, args: &[&str]) -> Result<()> {
        let folder = self.folder.path();
        let mut command = Command::new(&self.folder.binary);
        command.current_dir(folder).args(args);
        command.arg("--config").arg(folder.join("candor.toml"));
        command.arg("--data").arg(folder.join("data"));
        command.stdin(Stdio::null()).kill_on_drop(true);
        let name = args.join(" ");
        let output = timeout(LIMIT, command.output()).await;
        let output = output.with_context(|| format!("`candor {name}` hangs"))??;
        ensure!(
            output.status.success(),
            "`candor {name}` failed: {}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
        Ok(())
    }

    /// Ends the gateway, lets `meanwhile` pass and starts it again, on the same data.
    pub(crate) async fn restart(self, meanwhile: impl Future<Output = ()>) -> Result<Self> {
        self.process.stop().await;
        meanwhile.await;
        let process = self.folder.start().await?;
        Ok(Self { process, ..self })
    }

    /// Ends all processes, the gateway first.
    pub(crate) async fn stop(self) {
        self.process.stop().await;
        for server in self.behind {
            server.stop().await;
        }
    }
}

/// Looks again and again until something is so. What is looked at says as the inner error why it is
/// not so yet, which is told when the time is over.
pub(crate) async fn until<T>(
    limit: Duration,
    pause: Duration,
    mut look: impl AsyncFnMut() -> Result<Result<T>>,
) -> Result<T> {
    let end = Instant::now() + limit;
    loop {
        match timeout(limit, look()).await.context("no answer")?? {
            Err(_) if Instant::now() < end => sleep(pause).await,
            seen => return seen,
        }
    }
}

/// The binary that was named, or the one beside this program.
pub(crate) fn find_binary(named: Option<&Path>) -> Result<PathBuf> {
    let path = match named {
        Some(path) => path.to_owned(),
        None => env::current_exe()
            .context("cannot tell where this program is")?
            .with_file_name("candor"),
    };
    existing(
        &path,
        "candor binary",
        "build it with `cargo build --release`, or name one with `--candor PATH`; `run --baseline` \
         measures without it",
    )
}

/// The full path of a file that must be there.
pub(crate) fn existing(path: &Path, what: &str, way_out: &str) -> Result<PathBuf> {
    let shown = path.display();
    ensure!(path.is_file(), "there is no {what} at `{shown}`: {way_out}");
    std::path::absolute(path).with_context(|| format!("cannot use `{shown}`"))
}

/// This program with other arguments.
pub(crate) fn this_program(arguments: &[&str]) -> Result<Command> {
    let program = env::current_exe().context("cannot tell where this program is")?;
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// Starts a server with so many tools, in a process of its own.
pub(crate) async fn upstream(era: BenchEra, tools: usize) -> Result<ServerProcess> {
    let arguments = ["upstream", "--with-parent", "--era", era.name(), "--tools"];
    let mut command = this_program(&arguments)?;
    command.arg(tools.to_string());
    ServerProcess::start(command, &[]).await
}

/// A source of the configuration, and nothing that is not the default that users get.
pub(crate) fn trusted_source(name: &str, url: &Uri) -> String {
    format!("[sources.{name}]\nurl = \"{url}\"\ntrust = \"trusted\"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_binary_is_said_with_the_way_out() {
        let error = find_binary(Some(Path::new("nowhere/candor"))).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("`nowhere/candor`"), "{error}");
        assert!(error.contains("cargo build --release"), "{error}");
    }
}
