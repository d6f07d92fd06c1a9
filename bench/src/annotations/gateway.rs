//! A gateway in front of many tools, with a file full of overrides applied to it.

use std::fmt::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST};
use http::uri::Authority;
use http::{Method, Request, Uri};
use http_body_util::Full;
use serde_json::Value;
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout};

use crate::args::Operation;
use crate::era::Era;
use crate::fixture;
use crate::load::connection::Connection;
use crate::load::dialogue::Dialogue;
use crate::load::session::Session;
use crate::run::candor::SOURCE;
use crate::run::child::Child;

/// How long the gateway may take to serve everything, and to take the file over.
const LIMIT: Duration = Duration::from_mins(3);

/// Where all five speak.
const ENDPOINT: &str = "/mcp@prod";

/// The gateway and the server behind it. Dropping it ends both.
#[derive(Debug)]
pub(super) struct Gateway {
    upstream: Child,
    candor: Child,
    /// Configuration and data.
    folder: TempDir,
}

/// What the lists of tools say.
#[derive(Debug)]
pub(super) struct List {
    pub(super) tools: Vec<Value>,
}

// === impl Gateway ===

impl Gateway {
    /// Starts everything and waits until every tool is served as the overrides say.
    pub(super) async fn start(binary: &Path, tools: usize) -> Result<Self> {
        let folder = TempDir::with_prefix("candor-bench-").context("cannot make a folder")?;
        let program = std::env::current_exe().context("cannot tell where this program is")?;
        let mut upstream = Command::new(program);
        upstream.args(["upstream", "--with-parent", "--era", Era::Modern.name()]);
        upstream.args(["--tools", &tools.to_string()]);
        let upstream = Child::start(upstream, None).await?;
        write(folder.path(), "candor.toml", &configuration(upstream.url()))?;
        write(folder.path(), "overrides.toml", &overrides(tools))?;
        let mut serve = command(binary, folder.path());
        serve.args(["serve", "--listen", "127.0.0.1:0"]);
        let candor = Child::start(serve, upstream.url().port_u16()).await?;
        let gateway = Self {
            upstream,
            candor,
            folder,
        };
        gateway.wait(|list| list.tools.len() == tools).await?;
        gateway.apply(binary).await?;
        let last = title(tools - 1);
        let is_last = |list: &List| list.tools.last().is_some_and(|tool| tool["title"] == last);
        gateway.wait(is_last).await?;
        Ok(gateway)
    }

    /// Takes the file of overrides over, in one transaction.
    async fn apply(&self, binary: &Path) -> Result<()> {
        let mut apply = command(binary, self.folder.path());
        apply.args(["annotate", "--apply"]);
        apply.arg(self.folder.path().join("overrides.toml"));
        apply.stdin(Stdio::null()).kill_on_drop(true);
        let output = timeout(LIMIT, apply.output()).await;
        let output = output.context("`candor annotate --apply` hangs")??;
        ensure!(
            output.status.success(),
            "`candor annotate --apply` failed: {}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
        Ok(())
    }

    async fn wait(&self, is_so: impl Fn(&List) -> bool) -> Result<()> {
        let end = Instant::now() + LIMIT;
        loop {
            let list = timeout(LIMIT, self.list()).await.context("no answer")??;
            if is_so(&list) {
                return Ok(());
            }
            if Instant::now() > end {
                bail!(
                    "the gateway does not serve what it should: {} tools, the last one is {}",
                    list.tools.len(),
                    list.tools.last().unwrap_or(&Value::Null)
                );
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// What the endpoint of the environment lists.
    pub(super) async fn list(&self) -> Result<List> {
        let url: Uri = format!("http://{}{ENDPOINT}", self.authority()?).parse()?;
        let dialogue = Dialogue::new(&url, Era::Modern, Operation::List)?;
        let mut session = Session::open(&dialogue).await?;
        let request = session.request(&dialogue, 1);
        let parts = session.exchange(request).await?;
        let said = || {
            String::from_utf8_lossy(session.body())
                .chars()
                .take(500)
                .collect::<String>()
        };
        ensure!(
            parts.status.is_success(),
            "`tools/list` was answered with {}: {}",
            parts.status,
            said()
        );
        let mut answer: Value = serde_json::from_slice(session.body())?;
        match answer["result"]["tools"].take() {
            Value::Array(tools) => Ok(List { tools }),
            _ => bail!("`tools/list` was answered without tools: {}", said()),
        }
    }

    /// A connection to the API.
    pub(super) async fn connect(&self) -> Result<Connection> {
        Connection::open(self.authority()?).await
    }

    /// The request that gives the first tool a title.
    pub(super) fn retitle(&self, title: &str) -> Result<Request<Full<Bytes>>> {
        let body = serde_json::to_vec(&serde_json::json!({ "title": title }))?;
        let path = format!(
            "/api/v1/annotations/{SOURCE}.{}?environment=prod",
            fixture::ECHO
        );
        Ok(Request::builder()
            .method(Method::PATCH)
            .uri(path)
            .header(HOST, self.authority()?.as_str())
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(body.into()))?)
    }

    fn authority(&self) -> Result<&Authority> {
        let authority = self.candor.url().authority();
        authority.context("the gateway listens nowhere")
    }

    pub(super) async fn stop(self) {
        self.candor.stop().await;
        self.upstream.stop().await;
    }
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

/// The server declares all hints of each tool. Beside it, evidence speaks about every tool, and
/// the file does by a pattern.
fn configuration(upstream: &Uri) -> String {
    format!(
        "[sources.{SOURCE}]\nurl = \"{upstream}\"\ntrust = \"trusted\"\n\
         [inference]\nopen_world = true\n\
         [annotations.\"{SOURCE}.*\"]\nidempotent = true\n\
         [endpoint]\nmanagement = false\n\n[environments.prod]\n"
    )
}

/// Two opinions about each tool by its name: one everywhere, one in the environment.
fn overrides(tools: usize) -> String {
    let mut text = String::new();
    for index in 0..tools {
        let (name, title) = (fixture::tool_name(index), title(index));
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "[annotations.\"{SOURCE}.{name}\"]\ntitle = \"{title}\"\n\
             [environments.prod.annotations.\"{SOURCE}.{name}\"]\nopen_world = true\n"
        );
    }
    text
}

/// The title that a tool is given.
fn title(index: usize) -> String {
    format!("Number {index}, corrected")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_has_an_opinion_everywhere_and_in_the_environment() {
        let text = overrides(3);
        for (start, count) in [("[annotations.", 3), ("[environments.prod.annotations.", 3)] {
            let lines = text.lines().filter(|line| line.starts_with(start));
            assert_eq!(lines.count(), count, "{text}");
        }
        assert!(text.contains("\"bench.inventory_lookup_0002\""), "{text}");
    }
}
