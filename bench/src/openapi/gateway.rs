//! A gateway in front of a small server, and perhaps of an API whose document changes.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;
use tempfile::TempDir;
use tokio::process::Command;

use crate::era::Era;
use crate::line::Line;
use crate::process;
use crate::run::candor::SOURCE;
use crate::run::child::Child;

/// How many tools the small server has.
pub(super) const TOOLS: usize = 100;

/// A document with one operation, which another one takes the place of.
const SMALL: &str = "openapi: 3.1.0\ninfo: {title: Small, version: '1'}\n\
                     servers: [{url: 'https://api.example'}]\npaths: {/health: {get: {}}}\n";

/// What a gateway serves beside the small server.
#[derive(Debug, Clone, Copy)]
pub(super) enum Beside<'a> {
    /// Nothing.
    Nothing,
    /// The tool of a small document, which can be replaced.
    Small,
    /// The tools of this document.
    Document(&'a Path),
}

/// The gateway and the server behind it. Dropping it ends both.
#[derive(Debug)]
pub(super) struct Gateway {
    upstream: Child,
    candor: Child,
    /// Configuration, data and the document that can be replaced.
    folder: TempDir,
}

// === impl Gateway ===

impl Gateway {
    /// Starts the server.
    pub(super) async fn upstream() -> Result<Child> {
        let program = std::env::current_exe().context("cannot tell where this program is")?;
        let mut upstream = Command::new(program);
        upstream.args(["upstream", "--with-parent", "--era", Era::Modern.name()]);
        upstream.args(["--tools", &TOOLS.to_string()]);
        Child::start(upstream, None).await
    }

    /// Starts a gateway in front of a server, and waits until it listens.
    pub(super) async fn start(binary: &Path, upstream: Child, beside: Beside<'_>) -> Result<Self> {
        let folder = TempDir::with_prefix("candor-bench-").context("cannot make a folder")?;
        let config = folder.path().join("candor.toml");
        let document = folder.path().join("api.yaml");
        let text = configuration(&upstream, beside, &document);
        for (path, text) in [(&config, text.as_str()), (&document, SMALL)] {
            std::fs::write(path, text)
                .with_context(|| format!("cannot write `{}`", path.display()))?;
        }
        let mut serve = Command::new(binary);
        serve.arg("--config").arg(&config);
        serve.arg("--data").arg(folder.path().join("data"));
        serve.args(["serve", "--listen", "127.0.0.1:0"]);
        let candor = Child::start(serve, upstream.url().port_u16()).await?;
        Ok(Self {
            upstream,
            candor,
            folder,
        })
    }

    /// Puts a document in the place of the small one, all at once.
    pub(super) fn replace(&self, document: &Path) -> Result<()> {
        let beside = self.folder.path().join("next.yaml");
        std::fs::copy(document, &beside).context("cannot copy the document")?;
        std::fs::rename(&beside, self.folder.path().join("api.yaml"))
            .context("cannot put the document in its place")
    }

    /// A client.
    pub(super) async fn line(&self) -> Result<Line> {
        Line::open(self.candor.url(), "/mcp").await
    }

    /// The most memory that the gateway had so far, in KiB.
    pub(super) fn peak_rss_kib(&self) -> Result<u64> {
        process::peak_rss_kib(self.candor.pid())
    }

    pub(super) async fn stop(self) {
        self.candor.stop().await;
        self.upstream.stop().await;
    }
}

/// Only what must be said; everything else is the default that users get.
fn configuration(upstream: &Child, beside: Beside<'_>, small: &Path) -> String {
    let url = upstream.url();
    let server = format!("[sources.{SOURCE}]\nurl = \"{url}\"\ntrust = \"trusted\"\n");
    // A text of JSON is one of TOML too.
    let quoted = |path: &Path| Value::from(path.to_string_lossy());
    match beside {
        Beside::Nothing => server,
        Beside::Document(path) => format!("{server}[sources.api]\ndocument = {}\n", quoted(path)),
        // It is looked at as often as may be, so that most of what is measured is loading.
        Beside::Small => format!(
            "{server}[sources.api]\ndocument = {}\nrefresh = \"1s\"\n",
            quoted(small)
        ),
    }
}
