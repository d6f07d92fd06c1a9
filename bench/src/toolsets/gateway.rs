//! A gateway in front of many tools, with many toolsets over them.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use http::Uri;
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout};

use crate::era::Era;
use crate::line::Line;
use crate::run::candor::SOURCE;
use crate::run::child::Child;
use crate::toolsets::plan::Plan;

/// How long the gateway may take to serve everything, and to take the toolsets over.
const LIMIT: Duration = Duration::from_mins(3);

/// The gateway and the servers. Dropping it ends all of them.
#[derive(Debug)]
pub(crate) struct Gateway {
    pub(crate) plan: Plan,
    upstream: Child,
    /// A server with as many tools as one toolset has.
    small: Child,
    candor: Child,
    folder: TempDir,
}

// === impl Gateway ===

impl Gateway {
    /// Starts everything and waits until the last toolset is served. `more` is added to the
    /// configuration; it is told where the small server is.
    pub(crate) async fn start(
        binary: &Path,
        plan: Plan,
        more: impl FnOnce(&Uri) -> String,
    ) -> Result<Self> {
        let folder = TempDir::with_prefix("candor-bench-").context("cannot make a folder")?;
        let upstream = server(plan.tools).await?;
        let small = server(plan.size).await?;
        let url = upstream.url();
        let mut text = format!("[sources.{SOURCE}]\nurl = \"{url}\"\ntrust = \"trusted\"\n");
        text.push_str(&more(small.url()));
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
    pub(crate) async fn wait(&self, path: &str, is_so: impl Fn(usize) -> bool) -> Result<()> {
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

    /// The endpoint of the gateway.
    pub(crate) fn url(&self) -> &Uri {
        self.candor.url()
    }

    /// A client at an endpoint of the gateway.
    pub(crate) async fn line(&self, path: &str) -> Result<Line> {
        Line::open(self.candor.url(), path).await
    }

    /// A client of the server that is behind the gateway.
    pub(crate) async fn direct(&self) -> Result<Line> {
        Line::open(self.upstream.url(), "/mcp").await
    }

    /// A client of the server with as many tools as one toolset has.
    pub(crate) async fn direct_small(&self) -> Result<Line> {
        Line::open(self.small.url(), "/mcp").await
    }

    pub(crate) async fn stop(self) {
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
