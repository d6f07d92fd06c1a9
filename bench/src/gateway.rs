//! The gateway under test: its binary, its folder, and the servers behind it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use http::Uri;
use serde_json::Value;
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout};

use crate::era::BenchEra;
use crate::server_process::ServerProcess;
use crate::single_connection::SingleConnection;

/// The name under which the upstream is known to the gateway.
pub(crate) const SOURCE: &str = "bench";

/// How long a gateway may take to serve everything, and a command to end.
const LIMIT: Duration = Duration::from_mins(3);

/// The folder of one gateway: its configuration, its data, and files for its commands.
#[derive(Debug)]
pub(crate) struct GatewayFolder {
    binary: PathBuf,
    folder: TempDir,
}

// === impl GatewayFolder ===

impl GatewayFolder {
    /// A folder with this configuration.
    pub(crate) fn new(binary: &Path, configuration: &str) -> Result<Self> {
        let folder = Self {
            binary: binary.to_owned(),
            folder: TempDir::with_prefix("candor-bench-").context("cannot make a folder")?,
        };
        folder.write("candor.toml", configuration)?;
        Ok(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.path().join(name);
        fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))
    }

    /// Starts the gateway and waits until it listens. `behind` is a server whose address its log
    /// may mention first.
    pub(crate) async fn serve(
        &self,
        behind: Option<&Uri>,
        flags: &[&str],
    ) -> Result<ServerProcess> {
        let mut serve = Command::new(&self.binary);
        serve.arg("serve");
        serve.arg("--config").arg(self.path().join("candor.toml"));
        serve.args(["--listen", "127.0.0.1:0"]);
        serve.arg("--data").arg(self.path().join("data"));
        serve.args(flags);
        ServerProcess::start(serve, behind.and_then(Uri::port_u16)).await
    }

    /// Runs a command on the same data, in the folder; it must end well.
    pub(crate) async fn run(&self, args: &[&str]) -> Result<()> {
        let mut command = Command::new(&self.binary);
        command.current_dir(self.path()).args(args);
        command.arg("--config").arg(self.path().join("candor.toml"));
        command.arg("--data").arg(self.path().join("data"));
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
}

/// The binary that was named, or the one beside this program.
pub(crate) fn find_binary(named: Option<&Path>) -> Result<PathBuf> {
    let way_out = "build it with `cargo build --release`, or name one with `--candor PATH`; \
                   `run --baseline` measures without it";
    let path = match named {
        Some(path) => path.to_owned(),
        None => env::current_exe()
            .context("cannot tell where this program is")?
            .with_file_name("candor"),
    };
    if !path.is_file() {
        bail!(
            "there is no candor binary at `{}`: {way_out}",
            path.display()
        );
    }
    std::path::absolute(&path).with_context(|| format!("cannot use `{}`", path.display()))
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
    let tools = tools.to_string();
    let arguments = ["upstream", "--with-parent", "--era", era.name(), "--tools"];
    let mut command = this_program(&arguments)?;
    command.arg(tools);
    ServerProcess::start(command, None).await
}

/// A source of the configuration, and nothing that is not the default that users get.
pub(crate) fn trusted_source(name: &str, url: &Uri) -> String {
    format!("[sources.{name}]\nurl = \"{url}\"\ntrust = \"trusted\"\n")
}

/// Waits until an endpoint of a gateway lists the tools that it should.
pub(crate) async fn until_listed(
    gateway: &Uri,
    path: &str,
    is_so: impl Fn(&[Value]) -> bool,
) -> Result<()> {
    let end = Instant::now() + LIMIT;
    let mut connection = SingleConnection::open(gateway, path).await?;
    loop {
        let list = timeout(LIMIT, connection.list())
            .await
            .context("no answer")?;
        // There is no such endpoint before its toolset is there.
        match list {
            Ok(list) if is_so(&list.tools) => return Ok(()),
            Ok(list) if Instant::now() > end => bail!(
                "`{path}` does not serve what it should: {} tools, the last one is {}",
                list.tools.len(),
                list.tools.last().unwrap_or(&Value::Null)
            ),
            Err(error) if Instant::now() > end => return Err(error),
            Ok(_) | Err(_) => sleep(Duration::from_millis(20)).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_binary_is_said_with_the_way_out() {
        let error = find_binary(Some(Path::new("nowhere/candor")))
            .unwrap_err()
            .to_string();
        assert!(error.contains("`nowhere/candor`"), "{error}");
        assert!(error.contains("cargo build --release"), "{error}");
    }
}
