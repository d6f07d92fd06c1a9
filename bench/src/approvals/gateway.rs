//! A gateway that asks a person before every call.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use http::Uri;
use tempfile::TempDir;
use tokio::process::Command;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::approvals::caller::Caller;
use crate::approvals::upstream::Upstream;
use crate::fixture::ECHO;
use crate::line::Line;
use crate::process;
use crate::run::candor::SOURCE;
use crate::run::child::Child;

/// How long the gateway may take to serve.
const LIMIT: Duration = Duration::from_mins(1);

/// How many clients ask at the same time.
const CLIENTS: usize = 8;

/// The gateway and the server behind it. Dropping it ends both.
#[derive(Debug)]
pub(super) struct Gateway {
    pub(super) upstream: Upstream,
    candor: Child,
    binary: PathBuf,
    database: Option<String>,
    folder: TempDir,
    /// How many questions were put.
    asked: usize,
    /// Tells its questions from another gateway's in the same database.
    mark: u64,
}

// === impl Gateway ===

impl Gateway {
    /// Starts everything; a question waits for so long.
    pub(super) async fn start(
        binary: &Path,
        database: Option<&str>,
        patience: Duration,
    ) -> Result<Self> {
        let folder = TempDir::with_prefix("candor-bench-").context("cannot make a folder")?;
        let upstream = Upstream::start().await?;
        let path = folder.path().join("candor.toml");
        let text = configuration(&upstream.url, patience);
        fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))?;
        let candor = serve(binary, folder.path(), database, &upstream.url).await?;
        let gateway = Self {
            upstream,
            candor,
            binary: binary.to_owned(),
            database: database.map(str::to_owned),
            folder,
            asked: 0,
            mark: patience.as_secs(),
        };
        gateway.ready().await?;
        Ok(gateway)
    }

    /// Waits until there is something to call.
    async fn ready(&self) -> Result<()> {
        let end = Instant::now() + LIMIT;
        let mut line = Line::open(self.url(), "/mcp").await?;
        while line.list().await?.tools.is_empty() {
            ensure!(Instant::now() < end, "the gateway serves nothing");
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    pub(super) fn url(&self) -> &Uri {
        self.candor.url()
    }

    /// Puts so many questions, each about another call.
    pub(super) async fn fill(&mut self, count: usize) -> Result<()> {
        let mut clients = JoinSet::new();
        for client in 0..CLIENTS {
            let (url, from, mark) = (self.url().clone(), self.asked, self.mark);
            clients.spawn(async move {
                let mut caller = Caller::open(&url).await?;
                for at in (from..from + count).skip(client).step_by(CLIENTS) {
                    caller.ask(&message(mark, at)).await?;
                }
                anyhow::Ok(())
            });
        }
        while let Some(ended) = clients.join_next().await {
            ended??;
        }
        self.asked += count;
        Ok(())
    }

    /// The text of a call that nobody has made yet.
    pub(super) fn fresh(&mut self) -> String {
        self.asked += 1;
        message(self.mark, self.asked - 1)
    }

    /// Memory that the gateway has resident, now and at most, in KiB.
    pub(super) fn memory(&self) -> Result<(u64, u64)> {
        let pid = self.candor.pid();
        Ok((resident_kib(pid)?, process::peak_rss_kib(pid)?))
    }

    /// Ends the gateway and leaves its data and its server behind.
    pub(super) async fn end(self) -> Ended {
        self.candor.stop().await;
        Ended {
            upstream: self.upstream,
            binary: self.binary,
            database: self.database,
            folder: self.folder,
        }
    }
}

/// What is left of a gateway.
#[derive(Debug)]
pub(super) struct Ended {
    upstream: Upstream,
    binary: PathBuf,
    database: Option<String>,
    folder: TempDir,
}

// === impl Ended ===

impl Ended {
    /// Starts the gateway again; when it listens, it is given.
    pub(super) async fn again(&self) -> Result<Child> {
        let (folder, database) = (self.folder.path(), self.database.as_deref());
        serve(&self.binary, folder, database, &self.upstream.url).await
    }
}

async fn serve(
    binary: &Path,
    folder: &Path,
    database: Option<&str>,
    upstream: &Uri,
) -> Result<Child> {
    let mut serve = Command::new(binary);
    serve.arg("--config").arg(folder.join("candor.toml"));
    serve.arg("--data").arg(folder.join("data"));
    serve.args(["serve", "--listen", "127.0.0.1:0"]);
    if let Some(url) = database {
        serve.args(["--database-url", url]);
    }
    Child::start(serve, upstream.port_u16()).await
}

/// The one tool is said to destroy, so that somebody is asked before each call.
fn configuration(upstream: &Uri, patience: Duration) -> String {
    format!(
        "[sources.{SOURCE}]\nurl = \"{upstream}\"\ntrust = \"trusted\"\n\
         [annotations.\"{SOURCE}.{ECHO}\"]\nread_only = false\ndestructive = true\n\
         [policy]\napproval_timeout = \"{}s\"\n[endpoint]\nmanagement = false\n",
        patience.as_secs()
    )
}

fn message(mark: u64, at: usize) -> String {
    format!("call {at} of {mark}: move the shelf by the door to the other side of the room")
}

fn resident_kib(pid: u32) -> Result<u64> {
    let path = format!("/proc/{pid}/status");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{path}`"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    match number {
        Some(kib) => Ok(kib),
        None => bail!("no VmRSS in `{path}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_another_one() {
        assert_ne!(message(1, 11), message(11, 1));
    }

    #[test]
    fn this_process_has_memory() {
        assert!(resident_kib(std::process::id()).expect("memory") > 0);
    }
}
