//! A gateway in front of many tools, with many toolsets over them.

use std::fmt::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout};

use crate::era::Era;
use crate::fixture;
use crate::line::Line;
use crate::run::candor::SOURCE;
use crate::run::child::Child;

/// How long the gateway may take to serve everything, and to take the toolsets over.
const LIMIT: Duration = Duration::from_mins(3);

/// How many tools there are, and how they are shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) tools: usize,
    pub(super) toolsets: usize,
    /// How many tools each toolset has.
    pub(super) size: usize,
}

/// The gateway and the servers. Dropping it ends all of them.
#[derive(Debug)]
pub(super) struct Gateway {
    pub(super) plan: Plan,
    upstream: Child,
    /// A server with as many tools as one toolset has.
    small: Child,
    candor: Child,
    folder: TempDir,
}

// === impl Plan ===

impl Plan {
    pub(super) fn new(tools: usize, toolsets: usize) -> Self {
        Self {
            tools,
            toolsets,
            size: tools / toolsets,
        }
    }

    /// The name of a toolset.
    pub(super) fn name(self, at: usize) -> String {
        format!("set-{:03}", at % self.toolsets)
    }

    /// The name by which clients know the first tool of a toolset.
    pub(super) fn first(self, at: usize) -> String {
        let first = fixture::tool_name((at % self.toolsets) * self.size);
        format!("{SOURCE}_{first}")
    }

    /// The toolsets as a file that the gateway takes over. Each has a note on its first tool.
    fn file(self) -> String {
        let mut text = String::new();
        for at in 0..self.toolsets {
            let tools: Vec<String> = (at * self.size..(at + 1) * self.size)
                .map(|tool| format!("\"{SOURCE}.{}\"", fixture::tool_name(tool)))
                .collect();
            let name = self.name(at);
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "[toolsets.{name}]\ntools = [{}]\n[[toolsets.{name}.notes]]\ntool = {}\n\
                 name = \"house-rule\"\nnote = \"Ask before you look anything up.\"\n",
                tools.join(", "),
                tools[0]
            );
        }
        text
    }
}

// === impl Gateway ===

impl Gateway {
    /// Starts everything and waits until the last toolset is served.
    pub(super) async fn start(binary: &Path, plan: Plan) -> Result<Self> {
        let folder = TempDir::with_prefix("candor-bench-").context("cannot make a folder")?;
        let upstream = server(plan.tools).await?;
        let small = server(plan.size).await?;
        let url = upstream.url();
        let text = format!("[sources.{SOURCE}]\nurl = \"{url}\"\ntrust = \"trusted\"\n");
        write(folder.path(), "candor.toml", &text)?;
        write(folder.path(), "toolsets.toml", &plan.file())?;
        let mut serve = command(binary, folder.path());
        serve.args(["serve", "--listen", "127.0.0.1:0"]);
        let candor = Child::start(serve, url.port_u16()).await?;
        let gateway = Self {
            plan,
            upstream,
            small,
            candor,
            folder,
        };
        let path = "/mcp";
        gateway.wait(path, |tools| tools >= plan.tools).await?;
        gateway.take_over(binary).await?;
        let last = format!("/mcp/{}", plan.name(plan.toolsets - 1));
        gateway.wait(&last, |tools| tools == plan.size).await?;
        Ok(gateway)
    }

    /// Takes the file of toolsets over, in one transaction.
    async fn take_over(&self, binary: &Path) -> Result<()> {
        let folder = self.folder.path();
        let mut import = command(binary, folder);
        import.args(["toolset", "import"]);
        import.arg(folder.join("toolsets.toml"));
        import.stdin(Stdio::null()).kill_on_drop(true);
        let output = timeout(LIMIT, import.output()).await;
        let output = output.context("`candor toolset import` hangs")??;
        ensure!(
            output.status.success(),
            "`candor toolset import` failed: {}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
        Ok(())
    }

    /// Waits until an endpoint lists as many tools as it should.
    async fn wait(&self, path: &str, is_so: impl Fn(usize) -> bool) -> Result<()> {
        let end = Instant::now() + LIMIT;
        let mut line = self.line(path).await?;
        loop {
            let list = timeout(LIMIT, line.list()).await.context("no answer")?;
            // There is no such endpoint before the toolset is there.
            let tools = list.map(|list| list.tools.len());
            if tools.as_ref().is_ok_and(|tools| is_so(*tools)) {
                return Ok(());
            }
            if Instant::now() > end {
                bail!("`{path}` does not serve what it should: {tools:?}");
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// A client at an endpoint of the gateway.
    pub(super) async fn line(&self, path: &str) -> Result<Line> {
        Line::open(self.candor.url(), path).await
    }

    /// A client of the server that is behind the gateway.
    pub(super) async fn direct(&self) -> Result<Line> {
        Line::open(self.upstream.url(), "/mcp").await
    }

    /// A client of the server with as many tools as one toolset has.
    pub(super) async fn direct_small(&self) -> Result<Line> {
        Line::open(self.small.url(), "/mcp").await
    }

    pub(super) async fn stop(self) {
        self.candor.stop().await;
        self.upstream.stop().await;
        self.small.stop().await;
    }
}

async fn server(tools: usize) -> Result<Child> {
    let program = std::env::current_exe().context("cannot tell where this program is")?;
    let mut server = Command::new(program);
    server.args(["upstream", "--with-parent", "--era", Era::Modern.name()]);
    server.args(["--tools", &tools.to_string()]);
    Child::start(server, None).await
}

fn command(binary: &Path, folder: &Path) -> Command {
    let mut command = Command::new(binary);
    command.arg("--config").arg(folder.join("candor.toml"));
    command.arg("--data").arg(folder.join("data"));
    command
}

fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    let path = folder.join(name);
    std::fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_are_shared_out_without_overlap() {
        let plan = Plan::new(7, 3);
        assert_eq!(plan.size, 2);
        let text = plan.file();
        for (tool, times) in [
            // The first of each toolset has a note, too.
            ("\"bench.echo\"", 2),
            ("\"bench.inventory_lookup_0001\"", 1),
            ("\"bench.inventory_lookup_0004\"", 2),
            ("\"bench.inventory_lookup_0006\"", 0),
        ] {
            assert_eq!(text.matches(tool).count(), times, "{tool}: {text}");
        }
        assert_eq!(plan.first(0), "bench_echo");
        assert_eq!(plan.first(5), "bench_inventory_lookup_0004");
        assert_eq!(plan.name(5), "set-002");
    }
}
