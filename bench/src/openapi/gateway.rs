//! A gateway in front of a small server, with or without a document to load.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;
use tempfile::TempDir;
use tokio::process::Command;

use crate::era::Era;
use crate::process;
use crate::run::candor::SOURCE;
use crate::run::child::Child;
use crate::toolsets::line::Line;

/// How many tools the small server has.
pub(super) const TOOLS: usize = 100;

/// The gateway and the server behind it. Dropping it ends both.
#[derive(Debug)]
pub(super) struct Gateway {
    upstream: Child,
    candor: Child,
    /// Configuration and data.
    _folder: TempDir,
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
    pub(super) async fn start(
        binary: &Path,
        upstream: Child,
        document: Option<&Path>,
    ) -> Result<Self> {
        let folder = TempDir::with_prefix("candor-bench-").context("cannot make a folder")?;
        let config = folder.path().join("candor.toml");
        let text = configuration(&upstream, document);
        std::fs::write(&config, text)
            .with_context(|| format!("cannot write `{}`", config.display()))?;
        let mut serve = Command::new(binary);
        serve.arg("--config").arg(&config);
        serve.arg("--data").arg(folder.path().join("data"));
        serve.args(["serve", "--listen", "127.0.0.1:0"]);
        let candor = Child::start(serve, upstream.url().port_u16()).await?;
        Ok(Self {
            upstream,
            candor,
            _folder: folder,
        })
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
fn configuration(upstream: &Child, document: Option<&Path>) -> String {
    let url = upstream.url();
    let mut text = format!("[sources.{SOURCE}]\nurl = \"{url}\"\ntrust = \"trusted\"\n");
    if let Some(document) = document {
        // A text of JSON is one of TOML too.
        let path = Value::from(document.to_string_lossy());
        text.push_str(&format!("[sources.api]\ndocument = {path}\n"));
    }
    text
}
